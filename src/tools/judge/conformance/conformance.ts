import { createHash } from "node:crypto";
import * as z from "zod";
import { InvalidInput } from "../../../package/errors.js";
import { jsonIn } from "../../../package/json.js";
import { INTERLEAVINGS } from "../mutants/plan.js";
import type { JudgeReport } from "../schema/report.js";
import { evaluate, type JudgedSetup, type ResultName, results, type TestResult, testSchema } from "./evaluate.js";
import type { Profile, Setup } from "./requirement.js";

export const WORDING = "observed behaviour, unofficial";

/** A SHA-256 in hex. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 hash in hex");

export const conformanceSchema = z.strictObject({
  format: z.literal(1),
  /** States that the report is unofficial, because only the provider can certify a shop. */
  wording: z.literal(WORDING),
  versions: z.strictObject({ suite: z.string(), node: z.string() }),
  profiles: z.array(z.string()).min(1),
  command: z.array(z.string()),
  seeds: z.array(z.int()).min(1),
  startedAt: z.iso.datetime(),
  durationMs: z.number().min(0),
  /** The hash of the plan: the tests with their requirements, and the mutants with one fault. */
  planHash: hashSchema,
  mutants: z.strictObject({ planned: z.int(), run: z.int() }),
  tests: z.array(testSchema).min(1),
  /** How many tests had each result. */
  summary: z.record(z.enum(results), z.int()),
  exitCode: z.int().exactOptional(),
  /** With more tests NOT VERIFIED than this, the exit code is 4. */
  maxUnverified: z.int().exactOptional(),
});

/** The results of a run by test, as `--report json=` writes them. */
export type ConformanceReport = z.output<typeof conformanceSchema>;
export type Summary = ConformanceReport["summary"];

/** The options of the judge on which it depends what a test can show. */
interface JudgedBy {
  readonly only?: readonly string[] | undefined;
  readonly shop?: string | undefined;
  readonly depth?: 1 | 2 | undefined;
  readonly interleavings?: number | undefined;
}

/** What the judge could observe of a command with these options. */
export function observedBy(
  { only, shop, depth = 2, interleavings = INTERLEAVINGS }: JudgedBy,
  report: JudgeReport,
): JudgedSetup {
  const setup: readonly Setup[] = [
    "output",
    "driver",
    ...(shop === undefined ? [] : (["shop"] as const)),
    ...(depth === 1 ? [] : (["second-faults"] as const)),
    ...(interleavings < INTERLEAVINGS ? [] : (["interleavings"] as const)),
  ];
  return { report, setup: new Set(setup), isPart: only !== undefined };
}

/** Sorts the judge's findings by the tests of the profiles. */
export function conformanceOf(profiles: readonly Profile[], observed: JudgedSetup): ConformanceReport {
  const { report } = observed;
  const tests = evaluate(profiles, observed);
  return {
    format: 1,
    wording: WORDING,
    versions: { suite: report.version, node: process.version },
    profiles: profiles.map(({ id }) => id),
    command: report.command ?? [],
    seeds: [report.seed],
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    planHash: planHashOf(profiles, report),
    mutants: { planned: report.counts.planned, run: report.counts.run },
    tests: [...tests],
    summary: summaryOf(tests),
  };
}

export const summaryOf = (tests: readonly TestResult[]): Summary =>
  Object.fromEntries(
    results.map((result) => [result, tests.filter((test) => test.result === result).length]),
  ) as Summary;

/** Second faults depend on what each run did, so the same shop may get others next time. */
const planHashOf = (profiles: readonly Profile[], { mutants, pruned }: JudgeReport): string =>
  contentHash({
    tests: profiles.flatMap(({ requirements }) => requirements.map(({ id, requirement }) => [id, requirement])),
    mutants: [...mutants.map(({ id }) => id), ...pruned].filter((id) => !id.includes("+")).sort(),
  });

export interface Bounds {
  /** How many tests may be not verified. */
  readonly maxUnverified: number;
  /** The results in the baseline. One that failed there doesn't fail the run. */
  readonly before?: ReadonlyMap<string, ResultName> | undefined;
}

/** The exit code: 6 if a test failed that did not in the baseline, 4 if more than `maxUnverified` are not verified, else 0. */
export const exitCodeOf = ({ tests, summary }: ConformanceReport, { maxUnverified, before }: Bounds): 0 | 4 | 6 => {
  if (tests.some(({ id, result }) => result === "FAIL" && before?.get(id) !== "FAIL")) return 6;
  return summary["NOT VERIFIED"] > maxUnverified ? 4 : 0;
};

/** The results with their exit code. Each test names its result in the baseline, if that was another one. */
export const bounded = (
  { tests, ...report }: ConformanceReport,
  exitCode: number,
  { maxUnverified, before }: Bounds,
): ConformanceReport => ({
  ...report,
  exitCode,
  maxUnverified,
  tests: tests.map((test) => {
    const earlier = before?.get(test.id);
    return earlier === undefined || earlier === test.result ? test : { ...test, before: earlier };
  }),
});

const baselineSchema = z.object({ tests: z.array(z.object({ id: z.string(), result: z.enum(results) })) });

/** The result of each test in an earlier JSON report. Throws InvalidInput. */
export function resultsBefore(text: string, file: string): ReadonlyMap<string, ResultName> {
  const read = z.string().transform(jsonIn).pipe(baselineSchema).safeParse(text);
  if (!read.success)
    throw new InvalidInput(`--baseline: ${file} is no report that conformance --report json=${file} wrote`);
  return new Map(read.data.tests.map(({ id, result }) => [id, result]));
}

/** The SHA-256 of a value, in hex. The order of an object's members doesn't matter. */
export const contentHash = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex");

/** JSON with each object's members sorted by name. Undefined members are left out. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
  return `{${members.join(",")}}`;
}
