import { booksOf } from "./oracle/books.js";
import type { PlannedMutant } from "./plan/mutant.js";
import { transcriptOf, wasApplied } from "./plan/transcript.js";
import { queued } from "./queue.js";
import { mutantJson } from "./report-parts.js";
import type { ShopRun, ShopRunner } from "./run/shop-runner.js";
import { withVariants } from "./run/variants.js";
import type { JudgedMutant } from "./schema/report.js";
import type { Verdict } from "./schema/verdicts.js";
import { gravest, isAccusation, isProvenByBooks } from "./schema/verdicts.js";
import type { Tried } from "./tried.js";
import { accountOf, type Outcome, outcomeOf } from "./verdict-of.js";

/** All planned mutants and their results. */
export interface Campaign {
  readonly plan: readonly PlannedMutant[];
  readonly tried: readonly Tried[];
  /** Mutants that could not apply, or ran exactly like another one. */
  readonly pruned: ReadonlySet<PlannedMutant>;
  /** Pruned mutants that prove nothing. Each has `not-applied`, or the verdict of the run that it equals. */
  readonly inconclusive: ReadonlyMap<PlannedMutant, Verdict | "not-applied">;
}

export interface CampaignOptions {
  readonly runner: ShopRunner;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** The limit of real time for all mutants, in milliseconds. */
  readonly budgetMs: number | undefined;
  /** With 2, a survivor of a lost answer gets a second fault. */
  readonly depth: 1 | 2;
  /** True if the mutant is selected. Others run only as the base for a second fault. */
  readonly isWanted: (id: string) => boolean;
  readonly onPlan?: ((count: number) => void) | undefined;
  readonly onBegin?: ((id: string) => void) | undefined;
  readonly onMutant?: ((mutant: JudgedMutant) => void) | undefined;
  readonly onPruned?: (() => void) | undefined;
}

/** How many more times to run a finding that did not repeat. */
const AGAIN = 5;
/** How many more times to run a mutant whose command fails or times out, before it counts as noticed. */
const FAILED_AGAIN = 2;
/** The longest that a timer can wait: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Runs several mutants at a time until the budget is used up. */
export async function runCampaign(
  planned: readonly PlannedMutant[],
  dry: ShopRun,
  options: CampaignOptions,
): Promise<Campaign> {
  const { runner, jobs, signal, budgetMs, isWanted } = options;
  const tried: Tried[] = [];
  const pruned = new Set<PlannedMutant>();
  const inconclusive = new Map<PlannedMutant, Verdict | "not-applied">();
  const judge = judging(dry, options);
  const queue = queued(planned, dry, options);
  // A signal of AbortSignal.timeout would be collected, and never abort, because only `AbortSignal.any` refers to it.
  const ending = new AbortController();
  const timer = budgetMs === undefined ? undefined : setTimeout(() => ending.abort(), Math.min(budgetMs, LONGEST_MS));
  options.onPlan?.(planned.filter(({ id }) => isWanted(id)).length);
  const work = async (mutant: PlannedMutant): Promise<void> => {
    options.onBegin?.(mutant.id);
    const done = await judge(mutant);
    if (signal.aborted || done === undefined) return;
    const isPruned = done !== undefined && "pruned" in done;
    if (!isPruned && done.outcome.verdict === "survived") queue.survived(mutant, done.run);
    if (!isWanted(mutant.id)) return;
    if (isPruned) {
      pruned.add(mutant);
      if (done.pruned !== "survived") inconclusive.set(mutant, done.pruned);
      return options.onPruned?.();
    }
    tried.push(done);
    options.onMutant?.(mutantJson(mutant, runner.replayOf(mutant), done.run, done.outcome.verdict));
  };
  const isOneAtATime = runner.isOneAtATime?.() ?? false;
  try {
    await queue.run({ jobs: isOneAtATime ? 1 : jobs, signal: AbortSignal.any([signal, ending.signal]) }, work);
  } finally {
    clearTimeout(timer);
  }
  return { plan: queue.all().filter(({ id }) => isWanted(id)), tried, pruned, inconclusive };
}

/** A run that equals an earlier one gets that one's verdict. `not-applied`: the mutant found nothing to change. */
interface Pruned {
  readonly pruned: Verdict | "not-applied";
}

/** Runs and judges one mutant. Undefined if it was stopped. */
function judging(dry: ShopRun, options: CampaignOptions) {
  const { signal } = options;
  const transcripts = new Set([transcriptOf(dry.lanes, dry.beliefs)]);
  const earlier = new Set(booksOf(dry.lanes).keys());
  const account = dry.beliefs === undefined ? undefined : accountOf(dry);
  const judged = (mutant: PlannedMutant, run: ShopRun): Outcome => fairTo(mutant, outcomeOf(run, account, earlier));
  const runner = withVariants(options.runner, (mutant, run) => isAccusation(judged(mutant, run).verdict));
  const again = async (mutant: PlannedMutant): Promise<Outcome> => {
    const run = await runner.run(mutant, signal);
    await runner.settled?.(mutant, run, []);
    return judged(mutant, run);
  };
  /** A command may fail because the machine is busy. If a repeated run succeeds, that run counts. */
  const unlessByChance = async (mutant: PlannedMutant): Promise<ShopRun> => {
    let run = await runner.run(mutant, signal);
    // A correct shop refuses to start without its key.
    if (mutant.family === "keyless") return run;
    for (let left = FAILED_AGAIN; left > 0 && run.why !== null && !signal.aborted; left--) {
      await runner.settled?.(mutant, run, []);
      run = await runner.run(mutant, signal);
    }
    return run;
  };
  return async (mutant: PlannedMutant): Promise<Tried | Pruned | undefined> => {
    const run = await unlessByChance(mutant);
    if (signal.aborted) return undefined;
    if (run.conducted?.hasMissed && run.why === null) {
      await runner.settled?.(mutant, run, []);
      return { pruned: "not-applied" };
    }
    const first = judged(mutant, run);
    for (const reference of booksOf(run.lanes).keys()) earlier.add(reference);
    const transcript = transcriptOf(run.lanes, run.beliefs);
    // A run that hung or failed counts as noticed, even if it did not reach its change.
    const isApplied = mutant.shopper === undefined ? wasApplied(run.lanes) : run.shopperDid === mutant.shopper;
    const isNew = run.hasTimedOut || (isApplied ? !transcripts.has(transcript) : run.why !== null);
    transcripts.add(transcript);
    if (!isAccusation(first.verdict)) {
      await runner.settled?.(mutant, run, []);
      if (isNew) return { mutant, run, outcome: first, seen: { of: 1, times: 1 } };
      return { pruned: isApplied ? first.verdict : "not-applied" };
    }
    const { outcome, seen } = run.seen ? timed(first, run.seen) : await repeated(first, () => again(mutant));
    await runner.settled?.(mutant, run, isAccusation(outcome.verdict) ? outcome.wrong : []);
    return { mutant, run, outcome, seen };
  };
}

/**
 * Possible mistakes of a shop without the public key. It can't be blamed for facts that only a genuine notification
 * reports.
 */
const ofKeyless: ReadonlySet<string> = new Set(["believed-forged", "paid-unpaid", "shipped-unpaid"]);

function fairTo({ family }: PlannedMutant, outcome: Outcome): Outcome {
  if (family !== "keyless") return outcome;
  const wrong = outcome.wrong.filter(({ verdict }) => ofKeyless.has(verdict));
  return { verdict: gravest(wrong.map(({ verdict }) => verdict)), wrong };
}

/** Mutants that depend on timing have been run several times already. */
const timed = (first: Outcome, seen: Tried["seen"]): Pick<Tried, "outcome" | "seen"> =>
  seen.times > 1 || isProvenByBooks(first.verdict)
    ? { outcome: first, seen }
    : { outcome: { verdict: "unstable", wrong: [] }, seen };

/**
 * A finding must repeat. If it repeats only sometimes, it is reported with its count. Proof in the books counts even
 * if it doesn't repeat.
 */
async function repeated(first: Outcome, again: () => Promise<Outcome>): Promise<Pick<Tried, "outcome" | "seen">> {
  const runs = [first, await again()];
  const timesOf = (verdict: Outcome["verdict"]) =>
    runs.filter(({ wrong }) => wrong.some((one) => one.verdict === verdict)).length;
  if (first.wrong.some(({ verdict }) => isAccusation(verdict) && timesOf(verdict) < 2))
    for (let left = AGAIN; left > 0; left--) runs.push(await again());
  const standing = first.wrong.filter(({ verdict }) => timesOf(verdict) > 1 || isProvenByBooks(verdict));
  const verdict = gravest(standing.map((one) => one.verdict));
  const seen = { of: runs.length, times: timesOf(isAccusation(verdict) ? verdict : first.verdict) };
  return isAccusation(verdict)
    ? { outcome: { verdict, wrong: standing }, seen }
    : { outcome: { verdict: "unstable", wrong: [] }, seen };
}
