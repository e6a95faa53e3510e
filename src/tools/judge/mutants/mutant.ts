import type { Rule, Scenario } from "../../../core/scenario/rule/rule.js";
import { type CallFact, isRefused, type LaneFacts } from "../observe/facts.js";
import type { Family } from "../schema/families.js";
import type { AmountList } from "./amount-lists.js";
import type { DriverAct } from "./driver-act.js";
import type { Variant } from "./variant.js";

/** What a run shows of its change. */
export interface Witnessed {
  readonly lanes: readonly LaneFacts[];
  /** What the driver reported to have done. */
  readonly shopperDid?: DriverAct | undefined;
}

/** True if the event that a mutant is about has happened. */
export type Witness = (run: Witnessed) => boolean;

/** A run with one change: a scenario document with a stable name. */
export interface PlannedMutant {
  /** For example sale#1/after-commit/connection-reset. */
  readonly id: string;
  /** The number of the lane that it changes, by first use. */
  readonly lane: number;
  readonly slot: number;
  /** True if it changes each lane, whatever its slot. */
  readonly isOfEachLane?: boolean | undefined;
  readonly operation: string;
  /** Which call of that operation in the lane, counted from 1. */
  readonly call: number;
  readonly family: Family;
  readonly change: string;
  /** The change, as a sentence. */
  readonly about: string;
  readonly scenario: Scenario;
  /** Without this event the run shows nothing, and accuses nobody. Undefined: any call that a rule of the mutant changed. */
  readonly witness?: Witness | undefined;
  /** The call, if the first run saw it refused and the mutant needs it carried out. It then may accuse, but proves nothing. */
  readonly refused?: CallFact | undefined;
  /** True if answers are delayed in real time. */
  readonly isSlow: boolean;
  /** What the driver should do. Undefined: what it always does. */
  readonly shopper?: DriverAct | undefined;
  /** The amounts that the driver is told to sell for. Undefined: the usual ones. */
  readonly amounts?: AmountList | undefined;
  /** The operation that a second fault changes. Undefined if there is only one fault. */
  readonly then?: string;
  /** Sequences of simultaneous events. The mutant runs once per variant. */
  readonly variants?: readonly Variant[] | undefined;
  /** The variant of this run. */
  readonly variant?: Variant | undefined;
}

/** The call that a mutant changes: number k of its operation in its lane. */
export interface MutationPoint {
  readonly lane: LaneFacts;
  readonly call: CallFact;
  /** Counted from 1, among the calls for which rules are tried. */
  readonly k: number;
}

/** What a mutant may have besides its rules. */
type Extra = Pick<PlannedMutant, "witness" | "variants" | "variant" | "shopper" | "amounts">;

/**
 * A mutant of this call, such as `notice/never`: by rules, or by the effects of one at the call. `{call}` in the sentence is
 * the call.
 */
export function mutantAt(
  point: MutationPoint,
  kind: `${Family}/${string}`,
  sentence: string,
  change: Rule["then"] | readonly Rule[],
  extra: Extra = {},
): PlannedMutant {
  const { lane, call, k } = point;
  const family = kind.slice(0, kind.indexOf("/")) as Family;
  const id = `${pointName(point)}/${kind}`;
  const about = sentence.replace("{call}", numberedCall(point));
  const rules = "length" in change ? [...change] : [ruleAt(point, change)];
  return {
    id,
    lane: lane.index,
    slot: lane.slot,
    operation: call.operation,
    call: k,
    family,
    change: kind.slice(family.length + 1),
    about,
    scenario: { name: id, description: about, rules, expect: [] },
    refused: ofCarriedOut.has(family) && isRefused(call) ? call : undefined,
    isSlow: family === "slow" || kind === "future/slow",
    ...extra,
  };
}

/** Families that prove something only if the service does what the call asks. */
const ofCarriedOut: ReadonlySet<Family> = new Set([
  "after-commit",
  "decline-lost",
  "before-commit",
  "lost",
  "slow",
  "crash",
  "state",
]);

/** The name of a call in the ids of its mutants, such as `sale#1`. */
export const callName = ({ lane, operation, call }: Pick<PlannedMutant, "lane" | "operation" | "call">): string =>
  `${lane === 0 ? "" : `lane${lane + 1}.`}${shortName(operation)}#${call}`;

export const pointName = ({ lane, call, k }: MutationPoint): string =>
  callName({ lane: lane.index, operation: call.operation, call: k });

/** The mutant, or the first of its two faults. */
export const firstFault = (id: string): string => id.split("+")[0]!;

/** Enough of a call to name it. */
export interface NumberedCall {
  readonly call: { readonly operation: string };
  /** Which call of its operation, from 1. */
  readonly k: number;
}

/** The name of a call in sentences. */
export const numberedCall = ({ call, k }: NumberedCall): string => `${call.operation} (call ${k})`;

/** A rule that fires at exactly this call. Keeps the effects of the user's own rule, as far as the change allows. */
export const ruleAt = ({ call, k }: Pick<MutationPoint, "call" | "k">, then: Rule["then"]): Rule => ({
  when: { operation: call.operation },
  ...(k > 1 && { after: k - 1 }),
  times: 1,
  then: { ...call.effects, ...then },
});

/**
 * A rule for each attempt to pay an order on its page, so that a shopper who tries again doesn't undo the change. A
 * shopper who never gives up is let through in the end.
 */
export const ruleForEachAttempt = ({ call }: Pick<MutationPoint, "call">, then: Rule["then"]): Rule => ({
  when: { operation: call.operation, orderId: call.orderId },
  times: ATTEMPTS,
  then: { ...call.effects, ...then },
});
const ATTEMPTS = 10;

/** The names of operations in the ids of mutants. All others use the last part of the operation. */
const names: Readonly<Record<string, string>> = {
  "hosted-checkout/recurring": "hosted-recurring",
  "tokenization/void": "token-void",
  "direct/sale": "direct-sale",
  "direct/query": "direct-query",
  "direct/refund": "direct-refund",
  "direct/void": "direct-void",
  "card-entry/save": "save-card",
  "card-entry/cancel": "cancel-card",
};

export const shortName = (operation: string): string => names[operation] ?? operation.replace(/^.*\//, "");
