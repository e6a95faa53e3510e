import type { CarriedDecline } from "../../core/domain/carried-decline.js";
import type { HostAnswer } from "../../core/domain/decision.js";
import { type Choice, type CompiledRule, choose, type Fired, noChoice } from "../../core/scenario/matching/choose.js";
import type { Result } from "../journal/result.js";
import type { Prelude } from "../lane.js";
import type { Tx } from "../ports/store.js";
import { carriedRule, declineToCarry, metDecline } from "./carry.js";
import type { CommandRequest } from "./command-request.js";
import { hostAnswer, rulesFor, stoppedBy } from "./fired-rule.js";
import type { LoadedCall } from "./load-call.js";

/** The rule chosen for a call, and its effects. */
export interface Chosen {
  readonly choice: Choice;
  /** A result without a decision: a fault before the commit, or a forced refusal. */
  readonly stopped?: Result | undefined;
  /** The issuer's answer that the rule forces. */
  readonly forced?: HostAnswer | undefined;
  /** The decline for the first attempt on the page that the call opens. */
  readonly carried?: CarriedDecline | undefined;
  /** What others do before the call is decided. */
  readonly prelude?: Prelude | undefined;
}

/** Finds the rule that fires for this call. */
export function chooseRule(tx: Tx, call: CommandRequest, loaded: LoadedCall, magic: readonly CompiledRule[]): Chosen {
  const met = metDecline(call.command, loaded, loaded.now);
  const rules = rulesFor(loaded.rules, call, magic, met && carriedRule(met, loaded.now));
  if (rules.length === 0) return { choice: noChoice };
  const choice = choose(rules, loaded.subject, { ...loaded.state, counters: tx }, "command");
  if (!choice.fired) return { choice };
  return {
    choice,
    stopped: stoppedBy(choice),
    forced: hostAnswer(choice),
    carried: declineToCarry(choice, call.operation),
    prelude: preludeOf(choice.fired, loaded),
  };
}

function preludeOf({ then }: Fired, { order, token, merchant, subject }: LoadedCall): Prelude | undefined {
  if (!then.meanwhile && !then.visits?.some(({ at }) => at === "before-paying")) return undefined;
  return { then, merchantId: merchant.merchantId, order, token, amount: subject.amountMinor };
}
