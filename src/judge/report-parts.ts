import type { Finding, JudgedMutant, JudgedRun, Verdict } from "../library/language.js";
import { timelineOf } from "./observe/timeline.js";
import { bookJson, booksOf } from "./oracle/books.js";
import type { Wrong } from "./oracle/money.js";
import type { PlannedMutant } from "./plan/mutant.js";
import type { ShopRun } from "./run/lab.js";
import { requestsAbout } from "./verdict-of.js";
import { isAccusation } from "./verdicts.js";

/** A run as reports tell it. */
export const judgedRun = (run: ShopRun): JudgedRun => ({
  books: Object.fromEntries([...booksOf(run.lanes)].map(([reference, book]) => [reference, bookJson(book)])),
  beliefs: run.beliefs ?? null,
  exitCode: run.exitCode,
  why: run.why ?? run.unreadable[0] ?? run.unmet[0] ?? null,
  timeline: timelineOf(run.lanes),
});

/** `run` is undefined where it was not run. */
export const mutantJson = (
  { id, lane, operation, call, family, change, about }: PlannedMutant,
  replay: string,
  run: ShopRun | undefined,
  verdict: Verdict,
): JudgedMutant => ({
  id,
  verdict,
  ms: Math.round(run?.ms ?? 0),
  lane,
  operation,
  call,
  family,
  change,
  about,
  replay,
  run: run ? judgedRun(run) : null,
});

/** The accusations of a run; of one verdict on one order or cart there is one. */
export function findingsOf(
  { id }: PlannedMutant,
  replay: string,
  run: ShopRun,
  wrong: readonly Wrong[],
): readonly Finding[] {
  const books = booksOf(run.lanes);
  return wrong.flatMap(({ verdict, references, cart, why }) => {
    if (!isAccusation(verdict)) return [];
    const known = references.flatMap((reference) => {
      const book = books.get(reference);
      return book ? [[reference, bookJson(book)] as const] : [];
    });
    return [
      {
        verdict,
        mutant: id,
        references: [...references],
        cart: cart ?? null,
        books: Object.fromEntries(known),
        beliefs: Object.fromEntries(references.map((one) => [one, run.beliefs?.[one] ?? null])),
        requests: requestsAbout(run, references),
        why,
        replay,
      },
    ];
  });
}
