import { coverageOf } from "../coverage/coverage.js";
import type { Policy } from "../facts/assumptions.js";
import type { JudgedMutant, JudgeReport, Manner } from "../library/language.js";
import { InvalidInput } from "../package/errors.js";
import { version } from "../package/version.js";
import { compileGlob } from "../scenario/pattern.js";
import { dryRunProblems } from "./dry-run.js";
import { mannersOf } from "./manners/manners.js";
import { booksOf } from "./oracle/books.js";
import type { PlannedMutant } from "./plan/mutant.js";
import { type PlanOptions, planOf } from "./plan/plan.js";
import { transcriptOf, wasApplied } from "./plan/transcript.js";
import { findingsOf, judgedRun, mutantJson } from "./report-parts.js";
import { callOf } from "./reports/words.js";
import type { Lab, ShopRun } from "./run/lab.js";
import { pooled } from "./run/pool.js";
import { accountOf, type Outcome, outcomeOf } from "./verdict-of.js";
import { gravest, isAccusation, rankOf } from "./verdicts.js";

export interface JudgeShopOptions extends PlanOptions {
  readonly lab: Lab;
  /** Only mutants whose id fits: text with `*`. */
  readonly only?: string | undefined;
  readonly command: readonly string[] | null;
  readonly seed: number;
  readonly policy: Policy;
  readonly jobs: number;
  /** Real time for all mutants, in milliseconds. */
  readonly budgetMs: number | undefined;
  readonly baseline: JudgeReport | undefined;
  readonly signal: AbortSignal;
  /** Told how many mutants there are, then of each that has ended. */
  readonly onPlan?: ((count: number) => void) | undefined;
  readonly onMutant?: ((mutant: JudgedMutant) => void) | undefined;
  readonly onPruned?: (() => void) | undefined;
}

/** A mutant that was run. */
interface Tried {
  readonly mutant: PlannedMutant;
  readonly run: ShopRun;
  readonly outcome: Outcome;
}

/** Runs a shop once as it is, then once per mutant, and says whether it ended up right about the money. */
export async function judgeShop(options: JudgeShopOptions): Promise<JudgeReport> {
  const startedAt = new Date();
  const began = performance.now();
  const dry = await options.lab.run(undefined, options.signal);
  if (dry.unreadable.length > 0) throw new InvalidInput(dry.unreadable);
  const problems = options.signal.aborted ? [] : dryRunProblems(dry);
  const plan = problems.length > 0 || options.signal.aborted ? [] : fitting(planOf(dry.lanes, options), options.only);
  options.onPlan?.(plan.length);
  const { tried, pruned } = await tryAll(plan, dry, options);
  const reported = reportOn(plan, tried, pruned, options);
  const manners = mannersOf(dry, tried);
  return {
    version,
    format: 1,
    command: options.command === null ? null : [...options.command],
    seed: options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - began),
    exitCode: problems.length > 0 ? 1 : exitCodeOf(reported.findings, manners, options.baseline),
    isStopped: options.signal.aborted,
    hasBeliefs: dry.beliefs !== undefined,
    dryRun: { problems: [...problems], run: judgedRun(dry) },
    ...reported,
    manners,
    coverage: coverageOf(
      new Set([dry, ...tried.map(({ run }) => run)].flatMap(({ cells }) => [...cells])),
      options.policy,
    ),
  };
}

/** Those that `only` lets through. Throws InvalidInput where it lets none through, which would look as if all were well. */
function fitting(plan: readonly PlannedMutant[], only: string | undefined): readonly PlannedMutant[] {
  const fits = only === undefined ? () => true : compileGlob(only);
  const fitted = plan.filter(({ id }) => fits(id));
  if (plan.length === 0 || fitted.length > 0) return fitted;
  const calls = [...new Set(plan.map(callOf))].join(", ");
  throw new InvalidInput(
    `--only: no mutant's id fits ${JSON.stringify(only)}, expected one such as ${plan[0]!.id}, of one of these calls: ${calls}`,
  );
}

/** Several at a time, until the budget is used up; what could not apply or went as another did is pruned. */
async function tryAll(
  plan: readonly PlannedMutant[],
  dry: ShopRun,
  options: JudgeShopOptions,
): Promise<{ readonly tried: readonly Tried[]; readonly pruned: ReadonlySet<PlannedMutant> }> {
  const { lab, jobs, signal, onMutant, budgetMs } = options;
  const tried: Tried[] = [];
  const pruned = new Set<PlannedMutant>();
  const earlier = new Set(booksOf(dry.lanes).keys());
  const transcripts = new Set([transcriptOf(dry.lanes, dry.beliefs)]);
  const account = dry.beliefs === undefined ? undefined : accountOf(dry);
  const ending = AbortSignal.any([signal, ...(budgetMs === undefined ? [] : [AbortSignal.timeout(budgetMs)])]);
  await pooled(plan, { jobs: lab.isOneAtATime?.() ? 1 : jobs, signal: ending }, async (mutant) => {
    const run = await lab.run(mutant, signal);
    if (signal.aborted) return;
    const first = outcomeOf(run, account, earlier);
    for (const reference of booksOf(run.lanes).keys()) earlier.add(reference);
    const transcript = transcriptOf(run.lanes, run.beliefs);
    // What hung or failed is noticed, though it may not have come as far as its change.
    const isNew = run.hasTimedOut || (wasApplied(run.lanes) ? !transcripts.has(transcript) : run.why !== null);
    transcripts.add(transcript);
    if (!isNew && !isAccusation(first.verdict)) {
      pruned.add(mutant);
      await lab.settled?.(mutant, run, []);
      return options.onPruned?.();
    }
    const outcome = isAccusation(first.verdict) ? await repeated(first, mutant, options, account, earlier) : first;
    tried.push({ mutant, run, outcome });
    await lab.settled?.(mutant, run, isAccusation(outcome.verdict) ? outcome.wrong : []);
    onMutant?.(mutantJson(mutant, lab.replayOf(mutant), run, outcome.verdict));
  });
  return { tried, pruned };
}

/** A finding must repeat: what differs from run to run accuses nobody. */
async function repeated(
  first: Outcome,
  mutant: PlannedMutant,
  { lab, signal }: JudgeShopOptions,
  account: Parameters<typeof outcomeOf>[1],
  earlier: ReadonlySet<string>,
): Promise<Outcome> {
  const second = await lab.run(mutant, signal);
  await lab.settled?.(mutant, second, []);
  const again = outcomeOf(second, account, earlier);
  const repeating = first.wrong.filter(({ verdict }) => again.wrong.some((one) => one.verdict === verdict));
  const verdict = gravest(repeating.map((one) => one.verdict));
  return isAccusation(verdict) ? { verdict, wrong: repeating } : { verdict: "unstable", wrong: [] };
}

function reportOn(
  plan: readonly PlannedMutant[],
  tried: readonly Tried[],
  pruned: ReadonlySet<PlannedMutant>,
  { lab }: JudgeShopOptions,
): Pick<JudgeReport, "mutants" | "findings" | "notes" | "counts"> {
  const byMutant = new Map(tried.map((one) => [one.mutant, one]));
  const mutants = plan
    .filter((mutant) => !pruned.has(mutant))
    .map((mutant) => {
      const { run, outcome } = byMutant.get(mutant) ?? {};
      return mutantJson(mutant, lab.replayOf(mutant), run, outcome?.verdict ?? "notRun");
    });
  const findings = plan
    .flatMap((mutant) => {
      const one = byMutant.get(mutant);
      return one ? findingsOf(mutant, lab.replayOf(mutant), one.run, one.outcome.wrong) : [];
    })
    .sort((a, b) => rankOf(a.verdict) - rankOf(b.verdict));
  const count = (verdict: JudgedMutant["verdict"]) => mutants.filter((one) => one.verdict === verdict).length;
  const notes = plan.flatMap((mutant) =>
    (byMutant.get(mutant)?.outcome.wrong ?? [])
      .filter(({ verdict }) => verdict === "unresolved")
      .map(({ why }) => `${mutant.id}: ${why}`),
  );
  return {
    mutants,
    findings,
    notes,
    counts: {
      planned: plan.length,
      run: tried.length,
      pruned: pruned.size,
      notRun: count("notRun"),
      found: mutants.filter(({ verdict }) => isAccusation(verdict)).length,
      unresolved: count("unresolved"),
      unstable: count("unstable"),
      noticed: count("noticed"),
      survived: count("survived"),
    },
  };
}

/** What a baseline knew already does not fail. */
function exitCodeOf(
  findings: JudgeReport["findings"],
  manners: readonly Manner[],
  baseline: JudgeReport | undefined,
): number {
  const known = new Set(baseline?.findings.map(({ verdict, mutant }) => `${verdict} ${mutant}`));
  const knownManners = new Set(baseline?.manners.map(({ id }) => id));
  const isNew =
    findings.some(({ verdict, mutant }) => !known.has(`${verdict} ${mutant}`)) ||
    manners.some(({ id, grave }) => grave && !knownManners.has(id));
  return isNew ? 6 : 0;
}
