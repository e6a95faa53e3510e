import type {
  Belief,
  Book,
  Finding,
  JudgedMutant,
  JudgeReport,
  TimelineEvent,
  Verdict,
} from "../../library/language.js";
import { plural } from "../../scenario/plural.js";
import { isAccusation } from "../verdicts.js";

/** How a verdict is coloured. */
export type Tone = "bad" | "unsure" | "good" | "none";

export function toneOf(verdict: Verdict): Tone {
  if (isAccusation(verdict)) return "bad";
  if (verdict === "survived") return "good";
  return verdict === "notRun" ? "none" : "unsure";
}

export const signs: Readonly<Record<Tone, string>> = { bad: "✗", unsure: "?", good: "✓", none: "–" };

/** The call or the shopper's action that a mutant changes, such as `sale#1`. */
export const callOf = ({ id }: Pick<JudgedMutant, "id">): string => id.split("/")[0]!;
/** What a mutant does to it, such as `after-commit/connection-reset`. */
export const changeOf = ({ id }: Pick<JudgedMutant, "id">): string => id.split("/").slice(1).join("/");

/** The result in one line. */
export function verdictLine({ exitCode, findings, manners, dryRun, counts, isStopped }: JudgeReport): string {
  if (dryRun.problems.length > 0) return "The dry run itself failed";
  const grave = manners.filter((manner) => manner.grave).length;
  const found = [
    ...(findings.length > 0 ? [plural(findings.length, "finding")] : []),
    ...(grave > 0 ? [plural(grave, "grave manner")] : []),
  ].join(" and ");
  const of = `in ${plural(counts.run, "mutant")}${isStopped ? ", stopped before its end" : ""}`;
  if (found !== "") return `${found} ${of}${exitCode === 0 ? ", all of them known" : ""}`;
  return `Nothing found ${of}`;
}

/** What was left aside, in one line. */
export const countsLine = ({ counts }: JudgeReport): string =>
  [
    `${counts.survived} survived`,
    `${counts.noticed} noticed by the command itself`,
    `${counts.unresolved} unresolved`,
    `${counts.unstable} unstable`,
    `${counts.pruned} pruned`,
    `${counts.notRun} not run`,
  ].join(", ");

const amount = (value: number | null | undefined): string => (value == null ? "unknown" : value.toFixed(2));

export const bookText = (book: Book | undefined): string =>
  book === undefined
    ? "no such order"
    : `paid ${amount(book.paid)}, refunded ${amount(book.refunded)} ${book.currency}${book.voided ? ", voided" : ""}`;

export function beliefText(belief: Belief | null | undefined): string {
  if (belief == null) return "nothing";
  const { paid, refunded = 0, currency, shipped } = belief;
  const money = `paid ${amount(paid)}, refunded ${amount(refunded)}${currency === undefined ? "" : ` ${currency}`}`;
  return shipped === true ? `${money}, shipped` : money;
}

/** The references of a finding, with both sides. */
export const sidesOf = ({ references, books, beliefs }: Finding): readonly (readonly [string, string, string])[] =>
  references.map((reference) => [reference, bookText(books[reference]), beliefText(beliefs[reference])]);

/** What happened, as a sentence of its own. */
export function eventText(event: TimelineEvent): string {
  switch (event.kind) {
    case "call":
      return callText(event);
    case "notice":
      return noticeText(event);
    case "money":
      return `${event.what} ${amount(event.amount)} ${event.currency}`;
    case "redirect":
      return `the browser opens the ${event.to} address: ${event.status ?? "no answer"}`;
  }
}

function callText({ operation, amount: said, responseCode, message, fault, placed }: Call): string {
  const asked = said === null ? operation : `${operation} ${amount(said)}`;
  const decided = responseCode === "" ? "nothing happened" : [responseCode, message ?? ""].join(" ").trim();
  if (fault === null) return `${asked}: ${decided}`;
  return `${asked}: ${decided}; the answer was lost (${fault}${placed === null ? "" : `, ${placed}`})`;
}

function noticeText({ attempt, isGenuine, forged, says, status, answer, why }: Notice): string {
  const what = isGenuine ? "notice" : `forged notice (${forged ?? "replayed"})`;
  const content = `${says.status ?? ""} ${says.amount ?? ""}`.trim();
  const answered = status === null ? "no answer" : `${status} ${JSON.stringify(answer)}`;
  return `${what}${attempt > 1 ? `, attempt ${attempt}` : ""}: ${content} → ${answered}${why === null ? "" : ` (${why})`}`;
}

type Call = Extract<TimelineEvent, { kind: "call" }>;
type Notice = Extract<TimelineEvent, { kind: "notice" }>;
