import { firstFew, plural } from "../../../core/scenario/values/plural.js";
import {
  coverageItems,
  coverageProperties,
  coveredText,
  type Group,
  type Item,
  type Report,
  type Seen,
  stoppedItems,
} from "../../reports/report.js";
import { harmOf } from "../harm.js";
import { errorLine } from "../run/shop/telling-line.js";
import { cureOf } from "../schema/cures.js";
import type { Finding, JudgedMutant, JudgedRun, JudgeReport, Practice } from "../schema/report.js";
import { type Accusation, chapterOf, verdictTexts } from "../schema/verdicts.js";
import { type Cause, causesOf, isAccepted, seenText } from "./causes.js";
import { closingLines } from "./closing-lines.js";
import { messagesOf, rowOf } from "./events.js";
import {
  beliefText,
  bookText,
  callOf,
  changeOf,
  countsLine,
  countsOf,
  failedToo,
  sidesOf,
  sumText,
  toneOf,
  verdictLine,
  withoutRepeats,
} from "./words.js";

export interface JudgeBounds {
  /** In percent of all cells. Less coverage fails. */
  readonly minCoverage?: number | undefined;
  /** The exit code of the signal that stopped the judge. */
  readonly stoppedWith?: number | undefined;
}

/** The judge's findings as a report: causes first, then practices, the map, and a timeline of each mutant. */
export function reportOfJudge(report: JudgeReport, { minCoverage, stoppedWith }: JudgeBounds = {}): Report {
  const { command, version, seed, startedAt, durationMs, coverage, harm, hasBeliefs, dryRun, notes, notTried } = report;
  const mutants = report.mutants.map((mutant, at) => mutantItem(mutant, at, report));
  const seen = seenAmong(mutants);
  const dry: Group = {
    ...{ kind: "items", title: "Dry run", page: "list", terminal: "lines" },
    items: [dryRunItem(report)],
  };
  const conditions = conditionsOf(report, { minCoverage, stoppedWith });
  const isFailing = conditions.some(({ fails }) => fails !== undefined);
  const hasFailed = dryRun.problems.length > 0;
  const sums = (hasFailed ? [] : harm)
    .filter(({ amount }) => amount > 0)
    .map((one) => ({ sum: sumText(one), what: `${one.what} in ${plural(one.runs, "run")}` }));
  return {
    ...{ title: "payment-sandbox judge", verdict: verdictLine(report), command, version, seed, startedAt, durationMs },
    exitCode: stoppedWith ?? (report.exitCode || (isFailing ? 4 : 0)),
    badge: badgeOf(report),
    facts:
      hasBeliefs || hasFailed ? [] : ["the shop reported no beliefs, so only practices and expectations were judged"],
    sums,
    counts: report.mutants.length > 0 ? countsOf(report, false) : [],
    groups: [
      ...(hasFailed ? [dry] : []),
      {
        ...{ kind: "items", title: "Findings", page: "cards", terminal: "found", cases: "seen" },
        items: causesOf(report).map((cause) => causeItem(cause, report, seen)),
      },
      {
        ...{ kind: "items", title: "Practices", page: "cards", terminal: "brief" },
        items: report.practices.map((practice) =>
          practiceItem(practice, practiceReplay(practice, report.mutants), seen),
        ),
      },
      {
        ...{ kind: "map", title: "What was changed, and what came of it" },
        fields: report.mutants.map((mutant, i) => ({
          column: callOf(mutant),
          family: mutant.family,
          row: changeOf(mutant),
          item: mutants[i]!,
        })),
      },
      ...(hasFailed ? [] : [dry]),
      { ...{ kind: "items", title: "Conditions", page: "list", terminal: "lines", most: 4 }, items: conditions },
      { ...{ kind: "items", title: "Each mutant", page: "folded", terminal: "nothing" }, items: mutants },
      verdictsGroup(report, seen),
      ...(notTried.length > 0 ? [linesGroup("What was not tried", "Faults that no mutant tried", notTried)] : []),
      ...(notes.length > 0 ? [linesGroup("Notes", plural(notes.length, "note"), notes.slice(0, NOTES))] : []),
    ],
    totals: [
      ...closingLines(report),
      ...(mutants.length > 0 ? [countsLine(report)] : []),
      ...(coverage ? [coveredText(coverage)] : []),
    ],
    coverage,
    properties: { ...report.counts, ...coverageProperties(coverage) },
  };
}

/** Finds the items of mutants by their ids. */
export const seenAmong = (items: readonly Item[]) => {
  const byName = new Map(items.map((item) => [item.name, item]));
  return (name: string, text?: string): Seen => ({ name, item: byName.get(name), ...(text !== undefined && { text }) });
};
type SeenIn = ReturnType<typeof seenAmong>;

function badgeOf(report: JudgeReport): Report["badge"] {
  const { findings, practices, dryRun, counts, hasBeliefs } = report;
  if (dryRun.problems.length > 0) return { text: "the dry run failed", tone: "bad" };
  if (findings.length > 0 || practices.some(({ grave }) => grave)) return { text: verdictLine(report), tone: "bad" };
  const open = counts.planned - counts.pruned - counts.survived;
  if (open > 0 || !hasBeliefs || counts.planned === 0)
    return { text: `nothing found, ${plural(open, "mutant")} open`, tone: "unsure" };
  return { text: `nothing found in ${plural(counts.run, "mutant")}`, tone: "good" };
}

function dryRunItem({ dryRun: { problems, run } }: JudgeReport): Item {
  const result = { ...{ label: "dry run", name: "dry run", area: "payment-sandbox" }, ...runOf(run) };
  if (problems.length === 0)
    return { ...result, tone: "good", why: "Nothing was changed, and the shop and the books agree." };
  const found = problems.map(
    (why): Item => ({ ...{ tone: "bad", label: "dry run", name: "dry run", fails: "dry-run" }, why }),
  );
  return { ...result, tone: "bad", found };
}

/** What a run has to fulfil besides right books. Each is a reason for an exit code other than 0. */
const conditionsOf = (report: JudgeReport, { minCoverage, stoppedWith }: JudgeBounds): readonly Item[] => [
  ...report.unproven.map(
    (name): Item => ({ ...{ tone: "bad", label: "not proven", name, area: "payment-sandbox" }, fails: "not-proven" }),
  ),
  ...coverageItems(report.coverage, minCoverage, "coverage is below"),
  ...stoppedItems(stoppedWith),
];

/** One card per cause. Its first finding is shown in full, because the others usually have the same mistake behind them. */
function causeItem({ verdict, operation, cause, findings, covered }: Cause, report: JudgeReport, seen: SeenIn): Item {
  const [first] = findings;
  const alike = findings.filter(({ mutant, references }) => mutant === first.mutant && references !== first.references);
  const also = [...new Set(alike.flatMap(({ references }) => references))].filter(
    (reference) => !first.references.includes(reference),
  );
  const timeline = report.mutants.find(({ id }) => id === first.mutant)?.run?.timeline ?? [];
  const sums = harmOf(findings).filter(({ amount }) => amount > 0);
  return {
    ...fullItem(first),
    details: [...coveredDetails(covered, findings), ...acceptedDetails(first), ...wroteDetails(first)],
    ...(also.length > 0 && { why: `${first.why}${seenText(first)}; the same of ${firstFew(also, SHOWN_ORDERS)}` }),
    sides: [first, ...alike].flatMap(sidesOf),
    about: `${operation}, ${cause}`,
    sum: sums.map(sumText).join(", ") || undefined,
    more: { text: chapterOf(verdict), href: `#${aboutId(verdict)}` },
    drawing: messagesOf(timeline, first.references),
    seen: findings.map((one) => seen(one.mutant, `${one.why}${seenText(one)}`)),
  };
}

function coveredDetails(
  [one, ...more]: readonly Finding[],
  { length }: readonly Finding[],
): NonNullable<Item["details"]> {
  if (one === undefined) return [];
  const runs = more.length + 1 === length ? "the same" : `${more.length + 1} of the same`;
  return [["also", `${one.verdict} in ${runs} ${length === 1 ? "run" : "runs"}: the same money, so one mistake`]];
}

/** One finding with its events. */
export const fullItem = (finding: Finding): Item => ({
  ...findingItem(finding),
  details: [...acceptedDetails(finding), ...wroteDetails(finding)],
  steps: finding.schedule,
  isSequence: /\/(race|order|crash)\//.test(finding.mutant),
  output: finding.output,
});

/** One finding, without what only its cause needs. */
function findingItem(finding: Finding): Item {
  const { verdict, mutant, operation, why, harm, cure, replay, requests } = finding;
  return {
    ...{ tone: "bad", label: verdict, name: mutant, area: operation, cure, replay },
    why: `${why}${seenText(finding)}`,
    sides: sidesOf(finding),
    sum: sumText(harm),
    more: { text: chapterOf(verdict) },
    details: [["calls", requests.join(", ")], ...acceptedDetails(finding)],
    ...(!isAccepted(finding) && { fails: verdict }),
  };
}

const knownDetails = (isKnown: boolean): NonNullable<Item["details"]> =>
  isKnown ? [["known", "already in the baseline"]] : [];

const acceptedDetails = ({ isKnown, isUntried, waiver }: Finding): NonNullable<Item["details"]> => [
  ...knownDetails(isKnown),
  ...(isUntried ? [["not tried then", "the baseline planned this mutant and did not run it"] as const] : []),
  ...(waiver ? [["waiver", `until ${waiver.until}: ${waiver.reason}`] as const] : []),
];

/** The line of the program's own output that may say why. */
const wroteDetails = ({ output }: Pick<Finding, "output">): NonNullable<Item["details"]> => {
  const line = errorLine(output);
  return line === undefined ? [] : [["wrote", line]];
};

/** The first run that shows a practice repeats it. The dry run is part of each. */
export const practiceReplay = ({ evidence }: Practice, mutants: readonly JudgedMutant[]): string | undefined =>
  mutants.find((one) => evidence.some(({ mutant }) => mutant === one.id))?.replay;

export function practiceItem(practice: Practice, replay: string | undefined, seen: SeenIn): Item {
  const { id, grave, isKnown, seen: runs, cause, cure, evidence, output } = practice;
  return {
    ...{ tone: grave ? "bad" : "unsure", label: grave ? "grave practice" : "advice", name: id, area: "practices" },
    ...{ runs, why: cause, cure, details: [...knownDetails(isKnown), ...wroteDetails(practice)], output, replay },
    more: { text: chapterOf(id) },
    seen: evidence.map(({ mutant, requests, what }) =>
      seen(mutant ?? "dry run", `${what}${requests.length > 0 ? ` (${requests.join(", ")})` : ""}`),
    ),
    ...(grave && !isKnown && { fails: id }),
  };
}

function mutantItem(mutant: JudgedMutant, at: number, { findings }: JudgeReport): Item {
  const { id, verdict, operation, ms, about, replay, run, output } = mutant;
  const failed = failedToo(mutant);
  const found = findings.filter((finding) => finding.mutant === id).map(findingItem);
  return {
    ...{ tone: toneOf(verdict), label: verdict, name: id, area: operation, ms, replay, anchor: `mutant-${at + 1}` },
    why: run?.why == null ? about : `${about} ${failed ? `${RIGHT}, ${failed.text}: ` : ""}${run.why}`,
    ...(run !== null && verdict !== "survived" && runOf(run)),
    output,
    ...(found.length > 0 && { found }),
    ...(verdict === "notRun" && { isSkipped: true }),
  };
}

/** A run's events, the books and the shop's beliefs. */
const runOf = ({ timeline, books, beliefs }: JudgedRun): Pick<Item, "timeline" | "sides"> => ({
  timeline: withoutRepeats(timeline).map(rowOf),
  sides: [...new Set([...Object.keys(books), ...Object.keys(beliefs ?? {})])].map((reference) => [
    reference,
    bookText(books[reference]),
    beliefText(beliefs?.[reference]),
  ]),
});

/** The anchor of the report's own chapter about a verdict, so that it can be read offline. */
const aboutId = (verdict: Accusation): string => `about-${verdict}`;

/** Each verdict in the report once: its meaning, its cure and all its runs. */
const verdictsGroup = ({ findings }: JudgeReport, seen: SeenIn): Group => ({
  ...{ kind: "items", title: "Verdicts", page: "cards", terminal: "nothing", cases: "none" },
  items: [...Map.groupBy(findings, ({ verdict }) => verdict)].map(([verdict, of]): Item => {
    const why = `The shop ${verdictTexts[verdict].means}.`;
    return {
      ...{ tone: "bad", label: verdict, name: verdict, anchor: aboutId(verdict), why, cure: cureOf(verdict) },
      more: { text: chapterOf(verdict) },
      seen: [...new Set(of.map(({ mutant }) => mutant))].map((mutant) => seen(mutant)),
    };
  }),
});

const NOTES = 100;
const SHOWN_ORDERS = 3;

const linesGroup = (title: string, summary: string, lines: readonly string[]): Group => ({
  ...{ kind: "table", title, columns: [], rows: [] },
  folded: { title: summary, lines },
});

const RIGHT = "The shop was right about the money";
