import { plural } from "../../../core/scenario/values/plural.js";
import { type Group, type Item, type Report, stoppedItems, type Tone } from "../../reports/report.js";
import { eventText, sidesOf, skippedText, wholeText } from "../reports/words.js";
import type { Finding, JudgeReport } from "../schema/report.js";
import type { Bounds, ConformanceReport, Summary } from "./conformance.js";
import { type ResultName, results, type TestResult } from "./evaluate.js";
import { profiles } from "./profiles.js";
import type { Requirement, RequirementSource } from "./requirement.js";

export interface ConformanceBounds extends Bounds {
  readonly exitCode: number;
  /** The exit code of the signal that stopped the run. */
  readonly stoppedWith?: number | undefined;
}

/** The results of a run by test, as a report. `judged`: what the judge found in the same run. */
export function reportOfConformance(
  results: ConformanceReport,
  judged: JudgeReport,
  bounds: ConformanceBounds,
): Report {
  const { command, versions, seeds, startedAt, durationMs, mutants, summary, wording, planHash, tests } = results;
  const items = new Map(tests.map((test) => [test.id, testItem(test, judged, bounds, summary)]));
  const { problems } = judged.dryRun;
  const hasFailed = problems.length > 0;
  return {
    ...{
      title: "payment-sandbox conformance",
      verdict: hasFailed ? "The dry run itself failed" : headline(results),
      command,
      startedAt,
      durationMs,
    },
    ...{ version: versions.suite, seed: seeds[0]!, exitCode: bounds.exitCode },
    // The badge says "observed", because nobody has certified anything.
    badge: { label: "payment-sandbox observed", ...(hasFailed ? dryRunFailed : badgeOf(results)) },
    facts: [
      `It covers ${profilesText(results)}.`,
      `${mutants.run} of ${mutants.planned} mutants run${wholeText(judged)}${restText(judged)}. This is ${wording}.`,
    ],
    groups: [
      {
        ...{ kind: "items", title: "The run", page: "list", terminal: "lines" },
        items: [
          ...problems.map(
            (why): Item => ({ ...{ tone: "bad", label: "dry run", name: "dry run", fails: "dry-run" }, why }),
          ),
          ...stoppedItems(bounds.stoppedWith),
        ],
      },
      {
        ...{ kind: "items", title: "Failures", page: "cards", terminal: "nothing", cases: "none" },
        items: [...items.values()].filter(({ label }) => label === "FAIL" || label === "WARN"),
      },
      ...profiles
        .filter(({ id }) => results.profiles.includes(id))
        .map(
          ({ name, about, requirements }): Group => ({
            ...{ kind: "items", title: name, about, page: "table", terminal: "each" },
            items: requirements.flatMap(({ id }) => items.get(id) ?? []),
          }),
        ),
    ],
    totals: [`${summaryText(summary)}${leftText(judged)}`],
    properties: { ...summary, planHash, wording },
  };
}

/** What became of the mutants that did not run. */
const restText = (judged: JudgeReport): string => {
  const { pruned, notRun } = judged.counts;
  return `${pruned === 0 ? "" : `, ${pruned} ${skippedText(judged)}`}${notRun === 0 ? "" : `, ${notRun} not run`}`;
};

/** The last line is what people see of a long list. */
const leftText = ({ counts: { notRun, planned }, isStopped }: JudgeReport): string =>
  notRun === 0 || isStopped ? "" : `; ${notRun} of ${plural(planned, "mutant")} not run: a longer budget runs them`;

const dryRunFailed = { text: "the dry run failed", tone: "bad" } as const;

const tones: Readonly<Record<ResultName, Tone>> = {
  PASS: "good",
  FAIL: "bad",
  WARN: "unsure",
  "NOT VERIFIED": "unsure",
  "NOT APPLICABLE": "none",
};

function testItem(
  { id, requirement, result, why, evidence }: TestResult,
  judged: JudgeReport,
  { maxUnverified, before }: ConformanceBounds,
  summary: Summary,
): Item {
  const { source, because, cure } = requirementOf(id);
  const ran = judged.mutants.filter((mutant) => evidence.includes(mutant.id));
  const isFailing =
    result === "FAIL" ? before?.get(id) !== "FAIL" : result === "NOT VERIFIED" && summary[result] > maxUnverified;
  const isWrong = result === "FAIL" || result === "WARN";
  const { changed, ...shown } = result === "FAIL" ? shownOf(evidence, judged) : { changed: [] };
  return {
    ...{ tone: tones[result], label: result, name: id, about: requirement, area: id.slice(0, 2).toLowerCase(), why },
    ms: ran.reduce((sum, { ms }) => sum + ms, 0),
    more: requirementSource(source),
    ...(isWrong && { cure, seen: evidence.map((name) => ({ name })) }),
    details: isWrong ? [["because", because], ...changed] : [],
    ...shown,
    ...(isFailing && { fails: result.replaceAll(" ", "-") }),
    ...((result === "NOT APPLICABLE" || (result === "NOT VERIFIED" && !isFailing)) && { isSkipped: true }),
  };
}

/** The mutant that failed a test first, of which `why` speaks: its change, what happened, both sides, the log and the replay. */
function shownOf([first]: readonly string[], { findings, mutants }: JudgeReport) {
  const finding: Finding | undefined = findings.find(({ mutant }) => mutant === first);
  const mutant = mutants.find(({ id }) => id === first);
  return {
    changed: mutant ? [["changed", `${mutant.about} (${mutant.id})`] as const] : [],
    ...(mutant && {
      replay: mutant.replay,
      steps: (mutant.run?.timeline ?? []).map((event) => `${event.reference ?? "–"} ${eventText(event)}`),
    }),
    ...(finding && { sides: sidesOf(finding), output: finding.output }),
  };
}

/** All results in one line, such as `41 PASS, 2 FAIL`. */
export const summaryText = (summary: Summary): string =>
  results
    .filter((result) => summary[result] > 0)
    .map((result) => `${summary[result]} ${result}`)
    .join(", ");

/** The profiles of a run, and those that it left out. */
export const profilesText = ({ profiles: tested }: Pick<ConformanceReport, "profiles">): string => {
  const left = profiles.filter(({ id }) => !tested.includes(id)).map(({ id }) => id);
  return left.length === 0 ? "all profiles" : `the profiles ${tested.join(", ")} (not tested: ${left.join(", ")})`;
};

/** The result in one sentence. */
function headline({ summary, tests }: ConformanceReport): string {
  if (summary.FAIL > 0) return `${plural(summary.FAIL, "test")} of ${tests.length} failed.`;
  const open = summary["NOT VERIFIED"];
  if (open > 0 && summary.PASS + summary.WARN === 0) return "No test is settled.";
  return open > 0 ? `No test failed. ${plural(open, "test")} not verified.` : "No test failed.";
}

/** Whoever sees only the badge learns which profiles were tested, if not all were. */
function badgeOf({ summary, profiles: tested }: ConformanceReport): Report["badge"] {
  const { text, tone } = badgeRow(summary);
  return { text: tested.length === profiles.length ? text : `${tested.join(", ")}: ${text}`, tone };
}

function badgeRow(summary: Summary): Report["badge"] {
  const tried = summary.PASS + summary.FAIL + summary.WARN + summary["NOT VERIFIED"];
  if (summary.FAIL > 0) return { text: `${summary.FAIL} of ${tried} failed`, tone: "bad" };
  const open = summary["NOT VERIFIED"];
  if (open > 0) return { text: `${open} of ${tried} not verified`, tone: "unsure" };
  if (tried === 0) return { text: "nothing applies", tone: "unsure" };
  return { text: `${summary.PASS + summary.WARN} of ${tried} passed`, tone: "good" };
}

/** Throws if no profile has this id, because results are made only from profiles. */
function requirementOf(id: string): Requirement {
  for (const { requirements } of profiles) for (const one of requirements) if (one.id === id) return one;
  throw new Error(`no test ${id}`);
}

/** The source of a requirement, and its address if it has one. */
export function requirementSource(source: RequirementSource): NonNullable<Item["more"]> {
  if (source.kind === "page") return { text: source.title, href: source.url };
  return { text: source.kind === "ours" ? "ours" : `the service's description, ${source.section}` };
}
