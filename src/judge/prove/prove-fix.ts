import { readFileSync } from "node:fs";
import { InvalidInput } from "../../package/errors.js";
import { plural } from "../../scenario/values/plural.js";
import { type JudgeCommandOptions, judgeCommand, type Progress } from "../judge-command.js";
import { type Baseline, readBaseline } from "../schema/baseline.js";
import type { JudgeReport } from "../schema/report.js";
import { baseTree } from "./base-tree.js";

/** What became of each finding of an earlier report, as `<verdict> <mutant>`. */
export interface FixProof {
  readonly fixed: readonly string[];
  readonly still: readonly string[];
  /** The mutant could not be tried, or what it found doesn't occur on the base. */
  readonly notReached: readonly string[];
}

export interface ProveFixOptions extends JudgeCommandOptions {
  /** The file of the earlier report. */
  readonly proveFix: string;
  /** The revision on which each finding must still occur. Undefined: it isn't looked at. */
  readonly base?: string | undefined;
  readonly baseSetup?: string | undefined;
}

/** Runs the findings of an earlier report again. Nothing leaves the machine. Throws InvalidInput. */
export async function proveFix(options: ProveFixOptions, progress: Progress, signal: AbortSignal): Promise<FixProof> {
  const { proveFix: file, base, baseSetup, cwd = process.cwd() } = options;
  const { findings } = earlierReport(file);
  if (findings.length === 0)
    throw new InvalidInput(`--prove-fix: ${file} has no findings, so there is nothing to prove`);
  const ids = [...new Set(findings.map(({ mutant }) => mutant))];
  const judged = (at: string): Promise<JudgeReport> =>
    judgeCommand(
      { ...options, cwd: at, only: undefined, needed: ids, whole: true, triesEachCall: true },
      progress,
      signal,
    );
  const before = base === undefined ? undefined : await judgedOnBase({ cwd, revision: base, setup: baseSetup }, judged);
  const now = await judged(cwd);
  return proofOf(findings, before, now);
}

async function judgedOnBase(
  asked: Parameters<typeof baseTree>[0],
  judged: (cwd: string) => Promise<JudgeReport>,
): Promise<JudgeReport> {
  const tree = baseTree(asked);
  try {
    return await judged(tree.cwd);
  } finally {
    tree.remove();
  }
}

/** Compares the findings with the runs on the base and here. A pure function. */
export function proofOf(
  findings: Baseline["findings"],
  before: Pick<JudgeReport, "findings"> | undefined,
  now: Pick<JudgeReport, "findings" | "mutants" | "pruned" | "inconclusive">,
): FixProof {
  // A mutant that ran exactly like another one, which the shop survived, is survived too.
  const survived = new Set([
    ...now.mutants.filter(({ verdict }) => verdict === "survived").map(({ id }) => id),
    ...now.pruned.filter((id) => now.inconclusive[id] === undefined),
  ]);
  const accused = new Set(now.findings.map(({ mutant }) => mutant));
  const occurs = ({ mutant, verdict }: Baseline["findings"][number]) =>
    before === undefined || before.findings.some((one) => one.mutant === mutant && one.verdict === verdict);
  const sorted = Map.groupBy(findings, (finding): keyof FixProof => {
    if (accused.has(finding.mutant)) return "still";
    return survived.has(finding.mutant) && occurs(finding) ? "fixed" : "notReached";
  });
  const named = (what: keyof FixProof) => [
    ...new Set((sorted.get(what) ?? []).map(({ verdict, mutant }) => `${verdict} ${mutant}`)),
  ];
  return { fixed: named("fixed"), still: named("still"), notReached: named("notReached") };
}

/** 0 only if each finding is fixed. */
export const proofExitCode = ({ still, notReached }: FixProof): 0 | 6 =>
  still.length + notReached.length === 0 ? 0 : 6;

/** A line for each finding, and one paragraph that fits a pull request. */
export function proofLines(proof: FixProof, base: string | undefined): readonly string[] {
  const { fixed, still, notReached } = proof;
  return [
    ...fixed.map((one) => `✓ fixed        ${one}`),
    ...still.map((one) => `✗ still there  ${one}`),
    ...notReached.map((one) => `? not reached  ${one}`),
    "",
    paragraphOf(proof, base),
  ];
}

function paragraphOf({ fixed, still, notReached }: FixProof, base: string | undefined): string {
  const all = fixed.length + still.length + notReached.length;
  const how = base === undefined ? "" : ` Each of them occurs on ${base} and doesn't occur here.`;
  const open = [
    ...(still.length > 0 ? [`${still.length} still there (${still.join(", ")})`] : []),
    ...(notReached.length > 0 ? [`${notReached.length} not reached (${notReached.join(", ")})`] : []),
  ];
  return `payment-sandbox judge --prove-fix: ${fixed.length} of ${plural(all, "finding")} fixed${fixed.length > 0 ? ` (${fixed.join(", ")}).${how}` : "."}${open.length > 0 ? ` ${open.join("; ")}.` : ""}`;
}

function earlierReport(file: string): Baseline {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new InvalidInput(`--prove-fix: ${file} cannot be read: ${(error as Error).message}`);
  }
  return readBaseline(text, file);
}
