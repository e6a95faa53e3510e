import { resolve } from "node:path";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { type JudgeCommandOptions, judgeCommand, wholeLine } from "../judge-command.js";
import { firstFault } from "../mutants/mutant.js";
import type { Progress } from "../queue.js";
import { earlierReport } from "../schema/baseline.js";
import type { JudgeReport } from "../schema/report.js";
import { baseTree, rootOf } from "./base-tree.js";
import { type Earlier, type FixProof, isTimed, LOOKS, mutantsOf, proofOf, withPathHere } from "./proof.js";

/** Options of the judge that say nothing about a proof. */
export const NOT_OF_PROOF = ["plan", "inspect", "depth", "strict", "maxUnresolved", "baseline", "since"] as const;

export interface ProveFixOptions extends Omit<JudgeCommandOptions, (typeof NOT_OF_PROOF)[number]> {
  /** The file of the earlier report. */
  readonly proveFix: string;
  /** The revision on which each finding must still occur. Undefined: it isn't looked at. */
  readonly base?: string | undefined;
  readonly baseSetup?: string | undefined;
}

/** Runs what shows the findings and grave practices of an earlier report. Nothing leaves the machine. Throws InvalidInput. */
export async function proveFix(options: ProveFixOptions, progress: Progress, signal: AbortSignal): Promise<FixProof> {
  const { proveFix: file, base, baseSetup, cwd = process.cwd() } = options;
  const earlier = selectedBy(options.only ?? [], earlierReport("--prove-fix", file), file);
  const found = earlier.findings.map(({ mutant }) => mutant);
  const timed = new Set(found.filter(isTimed));
  const shown = earlier.practices.flatMap(({ evidence = [] }) => mutantsOf(evidence));
  const ids = [...new Set([...found, ...shown].flatMap((id) => [firstFault(id), id]))];
  const judged = async (at: string): Promise<JudgeReport> => {
    const where = at === cwd ? "here" : `on ${base}`;
    if (base !== undefined) progress.pass?.(`${where}:`);
    // Without a mutant, the dry run alone shows the practices.
    const plan = ids.length === 0;
    const again = { ...options, cwd: at, only: undefined, whole: true, triesEachCall: true, plan };
    let report = await judgeCommand({ ...again, needed: ids }, progress, signal);
    const { problems } = report.dryRun;
    if (problems.length > 0)
      throw new CommandFailed(
        `the dry run ${at === cwd ? `in ${resolve(cwd)}` : where} failed: ${problems.join("; ")}`,
      );
    for (let look = 1; look < LOOKS; look++) {
      const found = new Set(report.findings.map(({ mutant }) => mutant));
      const needed = [...timed].filter((id) => !found.has(id));
      if (needed.length === 0 || signal.aborted) break;
      progress.pass?.(`${where} again, ${look + 1} of ${LOOKS}: in crashes and races milliseconds decide:`);
      const { findings: more } = await judgeCommand({ ...again, needed }, progress, signal);
      report = { ...report, findings: [...report.findings, ...more] };
    }
    return report;
  };
  const before = base === undefined ? undefined : await judgedOnBase({ cwd, revision: base, setup: baseSetup }, judged);
  const now = await judged(cwd);
  const proof = proofOf(earlier, before, now, wholeLine(options));
  if (base === undefined || proof.absentOnBase.length === 0) return proof;
  const { shop = "", reset = "", believesCommand = "", effectsCommand = "", command } = options;
  return withPathHere(proof, [shop, reset, believesCommand, effectsCommand, ...command], [resolve(cwd), rootOf(cwd)]);
}

/** The findings and grave practices of a report whose mutant or id fits one of the globs. Throws InvalidInput if none does. */
function selectedBy(only: readonly string[], { dryRun, findings, practices, mutants }: Earlier, file: string): Earlier {
  const grave = practices.filter((practice) => practice.grave === true);
  const all = [...new Set([...findings.map(({ mutant }) => mutant), ...grave.map(({ id }) => id)])];
  if (all.length === 0) {
    const [problem] = dryRun?.problems ?? [];
    const why =
      problem === undefined
        ? "has no findings and no grave practices"
        : `judged nothing (the dry run failed: ${problem})`;
    throw new InvalidInput(
      `--prove-fix: ${file} ${why}, so there is nothing to prove. Leave --prove-fix out to judge the shop anew`,
    );
  }
  if (only.length === 0) return { findings, practices: grave, mutants };
  const globs = only.map(compileGlob);
  const isAsked = (name: string) => globs.some((fits) => fits(name));
  if (!all.some(isAsked))
    throw new InvalidInput(
      `--only: no finding of ${file} fits ${only.map((one) => JSON.stringify(one)).join(" or ")}, expected one of: ${all.join(", ")}`,
    );
  return {
    findings: findings.filter(({ mutant }) => isAsked(mutant)),
    practices: grave.filter(({ id }) => isAsked(id)),
    mutants,
  };
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
