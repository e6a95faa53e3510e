import { firstFew, plural } from "../../../core/scenario/values/plural.js";
import type { Report, Tone } from "../../reports/report.js";
import type { Belief } from "../schema/beliefs-schema.js";
import type { Book, Finding, JudgedMutant, JudgeReport } from "../schema/report.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import { isAccusation, type Verdict } from "../schema/verdicts.js";
import { leftUnknown } from "../unknown-payments.js";
import { causesOf, isAccepted } from "./causes.js";

export function toneOf(verdict: Verdict): Tone {
  if (isAccusation(verdict)) return "bad";
  if (verdict === "survived") return "good";
  return verdict === "notRun" ? "none" : "unsure";
}

/** What a survivor's failed command shows, as a clause. A shop without its key is right to refuse to start. */
export function failedToo({ verdict, family, run }: Pick<JudgedMutant, "verdict" | "family" | "run">) {
  if (verdict !== "survived" || run?.why == null) return undefined;
  return family === "keyless"
    ? { isRight: true, text: "the command failed, as it may without the service's key" }
    : { isRight: false, text: "but the command failed" };
}

/** The call or the shopper's action that a mutant changes, such as `sale#1`. */
export const callOf = ({ id }: Pick<JudgedMutant, "id">): string => id.split("/")[0]!;
/** The change of a mutant, such as `after-commit/connection-reset`. */
export const changeOf = ({ id }: Pick<JudgedMutant, "id">): string => id.split("/").slice(1).join("/");

/** True if the judge found nothing. The result in one line then tells what was not run. */
export const isClear = (report: JudgeReport): boolean =>
  causesOf(report).length === 0 && !report.practices.some(({ grave }) => grave);

/** The result in one line. A mistake is a cause of findings, and several mutants may show it. */
export function verdictLine(report: JudgeReport): string {
  const { findings, practices, dryRun, counts, isStopped } = report;
  if (dryRun.problems.length > 0) return "The dry run itself failed";
  const mistakes = causesOf(report);
  const grave = practices.filter((practice) => practice.grave);
  const hit = new Set(findings.map(({ mutant }) => mutant)).size;
  const run = `${plural(counts.run, "mutant")}${isStopped ? ", stopped before its end" : ""}`;
  if (mistakes.length + grave.length === 0)
    return counts.notRun > 0
      ? `Nothing found so far in ${run}, ${counts.notRun} not run (a longer --budget runs them, as does --only '${openPart(report)}'; --strict fails without them)${openText(report)}`
      : `Nothing found in ${run}${openText(report)}`;
  const known =
    mistakes.filter((mistake) => mistake.findings.every(isAccepted)).length +
    grave.filter(({ isKnown }) => isKnown).length;
  const newText =
    known === 0 ? "" : known === mistakes.length + grave.length ? ", none of them new" : `, ${known} of them not new`;
  const practicesText = plural(grave.length, "grave practice");
  if (mistakes.length === 0) return `${practicesText} in ${run}${newText}`;
  const also = grave.length === 0 ? "" : ` (and ${practicesText})`;
  return `${plural(mistakes.length, "mistake")}${also}, shown by ${hit} of ${run}${newText}`;
}

/** How little "Nothing found" proves, if so: what the shop never knew, no mutant could show. */
function openText({ dryRun, counts, hasBeliefs }: JudgeReport): string {
  const unknown = leftUnknown(dryRun.run);
  const orders = plural(unknown.length, "paid order");
  if (unknown.length > 0)
    return `, which proves nothing about ${orders} that the shop did not know of even in the unchanged run (${firstFew(unknown, 3)}): let it query, or wait for the notification`;
  return hasBeliefs && counts.run > 0 && counts.survived === 0 && counts.unresolved > 0
    ? ", and none survived: nothing is proven"
    : "";
}

/** A pattern of mutants that were not run, and of no other: a call, a kind of change at it, or one mutant. Undefined if all ran. */
export function openPart({ mutants }: Pick<JudgeReport, "mutants">): string | undefined {
  const first = mutants.find(({ verdict }) => verdict === "notRun");
  if (first === undefined) return undefined;
  const [call, kind] = first.id.split("/");
  const wider = first.id.includes("+") ? [] : [`${call}/`, `${call}/${kind}/`];
  const start = wider.find((one) => mutants.every(({ id, verdict }) => verdict === "notRun" || !id.startsWith(one)));
  return start === undefined ? first.id : `${start}*`;
}

/** How many mutants had each result. The numbers add up to the plan. `withZero`: tells a 0, too, unless the result is rare. */
export function countsOf(report: JudgeReport, withZero: boolean): NonNullable<Report["counts"]> {
  const { counts } = report;
  const all = [
    [counts.found, "accused", "bad", false],
    [counts.survived, "survived", "good", true],
    [counts.noticed, "noticed by the command itself", "unsure", withZero],
    [counts.unresolved, "unresolved", "unsure", withZero],
    [counts.unreadable, "unreadable", "unsure", false],
    [counts.unstable, "unstable", "unsure", withZero],
    [counts.pruned, skippedText(report), "none", withZero],
    [counts.notRun, "not run", "none", withZero],
  ] as const;
  return all
    .filter(([count, , , isTold]) => count > 0 || isTold)
    .map(([count, what, tone]) => ({ text: `${count} ${what}`, tone }));
}

/** The same in one line. */
export const countsLine = (report: JudgeReport): string => {
  const { pools } = report.counts;
  const line = countsOf(report, true)
    .map(({ text }) => text)
    .join(", ");
  return `${line}${wholeText(report)}${pools ? `, ${plural(pools, "run")} with a fault for each of several orders` : ""}`;
};

/** How long all mutants would have taken, if some of them were not run. */
export function wholeText({ counts: { planned, run, notRun }, durationMs }: JudgeReport): string {
  if (run === 0 || notRun === 0) return "";
  const s = Math.ceil((durationMs * planned) / (planned - notRun) / 1000);
  return ` (all take about ${s > 90 ? `${Math.ceil(s / 60)} min` : `${s} s`})`;
}

/** Why mutants were skipped, each for one reason. */
export function skippedText({ counts: { pruned, represented = 0 }, inconclusive }: JudgeReport): string {
  const notApplied = Object.values(inconclusive).filter((why) => why === "not-applied").length;
  const reasons = [
    [represented, "represented by another one"],
    [notApplied, "not applied"],
    [pruned - represented - notApplied, "the same run as another one"],
  ] as const;
  const parts = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `skipped${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

export const amountOrUnknown = (value: number | null | undefined): string =>
  value == null ? "unknown" : value.toFixed(2);

/** Such as `HKD 88.00`. */
export const sumText = ({ currency, amount }: { readonly currency: string; readonly amount: number }): string =>
  `${currency} ${amount.toFixed(2)}`;

export const bookText = (book: Book | undefined): string =>
  book === undefined
    ? "no such order"
    : `paid ${amountOrUnknown(book.paid)}, refunded ${amountOrUnknown(book.refunded)} ${book.currency}${book.voided ? ", voided" : ""}`;

export function beliefText(belief: Belief | null | undefined): string {
  if (belief == null) return "nothing";
  const { paid, refunded = 0, currency, shipped } = belief;
  const money = `paid ${amountOrUnknown(paid)}, refunded ${amountOrUnknown(refunded)}${currency === undefined ? "" : ` ${currency}`}`;
  return shipped === true ? `${money}, shipped` : money;
}

/** The references of a finding, each with the books and the shop's belief. */
export const sidesOf = ({ references, books, beliefs }: Finding): readonly (readonly [string, string, string])[] =>
  references.map((reference) => [reference, bookText(books[reference]), beliefText(beliefs[reference])]);

/** Leaves out delivery attempts that had the same answer as the previous one. */
export function withoutRepeats(timeline: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const last = new Map<number, string>();
  return timeline.filter((event) => {
    if (event.kind !== "notice") return true;
    const said = `${event.isGenuine} ${event.status} ${event.answer} ${event.why}`;
    const isRepeat = event.attempt > 1 && last.get(event.notification) === said;
    last.set(event.notification, said);
    return !isRepeat;
  });
}

/** The events of these orders and the mutated calls, without repeats. */
export const eventsAbout = (
  timeline: readonly TimelineEvent[],
  references: readonly string[],
): readonly TimelineEvent[] =>
  withoutRepeats(timeline).filter(
    (event) =>
      (event.kind === "call" && event.isMutated) || (event.reference !== null && references.includes(event.reference)),
  );

/** The event as a sentence of its own. */
export function eventText(event: TimelineEvent): string {
  switch (event.kind) {
    case "call":
      return callText(event);
    case "notice":
      return notificationText(event);
    case "money":
      return `${event.what} ${amountOrUnknown(event.amount)} ${event.currency}`;
    case "redirect":
      return `the browser opens the ${event.to} address: ${event.status ?? "no answer"}`;
  }
}

function callText(event: Call): string {
  const { operation, amount: said, responseCode, message, fault, placed, resendOf, afterMs, isMutated } = event;
  const again = resendOf === null ? "" : `, the same bytes as ${resendOf} ${afterMs} ms after it was lost`;
  const asked = `${said === null ? operation : `${operation} ${amountOrUnknown(said)}`}${again}`;
  const decided = responseCode === "" ? "nothing happened" : [responseCode, message ?? ""].join(" ").trim();
  if (fault === null) return `${asked}: ${decided}${isMutated ? CHANGED : ""}`;
  return `${asked}: ${decided}; the answer was lost (${fault}${placed === null ? "" : `, ${placed}`})`;
}

/** Else an answer with an unknown status looks as right as the others. */
const CHANGED = " (where the mutant acted)";

function notificationText({ attempt, isGenuine, forged, says, status, answer, why }: Notice): string {
  const what = isGenuine ? "notice" : `forged notice (${forged ?? "replayed"})`;
  const content = `${says.status ?? ""} ${says.amount ?? ""}`.trim();
  const answered = status === null ? "no answer" : `${status} ${JSON.stringify(answer)}`;
  return `${what}${attempt > 1 ? `, attempt ${attempt}` : ""}: ${content} → ${answered}${why === null ? "" : ` (${why})`}`;
}

type Call = Extract<TimelineEvent, { kind: "call" }>;
type Notice = Extract<TimelineEvent, { kind: "notice" }>;
