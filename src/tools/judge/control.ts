import type { Rule } from "../../core/scenario/rule/rule.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { factsIn } from "./observe/facts.js";
import { type BookEntry, booksOf } from "./oracle/books.js";
import type { Wrong } from "./oracle/wrong.js";
import { unsignedBelieved } from "./practices/beliefs.js";
import type { ShopRun } from "./run/shop-runner.js";
import { gravest, isAccusation } from "./schema/verdicts.js";
import { accountOf, type RunOutcome } from "./verdict-of.js";

/**
 * The same mutant without its false notifications: what else it changes may be the cause. Undefined if it sends none.
 * Without rules left, it changes nothing.
 */
export function withoutForgery(mutant: PlannedMutant): PlannedMutant | undefined {
  const { rules } = mutant.scenario;
  if (!rules.some(({ then }) => isForged(then))) return undefined;
  const left = rules.map((rule) => (isForged(rule.then) ? { ...rule, then: genuineAlone(rule.then) } : rule));
  const changing = left.filter(({ then }) => Object.keys(then).length > 0);
  return { ...mutant, scenario: { ...mutant.scenario, rules: changing } };
}

/** The service itself signs a wrong amount, so that is no forgery. */
const isForged = ({ notify }: Rule["then"]): boolean =>
  notify?.beside !== undefined || (notify?.forge !== undefined && notify.forge !== "amount-signed");

/** A forged notification takes the place of the genuine one, which then never comes. */
function genuineAlone({ notify: { beside: _, forge, ...notify } = {}, ...then }: Rule["then"]): Rule["then"] {
  const rest = forge === undefined ? notify : { ...notify, drop: true as const };
  return Object.keys(rest).length === 0 ? then : { ...then, notify: rest };
}

/** True if the control decides anything: the shop is accused, or seems to have believed a false signature. */
export function needsControl(run: ShopRun, { wrong }: RunOutcome): boolean {
  if (wrong.some(({ verdict }) => isAccusation(verdict))) return true;
  return run.beliefs !== undefined && unsignedBelieved(accountOf(run)).length > 0;
}

/** Takes back what the shop does without the false notification too. Without a control, nobody is accused. */
export function attributed(run: ShopRun, outcome: RunOutcome, control: Control | undefined): RunOutcome {
  if (control === undefined) return withoutControl(run, outcome);
  const { run: other, id } = control;
  // The dry run was right, so whatever is wrong came of the false notification.
  if (other === undefined) return outcome;
  const isCleared = (reference: string) => isAlike(run, other, reference);
  const taken = outcome.wrong.filter(({ references }) => references.every(isCleared));
  return {
    ...without(outcome, taken),
    cleared: Object.keys(run.beliefs ?? {}).filter(isCleared),
    notes: [...new Set(taken.map(({ references }) => noteOn(references, id)))],
  };
}

/**
 * Leaves open what came of another merchant's notification. Its signature, reference and amount are right, so a shop that
 * believes it gets advice.
 */
export function excused(run: ShopRun, outcome: RunOutcome): RunOutcome {
  const said = factsIn(run).filter((fact) => fact.kind === "notification" && fact.forged === "other-merchant");
  const heard = new Set(said.map(({ reference }) => reference));
  const taken = outcome.wrong.filter(({ references }) => references.some((one) => heard.has(one)));
  if (taken.length === 0) return outcome;
  const accused = taken.filter(({ verdict }) => isAccusation(verdict));
  const rest = without(outcome, taken);
  const trusted = [...new Set(accused.flatMap(({ references }) => references))].filter((one) => heard.has(one));
  if (trusted.length === 0) return { ...outcome, ...rest };
  const wrong = [...rest.wrong, ...accused.map((one) => leftOpen(one, OF_ANOTHER_MERCHANT))];
  const verdict = rest.verdict === "noticed" ? rest.verdict : gravest(wrong.map((one) => one.verdict));
  return { ...outcome, verdict, wrong, trusted };
}

const OF_ANOTHER_MERCHANT =
  "another merchant's genuine notification said so, which accuses nobody. The advice trusts-notification-alone says what to do";

/** What is left of an outcome. */
function without({ verdict, wrong }: RunOutcome, taken: RunOutcome["wrong"]): Pick<RunOutcome, "verdict" | "wrong"> {
  const left = wrong.filter((one) => !taken.includes(one));
  return { verdict: verdict === "noticed" ? verdict : gravest(left.map((one) => one.verdict)), wrong: left };
}

const withoutControl = (run: ShopRun, outcome: RunOutcome): RunOutcome => ({
  ...withoutAccusation(outcome, "the run without the false notification failed"),
  cleared: Object.keys(run.beliefs ?? {}),
});

/** Leaves open what would accuse the shop. */
export function withoutAccusation(outcome: RunOutcome, why: string): RunOutcome {
  const wrong = outcome.wrong.map((one) => leftOpen(one, why));
  const verdict = isAccusation(outcome.verdict) ? "unresolved" : outcome.verdict;
  return { ...outcome, verdict, wrong };
}

const leftOpen = (one: Wrong, why: string): Wrong => ({ ...one, verdict: "unresolved", why: `${one.why}; ${why}` });

/** The run without false notifications. */
export interface Control {
  /** Undefined if it changes nothing: then it is the dry run, which was right. */
  readonly run: ShopRun | undefined;
  /** The mutant of the plan that is the same run. */
  readonly id: string | undefined;
}

const noteOn = (references: readonly string[], id: string | undefined): string =>
  `${references.join(", ")} ended the same without the false notification, so that is not the cause${id === undefined ? "" : `: see ${id}`}`;

/** True if books and beliefs about an order are the same in both runs. Names that change in each run are looked up by their contents. */
function isAlike(run: ShopRun, control: ShopRun, reference: string): boolean {
  const said = JSON.stringify(run.beliefs?.[reference] ?? null);
  const [books, others] = [booksOf(run.lanes), booksOf(control.lanes)];
  const isTold = control.beliefs?.[reference] !== undefined || others.has(reference);
  const places = isTold ? [reference] : Object.keys(control.beliefs ?? {});
  return places.some(
    (place) =>
      JSON.stringify(control.beliefs?.[place] ?? null) === said &&
      sums(books.get(reference)) === sums(others.get(place)),
  );
}

const sums = (book: BookEntry | undefined): string =>
  book === undefined ? "" : [book.paid, book.refunded, book.voided, book.currency].join(" ");
