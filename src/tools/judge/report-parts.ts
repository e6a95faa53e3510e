import { harmIn } from "./harm.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { callsOf } from "./observe/facts.js";
import { timelineOf } from "./observe/timeline.js";
import { bookJson, booksOf } from "./oracle/books.js";
import { mixedUpWith } from "./oracle/mixed-up.js";
import type { Wrong } from "./oracle/wrong.js";
import { eventsAbout, eventText } from "./reports/words.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { Belief } from "./schema/beliefs-schema.js";
import { cureOf } from "./schema/cures.js";
import type { Finding, JudgedMutant, JudgedRun } from "./schema/report.js";
import { isAccusation, isUndecided, type Verdict } from "./schema/verdicts.js";
import { accountOf, requestsAbout, type Tried } from "./verdict-of.js";

/** A run as it appears in reports. */
export const judgedRun = (run: ShopRun): JudgedRun => ({
  books: Object.fromEntries([...booksOf(run.lanes)].map(([reference, book]) => [reference, bookJson(book)])),
  beliefs: run.beliefs ?? null,
  exitCode: run.exitCode,
  why: run.why ?? run.unreadable[0] ?? run.unmet[0] ?? null,
  timeline: timelineOf(run.lanes),
});

/** `run` is undefined if the mutant was not run. */
export const mutantJson = (
  { id, lane, operation, call, family, change, about }: PlannedMutant,
  replay: string,
  run: ShopRun | undefined,
  verdict: Verdict,
  poolOf?: readonly string[],
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
  ...(isUndecided(verdict) && run?.lastLines && { output: [...run.lastLines] }),
  ...(poolOf !== undefined && { poolOf: [...poolOf] }),
});

/** The accusations of a run: one per verdict and order or cart. */
export function findingsOf(
  { mutant, run, outcome, seen }: Tried,
  replay: string,
  dry: ShopRun,
): readonly Omit<Finding, "waiver" | "isKnown">[] {
  const books = booksOf(run.lanes);
  const dryBooks = booksOf(dry.lanes);
  const calls = run.lanes.flatMap(callsOf);
  const changed = calls.flatMap(({ isMutated, reference }) => (isMutated ? [reference] : []));
  const forgotten = [...books].filter(([reference, { paid }]) => paid > 0 && !run.beliefs?.[reference]).length;
  const ended = accountOf(run);
  const mixedUp = outcome.wrong.flatMap(({ verdict, references }) =>
    verdict === "paid-unpaid" ? references.flatMap((one) => pairOf(one, mixedUpWith(ended, one))) : [],
  );
  return outcome.wrong.flatMap((wrong) => {
    const { verdict, references, cart, why } = wrong;
    if (!isAccusation(verdict)) return [];
    const known = references.flatMap((reference) => {
      const book = books.get(reference);
      return book ? [[reference, bookJson(book)] as const] : [];
    });
    // The sequence that the judge enforced, if it enforced one.
    const schedule = run.conducted?.schedule.length
      ? [...run.conducted.schedule]
      : eventsAbout(timelineOf(run.lanes), references).slice(0, SHOWN_EVENTS).map(eventText);
    const planned = plannedFor(wrong, dry);
    const isSpared =
      changed.length > 0 &&
      changed.every((one) => one !== undefined && !references.includes(one)) &&
      references.every((one) => dryBooks.has(one));
    const isMixedUp = references.some((one) => mixedUp.includes(one));
    const sides = {
      verdict,
      references: [...references],
      books: Object.fromEntries(known),
      beliefs: Object.fromEntries(references.map((one) => [one, run.beliefs?.[one] ?? null])),
    };
    return [
      {
        ...sides,
        mutant: mutant.id,
        operation: mutant.operation,
        cart: cart ?? null,
        requests: requestsAbout(run, references),
        why,
        harm: harmIn(sides, planned),
        schedule,
        cure: cureOf(verdict, mutant, { ...sides, schedule, forgotten, price: planned.paid, isSpared, isMixedUp }),
        output: [...(run.lastLines ?? [])],
        replay,
        seen,
      },
    ];
  });
}

/** The order that counts as paid, and the one whose notification may have said so. */
const pairOf = (one: string, other: string | undefined): readonly string[] => (other === undefined ? [] : [one, other]);

/** What the dry run charged for the goods and gave back, in the currency's main unit. */
function plannedFor({ references, cart, planned }: Wrong, { beliefs = {}, lanes }: ShopRun) {
  const books = booksOf(lanes);
  const isMeant = ([reference, belief]: [string, Belief]) =>
    cart === undefined ? references.includes(reference) : belief.cart === cart;
  const named = Object.entries(beliefs).filter(isMeant);
  const all = planned ? [planned] : named.flatMap(([reference]) => books.get(reference) ?? []);
  return {
    paid: all.reduce((sum, { paid }) => sum + paid, 0) / 100,
    back: all.reduce((sum, { refunded, voided }) => sum + refunded + voided, 0) / 100,
  };
}

const SHOWN_EVENTS = 40;
