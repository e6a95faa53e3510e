import { requestId } from "../app/ports/exchange.js";
import type { Verdict } from "../library/language.js";
import { endOf, type Fact } from "./observe/facts.js";
import { allBelieved } from "./oracle/believed.js";
import { booksOf } from "./oracle/books.js";
import type { Account } from "./oracle/carts.js";
import { judgeMoney, type Wrong } from "./oracle/money.js";
import type { ShopRun } from "./run/lab.js";
import { gravest } from "./verdicts.js";

/** What came of one run of a mutant. */
export interface Outcome {
  readonly verdict: Verdict;
  /** Accusations, and what is not resolved. */
  readonly wrong: readonly Wrong[];
}

/** Both sides of a run that could be read. */
export const accountOf = (run: ShopRun): Account => ({
  books: booksOf(run.lanes),
  beliefs: allBelieved(run.beliefs ?? {}),
});

/**
 * Judges a run. `dryRun` is undefined where the shop tells no beliefs: then only a failure is noticed. `earlier`: the
 * references of the runs before.
 */
export function outcomeOf(run: ShopRun, dryRun: Account | undefined, earlier: ReadonlySet<string>): Outcome {
  if (run.hasTimedOut) return { verdict: "noticed", wrong: [] };
  if (dryRun === undefined || run.beliefs === undefined) {
    const isSeen = run.why !== null || run.unmet.length > 0;
    return { verdict: isSeen ? "noticed" : dryRun === undefined ? "survived" : "unresolved", wrong: [] };
  }
  const facts = run.lanes.flatMap(({ facts }) => facts).filter((fact) => wasKnown(fact, run));
  const wrong = judgeMoney({ ...accountOf(run), facts }, dryRun).map((one) => unlessKept(one, facts, earlier));
  const verdict = gravest(wrong.map((one) => one.verdict));
  return { verdict: verdict === "survived" && run.unmet.length > 0 ? "noticed" : verdict, wrong };
}

/** An order that no call of this run speaks of, and an earlier run made: the shop told of it once more, and may be right. */
function unlessKept(wrong: Wrong, facts: readonly Fact[], earlier: ReadonlySet<string>): Wrong {
  const { verdict, references } = wrong;
  if (verdict !== "order-unknown" && verdict !== "shipped-unpaid") return wrong;
  const isKept = (reference: string) =>
    earlier.has(reference) && !facts.some((fact) => fact.kind === "call" && fact.reference === reference);
  if (!references.every(isKept)) return wrong;
  const why = `${references.join(", ")}: an earlier run made this order. Does the shop keep its book from run to run?`;
  return { ...wrong, verdict: "unresolved", why };
}

/** The time of a file is told in steps: what came so soon after may have come before. */
const FILE_TIME_MS = 50;

/** Money moves whether the shop knows or not; of all else the shop can only say what came before it spoke. */
const wasKnown = (fact: Fact, { saidMs = Number.POSITIVE_INFINITY }: ShopRun): boolean =>
  fact.kind === "money" || endOf(fact) <= saidMs + FILE_TIME_MS;

/** The calls about these orders, such as req-3: all of the shop's, and the mutated one. */
export const requestsAbout = (run: ShopRun, references: readonly string[]): string[] =>
  run.lanes
    .flatMap(({ facts }) => facts)
    .filter((fact) => fact.kind === "call")
    .filter(({ reference, isMutated }) => isMutated || (reference !== undefined && references.includes(reference)))
    .map(({ id }) => requestId(id));
