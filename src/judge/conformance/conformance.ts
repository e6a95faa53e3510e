import { createHash } from "node:crypto";
import * as z from "zod";
import { InvalidInput } from "../../package/errors.js";
import { jsonIn } from "../../package/json.js";
import { INTERLEAVINGS } from "../plan/plan.js";
import type { JudgeReport } from "../schema/report.js";
import { evaluate, type Observed, type Result, results, type TestResult } from "./evaluate.js";
import type { Profile, Setup } from "./requirement.js";

/** How many tests had each result. */
export type Summary = Readonly<Record<Result, number>>;

/** The results of a run by test, as `--report json=` writes them. */
export interface ConformanceReport {
  readonly format: 1;
  /** States that the report is unofficial, because only the provider can certify a shop. */
  readonly wording: typeof WORDING;
  readonly versions: { readonly suite: string; readonly node: string };
  readonly profiles: readonly string[];
  readonly command: readonly string[];
  readonly seeds: readonly number[];
  readonly startedAt: string;
  readonly durationMs: number;
  /** The hash of the plan: the tests with their requirements, and the mutants with one fault. */
  readonly planHash: string;
  readonly mutants: { readonly planned: number; readonly run: number };
  readonly tests: readonly TestResult[];
  readonly summary: Summary;
}

interface RunByCommand {
  readonly shop?: string | undefined;
  readonly depth?: 1 | 2 | undefined;
  readonly interleavings?: number | undefined;
}

/** What the judge can observe in a run with these options. */
export const setupOf = ({ shop, depth = 2, interleavings = INTERLEAVINGS }: RunByCommand): ReadonlySet<Setup> =>
  new Set([
    "output",
    "driver",
    ...(shop === undefined ? [] : (["shop"] as const)),
    ...(depth === 1 ? [] : (["second-faults"] as const)),
    ...(interleavings === 0 ? [] : (["interleavings"] as const)),
  ]);

export const WORDING = "observed behaviour, unofficial";

/** Sorts the judge's findings by the tests of the profiles. */
export function conformanceOf(profiles: readonly Profile[], observed: Observed): ConformanceReport {
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
    tests,
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

/** The exit code: 6 if a test failed that is not in `known`, 4 if more than `maxUnverified` are not verified, else 0. */
export function exitCodeOf(
  { tests, summary }: ConformanceReport,
  { maxUnverified, known = new Set() }: { readonly maxUnverified: number; readonly known?: ReadonlySet<string> },
): 0 | 4 | 6 {
  if (tests.some(({ id, result }) => result === "FAIL" && !known.has(id))) return 6;
  return summary["NOT VERIFIED"] > maxUnverified ? 4 : 0;
}

const baselineSchema = z.object({ tests: z.array(z.object({ id: z.string(), result: z.enum(results) })) });

/** The tests that failed in an earlier JSON report. Throws InvalidInput. */
export function failedBefore(text: string, file: string): ReadonlySet<string> {
  const read = z.string().transform(jsonIn).pipe(baselineSchema).safeParse(text);
  if (!read.success)
    throw new InvalidInput(`--baseline: ${file} is no report that conformance --report json=${file} wrote`);
  return new Set(read.data.tests.filter(({ result }) => result === "FAIL").map(({ id }) => id));
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
