import { type Done, judging, type RanTogether } from "./judging.js";
import { HANDLED_LATE } from "./late-notices.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { Pools, type RunTogether } from "./mutants/pools.js";
import { AlikeSeconds, representedIn } from "./mutants/representatives.js";
import { isBase } from "./mutants/second-faults.js";
import { namesOfOrders, partOf } from "./observe/order-parts.js";
import { NO_COPY, whyNoEffect } from "./observe/took-effect.js";
import { transcriptOf } from "./observe/transcript.js";
import { PoolFailures, reactionPart } from "./pool-run.js";
import { type QueuedOptions, queued } from "./queue.js";
import { mutantJson } from "./report-parts.js";
import { Alone } from "./run/alone.js";
import { budgeted } from "./run/budget.js";
import { fixedJobs, type Jobs } from "./run/jobs.js";
import type { ShopRun, ShopRunner } from "./run/shop-runner.js";
import { isAccusation, type Verdict } from "./schema/verdicts.js";
import { type DecidedMutant, StandIns } from "./stand-ins.js";
import type { Tried } from "./verdict-of.js";

/** Why a mutant is left out. */
export interface Skipped {
  /** That of the run which it equals, or of the mutant that stands for it. */
  readonly verdict: Verdict | "not-applied";
  /** The mutant that stands for it. Undefined if it ran, and could not apply or went exactly like another one. */
  readonly by?: PlannedMutant;
  /** Why it had no effect, as a clause, if it ran and had none. */
  readonly why?: string | undefined;
}

/** All planned mutants and their results. One that is neither tried nor skipped did not run. */
export interface Campaign {
  readonly plan: readonly PlannedMutant[];
  readonly tried: readonly Tried[];
  readonly skipped: ReadonlyMap<PlannedMutant, Skipped>;
  /** The mutants of each run that had a fault for each of several orders, and counted. If nothing ran: would have. */
  readonly pools: readonly RunTogether[];
  /** Survivors without a second fault because none is selected, with how many there would be. */
  readonly leftOut: ReadonlyMap<PlannedMutant, number>;
  /** First faults that the shop did not survive, so that none followed them, with their verdicts. */
  readonly withoutSecond: ReadonlyMap<PlannedMutant, Verdict>;
  /** Pools that found something that none of their mutants shows alone, and mutants that prove nothing. One sentence each. */
  readonly notes: readonly string[];
}

export interface CampaignOptions extends Omit<QueuedOptions, "pools" | "represented"> {
  /** All mutants of the dry run, also those that are not selected. */
  readonly mutants: readonly PlannedMutant[];
  readonly runner: ShopRunner;
  readonly jobs: Jobs;
  readonly signal: AbortSignal;
  /** The limit of real time for all mutants, in milliseconds. */
  readonly budgetMs: number | undefined;
  /** True to run each mutant, even if another one stands for it. */
  readonly whole?: boolean | undefined;
  /** True if nothing runs: only the plan is wanted. */
  readonly plan?: boolean | undefined;
}

/** Runs several mutants at a time until the budget is used up. */
export async function runCampaign(
  planned: readonly PlannedMutant[],
  dry: ShopRun,
  options: CampaignOptions,
): Promise<Campaign> {
  const { runner, jobs, signal, budgetMs, depth, isWanted, whole: isWhole = false, progress = {} } = options;
  const tried: Tried[] = [];
  const skipped = new Map<PlannedMutant, Skipped>();
  const skip = (mutant: PlannedMutant, why: Skipped): void => {
    skipped.set(mutant, why);
    progress.pruned?.(mutant.id);
  };
  using budget = budgeted(signal, budgetMs);
  const { untilEnd } = budget;
  const alone = new Alone();
  const standing = isWhole ? [] : representedIn(planned, dry.lanes);
  const pools = isWhole ? undefined : new Pools(planned, dry, new Set(standing.flatMap(({ probes }) => probes)));
  const judge = judging(dry, { ...options, signal: untilEnd, pools }, alone);
  const standIns = new StandIns(standing);
  const failures = new PoolFailures(planned);
  const notes: string[] = [];
  const withoutSecond = new Map<PlannedMutant, Verdict>();
  const held: RunTogether[] = [];
  const alike = new AlikeSeconds();
  const representedOf = (seconds: readonly PlannedMutant[]): ReadonlySet<PlannedMutant> => {
    const represented = alike.represented(seconds);
    standIns.add(seconds, represented);
    return new Set(represented.map(({ mutant }) => mutant));
  };
  const queue = queued(planned, new Set(standing.map(({ mutant }) => mutant)), dry, {
    ...{ ...options, pools },
    represented: isWhole ? undefined : representedOf,
  });
  const wanted = planned.filter(({ id }) => isWanted(id));
  progress.begin?.(wanted.length, Math.min(wanted.length, queue.planned.length));
  const parts = pools ? [...namesOfOrders(dry)].map((name) => partOf(dry, name)) : [];
  const known = new Set([dry, ...parts].map(({ lanes, beliefs }) => transcriptOf(lanes, beliefs)));
  const represent = ({ mutant, verdict, by }: DecidedMutant): void =>
    verdict === undefined ? queue.release(mutant) : skip(mutant, { verdict, by });
  const settle = (mutant: PlannedMutant, done: Done): void => {
    const repeats = repeatsOf(done, known);
    if (done.transcript !== undefined) known.add(done.transcript);
    const { verdict } = done.outcome;
    if (repeats === undefined && verdict === "survived") queue.survived(mutant, done.run);
    else if (repeats === undefined && depth === 2 && isBase(mutant)) withoutSecond.set(mutant, verdict);
    for (const decided of standIns.settled(
      mutant,
      done.isLikeFirst ? undefined : reactionPart(done, dry, pools?.orderOf(mutant)),
      repeats ?? done.outcome.verdict,
    ))
      represent(decided);
    if (!isWanted(mutant.id)) return;
    // Whoever names a mutant wants to read what is open about it, even if another run was the same.
    const isTold = repeats === "unresolved" && options.named?.has(mutant.id);
    if (repeats !== undefined && !isTold)
      skip(mutant, { verdict: repeats, why: repeats === "not-applied" ? whyNotApplied(done) : undefined });
    else {
      tried.push(done);
      progress.ended?.(mutantJson(mutant, runner.replayOf(mutant), done.run, done.outcome.verdict, done.poolOf));
    }
  };
  const ended = new Map<RunTogether, RanTogether>();
  let settled = 0;
  /** Always in the order of the plan, so that it doesn't matter which of two equal runs ends first. */
  const settleEnded = (isLast: boolean): void => {
    for (let mutants = queue.at(settled); mutants; mutants = queue.at(++settled)) {
      const end = ended.get(mutants);
      if (end) settleTogether(mutants, end);
      else if (!isLast) return;
      ended.delete(mutants);
    }
  };
  const settleTogether = (mutants: RunTogether, end: RanTogether): void => {
    const isPool = mutants.length > 1;
    if (isPool && mutants.some((mutant) => pools?.memberOf(mutant) === undefined)) {
      for (const mutant of mutants) queue.release(mutant);
      return;
    }
    for (const done of end.all) settle(done.mutant, done);
    notes.push(...end.notes);
    const [ofPools, ones] = [end.all.filter(isOfPool), end.all.filter((done) => !isOfPool(done))];
    for (const [, together] of Map.groupBy(ofPools, ({ run }) => run)) held.push(together.map(({ mutant }) => mutant));
    const failed = isPool ? ones : ones.filter(({ outcome }) => isAccusation(outcome.verdict));
    const leftOut = failures.failed(failed, { isPool, hasHeld: ofPools.length > 0 });
    pools?.leaveOut(({ family }) => leftOut(family));
  };
  const work = async (mutants: RunTogether): Promise<void> => {
    for (const { id } of mutants) progress.begun?.(id);
    const end = await alone.beside(() => judge(mutants));
    // What the budget ends is not run: half a run shows nothing.
    if (untilEnd.aborted || end === undefined) return;
    ended.set(mutants, end);
    settleEnded(false);
    progress.ran?.([...ended.keys()].flat().length);
  };
  const isOneAtATime = runner.isOneAtATime?.() ?? false;
  if (options.plan) {
    for (const { mutant, by } of standing) skipped.set(mutant, { verdict: "notRun", by });
    held.push(...queue.planned.filter(({ length }) => length > 1));
  } else {
    await queue.run({ jobs: isOneAtATime ? fixedJobs(1) : jobs, signal: untilEnd }, work);
    settleEnded(true);
  }
  const plan = queue.all().filter(({ id }) => isWanted(id));
  return { plan, tried, skipped, pools: held, leftOut: queue.leftOut, withoutSecond, notes };
}

const whyNotApplied = ({ mutant, run, isByChance }: Done): string =>
  isByChance ? HANDLED_LATE : whyNoEffect(mutant, run);

/** The mutants that had no effect, by why. One that is represented without it is about the client's own copy. */
export function notAppliedIn({ plan, skipped }: Campaign): ReadonlyMap<string, readonly PlannedMutant[]> {
  const whyOf = (mutant: PlannedMutant): string | undefined => {
    const { why, by } = skipped.get(mutant) ?? {};
    return by === undefined ? why : whyOf(by);
  };
  const notApplied = plan.filter((mutant) => skipped.get(mutant)?.verdict === "not-applied");
  return Map.groupBy(notApplied, (mutant) => whyOf(mutant) ?? NO_COPY);
}

const isOfPool = ({ poolOf }: Done): boolean => poolOf !== undefined;

/**
 * The verdict of a run that equals an earlier one, and `not-applied` for one that found nothing to change. Undefined
 * for any other run.
 */
function repeatsOf(
  { run, outcome, transcript, isApplied, isAccused }: Done,
  known: ReadonlySet<string>,
): Verdict | "not-applied" | undefined {
  if (transcript === undefined) return "not-applied";
  // A run that hung or failed counts as noticed, even if it did not reach its change.
  const isNew = isAccused || run.hasTimedOut || (isApplied ? !known.has(transcript) : run.why !== null);
  if (isNew) return undefined;
  return isApplied ? outcome.verdict : "not-applied";
}
