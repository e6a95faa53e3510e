import { version } from "../../../package/version.js";
import { type Group, type Item, type Report, stoppedItems } from "../../reports/report.js";
import type { ShopRun } from "../run/shop-runner.js";
import type { FirstDifference } from "./first-difference.js";

/** One alternative of an assumption, and the command's result under it. */
export interface TriedChoice extends Pick<ShopRun, "exitCode" | "hasTimedOut" | "why"> {
  /** For example assume/cancel=closed. */
  readonly id: string;
  readonly choice: string;
  readonly passes: boolean;
  readonly unmet: readonly string[];
  readonly durationMs: number;
  readonly firstDifference?: FirstDifference | undefined;
  /** The end of the output of a run that doesn't pass. */
  readonly output?: string | undefined;
}

/**
 * `not-touched`: no call depended on it. `safe`: the command passes with every choice. `leaning`: it passes only with
 * the default choice. `observed`: a calibration has confirmed it. `left`: a call depended on it, but there was no
 * time to try it.
 */
const leanings = {
  leaning: { title: "Your tests lean on these guesses", tone: "bad", terminal: "found", cases: "each" },
  left: { title: "Not tried in time", tone: "unsure", terminal: "names", cases: "each" },
  safe: { title: "Touched, and safe whichever way they go", tone: "good", terminal: "names", cases: "each" },
  observed: { title: "Observed, so no guesses", tone: "good", terminal: "names", cases: "none" },
  "not-touched": { title: "Not touched", tone: "none", terminal: "nothing", cases: "none" },
} as const;
export type Leaning = keyof typeof leanings;

export interface JudgedAssumption {
  readonly id: string;
  readonly claim: string;
  readonly findOut: string;
  readonly chosen: string;
  readonly verdict: Leaning;
  readonly tried: readonly TriedChoice[];
  /** Choices that were not tried for lack of time. */
  readonly left: readonly string[];
}

/** The findings of `sensitivity`. */
export interface SensitivityReport {
  readonly version: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly runs: number;
  readonly assumptions: readonly JudgedAssumption[];
  readonly maxLeaning?: number | undefined;
  /** True if the command passes even if every call is refused. */
  readonly assertsNothing?: true | undefined;
  /** Why the command fails even without a change. Then nothing was tried. */
  readonly problem?: string | undefined;
  readonly exitCode: number;
}

/** The exit code if the tests depend on more assumptions than allowed, or assert nothing although a limit is set. */
const EXIT_LEANING = 7;

export interface ReportedRun
  extends Pick<SensitivityReport, "command" | "seed" | "maxLeaning" | "assertsNothing" | "problem"> {
  readonly startedAt: Date;
}

/** The findings and the exit code. */
export function reportOf(
  { startedAt, maxLeaning, assertsNothing, problem, ...run }: ReportedRun,
  found: readonly JudgedAssumption[],
): SensitivityReport {
  const leaning = ofVerdict({ assumptions: found }, "leaning").length;
  return {
    version,
    ...run,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    runs: 1 + found.flatMap(({ tried }) => tried).length,
    assumptions: found,
    maxLeaning,
    ...(assertsNothing && { assertsNothing }),
    ...(problem !== undefined && { problem }),
    exitCode:
      problem !== undefined
        ? 1
        : maxLeaning !== undefined && (assertsNothing || leaning > maxLeaning)
          ? EXIT_LEANING
          : 0,
  };
}

export const ofVerdict = (
  { assumptions }: Pick<SensitivityReport, "assumptions">,
  verdict: Leaning,
): readonly JudgedAssumption[] => assumptions.filter((one) => one.verdict === verdict);

/** The findings as a report. An assumption on which the tests depend is a failed case, whatever --max-leaning allows. */
export function reportOfSensitivity(report: SensitivityReport, stoppedWith?: number): Report {
  const { command, version, seed, startedAt, durationMs, exitCode, runs, maxLeaning, problem, assertsNothing } = report;
  const counts = problem ?? countsText(report);
  const leaning = ofVerdict(report, "leaning").length;
  const over = maxLeaning !== undefined && leaning > maxLeaning ? `: more than --max-leaning ${maxLeaning}` : "";
  return {
    ...{ title: "payment-sandbox sensitivity", command, version, seed, startedAt, durationMs },
    exitCode: stoppedWith ?? exitCode,
    verdict: `${counts} (${runs} runs, ${(durationMs / 1000).toFixed(1)} s)${over}`,
    badge:
      problem === undefined
        ? {
            text: leaning === 0 ? "no guess leaned on" : `${leaning} leaned on`,
            tone: leaning === 0 ? "good" : "unsure",
          }
        : { text: "the command failed", tone: "bad" },
    facts: assertsNothing ? [`warning: ${ASSERTS_NOTHING}`] : [],
    groups: [
      {
        ...{ kind: "items", title: "The run", page: "list", terminal: "nothing" },
        items: [
          ...(problem === undefined ? [] : [{ ...unchanged, why: problem }]),
          ...(assertsNothing ? [{ ...blind, ...(exitCode === EXIT_LEANING && { fails: "asserts-nothing" }) }] : []),
          ...stoppedItems(stoppedWith),
        ],
      },
      ...(Object.keys(leanings) as Leaning[]).map((verdict): Group => {
        const { title, terminal, cases } = leanings[verdict];
        return {
          ...{ kind: "items", title, most: Number.POSITIVE_INFINITY, page: verdict === "leaning" ? "cards" : "list" },
          ...{ terminal, cases, items: ofVerdict(report, verdict).map(itemOf) },
        };
      }),
    ],
    totals: [],
    properties: { counts },
  };
}

const ASSERTS_NOTHING =
  "the command passes even if every call is refused, so its tests assert nothing, and safe means nothing";
const blind = { tone: "unsure", label: "asserts nothing", name: "every call refused", why: ASSERTS_NOTHING } as const;
const unchanged = { tone: "bad", label: "unchanged", name: "the command, unchanged", fails: "unchanged" } as const;

const itemOf = ({ id, claim, chosen, findOut, verdict, tried, left }: JudgedAssumption): Item => ({
  ...{ tone: leanings[verdict].tone, label: verdict, name: id, area: "payment-sandbox sensitivity" },
  why: verdict === "leaning" ? `${claim} (${chosen})` : `${id} (${chosen}): ${claim}`,
  ms: tried.reduce((sum, { durationMs }) => sum + durationMs, 0),
  details: [
    ...tried.map((one) => [one.choice, triedText(one)] as const),
    ...(left.length > 0 ? [["not tried", left.join(", ")] as const] : []),
    ["settle it", findOut],
  ],
  output: tried.flatMap(({ choice, output }) => (output === undefined ? [] : [`${choice}:`, output])),
  ...(verdict === "leaning" && { fails: "leaning" }),
});

/** For example "3 guesses are leaned on; 9 touched and safe; 41 not touched". */
function countsText(report: Pick<SensitivityReport, "assumptions">): string {
  const many = (verdict: Leaning): number => ofVerdict(report, verdict).length;
  const leaning = many("leaning");
  const others = [
    [many("left"), "not tried in time"],
    [many("safe"), "touched and safe"],
    [many("observed"), "observed"],
    [many("not-touched"), "not touched"],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [`${leaning} ${leaning === 1 ? "guess is" : "guesses are"} leaned on`, ...told].join("; ");
}

/** The failure with this choice, and the first call that differed. */
function triedText({ exitCode, hasTimedOut, why, unmet, passes, firstDifference: first }: TriedChoice): string {
  const ended = exitCode === null || exitCode === 0 ? why : `exit ${exitCode}`;
  const result = hasTimedOut ? "took too long" : (ended ?? unmet[0] ?? "passes");
  if (passes || !first) return result;
  const { lane, call, operation, merchantReference: reference, was, became } = first;
  return [
    result,
    `first call that differed: ${operation}${reference === undefined ? "" : ` ${reference}`} (call ${call}${lane === 1 ? "" : ` of lane ${lane}`})`,
    `  was     ${was}`,
    `  became  ${became ?? "no such call"}`,
  ].join("\n");
}
