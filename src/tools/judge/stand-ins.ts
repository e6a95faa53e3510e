import { requestShape } from "./mutants/call-hashes.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import type { Represented } from "./mutants/representatives.js";
import { clientCopiesIn } from "./observe/copies.js";
import { type CallFact, isQuery, type LaneFacts, shopCallsOf } from "./observe/facts.js";
import type { ShopRun } from "./run/shop-runner.js";
import { isAccusation, type Verdict } from "./schema/verdicts.js";

/** The end of a mutant that may stand for others. */
interface Settled {
  readonly verdict: Verdict | "not-applied";
  /** The shop's calls and its beliefs. Undefined if they were like those after the first change of its kind. */
  readonly reaction: string | undefined;
  /** True if the shop's HTTP client sent a lost call again by itself. */
  readonly isCopied: boolean;
  /** True if the handlers of a race ask nothing, so that only chance makes them overlap. */
  readonly isByChance: boolean;
}

export interface DecidedMutant {
  readonly mutant: PlannedMutant;
  /** The verdict of the mutant that stands for it. Undefined if it must run itself. */
  readonly verdict: Verdict | "not-applied" | undefined;
  readonly by: PlannedMutant;
}

/** Decides for each represented mutant whether it runs, once the mutants that stand for it have ended. */
export class StandIns {
  readonly #open: Set<Represented>;
  readonly #wanted: Set<PlannedMutant>;
  readonly #settled = new Map<PlannedMutant, Settled>();

  constructor(represented: readonly Represented[]) {
    this.#open = new Set(represented);
    this.#wanted = new Set(represented.flatMap(({ by, probes }) => [by, ...probes]));
  }

  /** Takes in mutants that were planned since, before they run. */
  add(mutants: readonly PlannedMutant[], represented: readonly Represented[]): void {
    for (const mutant of mutants) this.#wanted.add(mutant);
    for (const one of represented) this.#open.add(one);
  }

  /** The mutants whose fate this result decides. `run`: undefined if it went like the first change of its kind. */
  settled(mutant: PlannedMutant, run: ShopRun | undefined, verdict: Verdict | "not-applied"): readonly DecidedMutant[] {
    if (!this.#wanted.has(mutant)) return [];
    return this.#decided(mutant, {
      verdict,
      reaction: run && reactionOf(run),
      isCopied: run?.lanes.some((lane) => clientCopiesIn(lane).length > 0) ?? false,
      isByChance: run?.seen !== undefined,
    });
  }

  #decided(mutant: PlannedMutant, end: Settled): readonly DecidedMutant[] {
    this.#settled.set(mutant, end);
    const ripe = [...this.#open].filter(({ by, probes }) => [by, ...probes].every((one) => this.#settled.has(one)));
    return ripe.flatMap((one) => {
      this.#open.delete(one);
      const verdict = this.#verdictOf(one);
      const decided = { mutant: one.mutant, verdict, by: one.by };
      // A represented mutant may stand for others in turn.
      const isStandIn = verdict !== undefined && this.#wanted.has(one.mutant);
      return isStandIn ? [decided, ...this.#decided(one.mutant, this.#settled.get(one.by)!)] : [decided];
    });
  }

  #verdictOf({ mutant, by, probes }: Represented): DecidedMutant["verdict"] {
    const ends = [by, ...probes].map((one) => this.#settled.get(one)!);
    if (mutant.family === "lost") return ends[0]!.isCopied ? undefined : "not-applied";
    // Where the first handler waits for an answer, the retry comes at another moment than a copy.
    if (mutant.family === "race" && mutant.change !== by.change && !ends[0]!.isByChance) return undefined;
    const isFound = ends.some(
      ({ verdict }) => verdict !== "not-applied" && (isAccusation(verdict) || verdict === "unstable"),
    );
    const reactions = new Set(probes.flatMap((one) => this.#settled.get(one)!.reaction ?? []));
    return isFound || reactions.size > 1 ? undefined : ends[0]!.verdict;
  }
}

/**
 * The shop's calls, its answers to notifications and its beliefs. What the service says is left out: it contains the code.
 * So are the place of forged notifications, which the mutant chose, and how often the shop asks, which may be chance.
 */
export const reactionOf = ({ lanes, beliefs, why }: ShopRun): string =>
  JSON.stringify([lanes.map(callsMadeIn), lanes.map(answersIn), beliefs ?? null, why === null]);

function callsMadeIn(lane: LaneFacts): readonly string[] {
  const calls = ownCallsIn(lane).map((call) => ({ call, text: `${call.operation} ${requestShape(call, lane)}` }));
  const texts = calls.map(({ text }) => text);
  return calls.flatMap(({ call, text }, i) => (isQuery(call) && texts.indexOf(text) < i ? [] : [text]));
}

function answersIn({ facts }: LaneFacts): readonly unknown[] {
  const notifications = facts.filter((fact) => fact.kind === "notification");
  return [true, false].map((isGenuine) =>
    notifications.filter(({ forged }) => (forged === undefined) === isGenuine).map(({ status }) => status),
  );
}

/** The calls without copies that the HTTP client sent by itself and that were lost too. */
function ownCallsIn(lane: LaneFacts): readonly CallFact[] {
  const lostCopies = new Set(clientCopiesIn(lane).flatMap(({ copy }) => (copy.fault === undefined ? [] : [copy])));
  return shopCallsOf(lane).filter((call) => !lostCopies.has(call));
}
