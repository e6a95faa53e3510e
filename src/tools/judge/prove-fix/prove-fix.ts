import { plural } from "../../../core/scenario/values/plural.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { type JudgeCommandOptions, judgeCommand, type Progress } from "../judge-command.js";
import { type Baseline, earlierReport } from "../schema/baseline.js";
import type { JudgeReport } from "../schema/report.js";
import { baseTree } from "./base-tree.js";

/** What became of each finding of an earlier report, as `<verdict> <mutant>`. */
export interface FixProof {
  readonly fixed: readonly string[];
  readonly still: readonly string[];
  /** The mutant could not be tried, or what it found doesn't occur on the base. */
  readonly notReached: readonly string[];
  /** Those of `notReached` that don't occur on the base. */
  readonly absentOnBase: readonly string[];
  /** Why a mutant of `notReached` could not be tried, by its id. */
  readonly reasons: Readonly<Record<string, string>>;
}

export interface ProveFixOptions extends JudgeCommandOptions {
  /** The file of the earlier report. */
  readonly proveFix: string;
  /** The revision on which each finding must still occur. Undefined: it isn't looked at. */
  readonly base?: string | undefined;
  readonly baseSetup?: string | undefined;
}

/** In a crash or a race, milliseconds decide what is found. */
const isTimed = (mutant: string): boolean => /\/(crash|race)\//.test(mutant);

/** How often the judge looks for a finding that milliseconds decide, before it says that it is gone. */
const LOOKS = 5;

/** Runs the findings of an earlier report again. Nothing leaves the machine. Throws InvalidInput. */
export async function proveFix(options: ProveFixOptions, progress: Progress, signal: AbortSignal): Promise<FixProof> {
  const { proveFix: file, base, baseSetup, cwd = process.cwd() } = options;
  const { findings } = earlierReport("--prove-fix", file);
  if (findings.length === 0)
    throw new InvalidInput(`--prove-fix: ${file} has no findings, so there is nothing to prove`);
  const ids = [...new Set(findings.map(({ mutant }) => mutant))];
  const judged = async (at: string): Promise<JudgeReport> => {
    const again = { ...options, cwd: at, only: undefined, whole: true, triesEachCall: true };
    let report = await judgeCommand({ ...again, needed: ids }, progress, signal);
    const { problems } = report.dryRun;
    if (problems.length > 0)
      throw new CommandFailed(`the dry run${at === cwd ? "" : ` on ${base}`} failed: ${problems.join("; ")}`);
    for (let look = 1; look < LOOKS; look++) {
      const found = new Set(report.findings.map(({ mutant }) => mutant));
      const needed = ids.filter((id) => isTimed(id) && !found.has(id));
      if (needed.length === 0 || signal.aborted) break;
      const { findings: more } = await judgeCommand({ ...again, needed }, progress, signal);
      report = { ...report, findings: [...report.findings, ...more] };
    }
    return report;
  };
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
  const sorted = Map.groupBy(findings, (finding) => {
    if (accused.has(finding.mutant)) return "still";
    if (!occurs(finding)) return "absentOnBase";
    return survived.has(finding.mutant) ? "fixed" : "untried";
  });
  const named = (...what: readonly ("fixed" | "still" | "untried" | "absentOnBase")[]) => [
    ...new Set(what.flatMap((one) => sorted.get(one) ?? []).map(({ verdict, mutant }) => `${verdict} ${mutant}`)),
  ];
  const untried = new Set((sorted.get("untried") ?? []).map(({ mutant }) => mutant));
  return {
    reasons: Object.fromEntries([...untried].map((mutant) => [mutant, whyUntried(mutant, now)])),
    fixed: named("fixed"),
    still: named("still"),
    notReached: named("untried", "absentOnBase"),
    absentOnBase: named("absentOnBase"),
  };
}

function whyUntried(mutant: string, { inconclusive, mutants }: Pick<JudgeReport, "inconclusive" | "mutants">): string {
  const [call = ""] = /^[^/]*#\d+/.exec(mutant) ?? [];
  const verdict = mutants.find(({ id }) => id === mutant)?.verdict ?? inconclusive[mutant];
  switch (verdict) {
    case undefined:
      return call === ""
        ? "the shop's run no longer has a place for it"
        : `the shop no longer makes the call ${call}, or what comes before it differs`;
    case "not-applied":
      return "the shop's run went another way before its moment came";
    case "notRun":
      return "the budget ended before it ran";
    case "noticed":
      return "the command itself failed, so its beliefs prove nothing";
    default:
      return verdict;
  }
}

/** 0 only if each finding is fixed. */
export const proofExitCode = ({ still, notReached }: FixProof): 0 | 6 =>
  still.length + notReached.length === 0 ? 0 : 6;

/** A line for each finding, and one paragraph that fits a pull request. */
export function proofLines(proof: FixProof, base: string | undefined): readonly string[] {
  const { fixed, still, notReached, absentOnBase, reasons } = proof;
  const why = (one: string): string =>
    absentOnBase.includes(one) ? `it does not occur on ${base}` : (reasons[one.slice(one.indexOf(" ") + 1)] ?? "");
  return [
    ...fixed.map((one) => `✓ fixed        ${one}`),
    ...still.map((one) => `✗ still there  ${one}`),
    ...notReached.map((one) => `? not reached  ${one}: ${why(one)}`),
    "",
    paragraphOf(proof, base),
  ];
}

function paragraphOf({ fixed, still, notReached }: FixProof, base: string | undefined): string {
  const all = fixed.length + still.length + notReached.length;
  const where = base === undefined ? "" : ` Each of them occurs on ${base} and doesn't occur here.`;
  const how = `${where}${fixed.some(isTimed) ? ` In crashes and races milliseconds decide: those did not occur here in ${LOOKS} runs.` : ""}`;
  const open = [
    ...(still.length > 0 ? [`${still.length} still there (${still.join(", ")})`] : []),
    ...(notReached.length > 0 ? [`${notReached.length} not reached (${notReached.join(", ")})`] : []),
  ];
  return `payment-sandbox judge --prove-fix: ${fixed.length} of ${plural(all, "finding")} fixed${fixed.length > 0 ? ` (${fixed.join(", ")}).${how}` : "."}${open.length > 0 ? ` ${open.join("; ")}.` : ""}`;
}
