import { requestId } from "../../lane/ports/exchange.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { touchesOneOrder } from "./mutants/pools.js";
import { endedAtMs, type Fact, factsIn } from "./observe/facts.js";
import { allBelieved } from "./oracle/believed.js";
import { booksOf } from "./oracle/books.js";
import { judgeMoney } from "./oracle/money.js";
import { waitsForEver } from "./oracle/waiting.js";
import type { Ended, Wrong } from "./oracle/wrong.js";
import type { ShopRun } from "./run/shop-runner.js";
import { gravest, type Verdict } from "./schema/verdicts.js";

/** The outcome of one run of a mutant. */
export interface RunOutcome {
  readonly verdict: Verdict;
  /** Accusations, and unresolved orders. */
  readonly wrong: readonly Wrong[];
  /** Orders that ended the same without the mutant's false notifications, which are then not the cause. */
  readonly cleared?: readonly string[] | undefined;
  /** Orders that the shop believed to be paid by another merchant's notification. */
  readonly trusted?: readonly string[] | undefined;
  /** Remarks without an accusation. */
  readonly notes?: readonly string[] | undefined;
}

/** What a run ended with. The beliefs must be readable. */
export const accountOf = (run: ShopRun): Ended => ({
  books: booksOf(run.lanes),
  beliefs: allBelieved(run.beliefs ?? {}),
  facts: factsIn(run),
});

/**
 * Judges a run. `dryRun` is undefined if the shop reports no beliefs: then only a failure is noticed. `earlier`: the
 * references of earlier runs.
 */
export function runOutcomeOf(
  run: ShopRun,
  dryRun: Ended | undefined,
  earlier: ReadonlySet<string>,
  mutant?: PlannedMutant,
): RunOutcome {
  const waiting = waitsForEver(run);
  if (waiting) return { verdict: "waits-for-ever", wrong: [waiting] };
  if (run.hasTimedOut) return { verdict: "noticed", wrong: [] };
  if (dryRun === undefined || run.beliefs === undefined) {
    const isSeen = run.why !== null || run.unmet.length > 0;
    return { verdict: isSeen ? "noticed" : dryRun === undefined ? "survived" : "unreadable", wrong: [] };
  }
  const account = accountOf(run);
  const facts = account.facts.filter((fact) => wasKnown(fact, run));
  const sparesOthers = run.why === null && mutant !== undefined && touchesOneOrder(mutant);
  const wrong = judgeMoney({ ...account, facts, sparesOthers }, dryRun).map((one) => unlessKept(one, facts, earlier));
  const verdict = gravest(wrong.map((one) => one.verdict));
  return { verdict: verdict === "survived" && run.unmet.length > 0 ? "noticed" : verdict, wrong };
}

/**
 * If no call of this run is about the order, an earlier run created it. The shop may have reported it correctly
 * again.
 */
function unlessKept(wrong: Wrong, facts: readonly Fact[], earlier: ReadonlySet<string>): Wrong {
  const { verdict, references } = wrong;
  if (verdict !== "order-unknown" && verdict !== "shipped-unpaid") return wrong;
  const isKept = (reference: string) =>
    earlier.has(reference) && !facts.some((fact) => fact.kind === "call" && fact.reference === reference);
  if (!references.every(isKept)) return wrong;
  const why = `${references.join(", ")}: an earlier run made this order. Does the shop keep its book from run to run? Start each run without orders`;
  return { ...wrong, verdict: "unresolved", why };
}

/** File times are coarse: an event that seems this much later than the beliefs may have happened before them. */
const FILE_TIME_MS = 50;

/**
 * Money moves whether the shop knows about it or not. Other events count only if they happened before the shop
 * reported its beliefs.
 */
const wasKnown = (fact: Fact, { saidMs = Number.POSITIVE_INFINITY }: ShopRun): boolean =>
  fact.kind === "money" || endedAtMs(fact) <= saidMs + FILE_TIME_MS;

/** The calls about these orders, such as req-3: all calls of the shop, and the mutated one. */
export const requestsAbout = (run: ShopRun, references: readonly string[]): string[] =>
  factsIn(run)
    .filter((fact) => fact.kind === "call")
    .filter(({ reference, isMutated }) => isMutated || (reference !== undefined && references.includes(reference)))
    .map(({ id }) => requestId(id));

/** A mutant that was run. */
export interface Tried {
  readonly mutant: PlannedMutant;
  readonly run: ShopRun;
  readonly outcome: RunOutcome;
  /** How many times it was run, and in how many of these runs its verdict was found. */
  readonly seen: { readonly of: number; readonly times: number };
  /** The other mutants of the same run. Undefined if it ran alone. */
  readonly poolOf?: readonly string[] | undefined;
}
