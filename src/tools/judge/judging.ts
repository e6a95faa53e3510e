import { attributed, type Control, excused, needsControl, withoutAccusation, withoutForgery } from "./control.js";
import { LATE_AGAIN, LateNotices, lateNote } from "./late-notices.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { joinedMutant, type PoolMember, type Pools, type RunTogether, withFault } from "./mutants/pools.js";
import { shopCallsOf } from "./observe/facts.js";
import { partOf } from "./observe/order-parts.js";
import { hasFired, tookEffect } from "./observe/took-effect.js";
import { transcriptOf } from "./observe/transcript.js";
import { booksOf } from "./oracle/books.js";
import { LONG_MS, waitsForEver } from "./oracle/waiting.js";
import type { Wrong } from "./oracle/wrong.js";
import { isWholePool } from "./pool-run.js";
import { practicesOf } from "./practices/practices.js";
import type { Alone } from "./run/alone.js";
import type { ShopRun, ShopRunner } from "./run/shop-runner.js";
import { withVariants } from "./run/timing/variants.js";
import { gravest, isAccusation, isProvenByBooks, isProvenByOneRun } from "./schema/verdicts.js";
import { reactionOf } from "./stand-ins.js";
import { accountOf, type RunOutcome, runOutcomeOf, type Tried } from "./verdict-of.js";

export interface JudgingOptions {
  readonly runner: ShopRunner;
  /** All mutants of the dry run, also those that are not selected. */
  readonly mutants: readonly PlannedMutant[];
  /** Which mutants share a run. Undefined: none. */
  readonly pools: Pools | undefined;
  readonly signal: AbortSignal;
}

/** A judged run. */
export interface Done extends Tried {
  /** Undefined if its moment did not occur, or chance decided. */
  readonly transcript: string | undefined;
  /** True if the mutant changed something. */
  readonly isApplied: boolean;
  /** True if it counts even if another run was the same. */
  readonly isAccused: boolean;
  /** True if it survived only because a notification was handled late. */
  readonly isByChance?: boolean | undefined;
  /** True if the shop did the same as after the first change of its kind. */
  readonly isLikeFirst?: boolean | undefined;
}

/** What came of mutants that were to share a run. Empty if they must run again by themselves. */
export interface RanTogether {
  readonly all: readonly Done[];
  /** What is not about a mutant that counts, one sentence each. */
  readonly notes: readonly string[];
}
const noneRan: RanTogether = { all: [], notes: [] };

/** How many more times to run a finding that did not repeat. */
const AGAIN = 5;
/** How many more times to run a mutant whose command fails or times out, before that counts. */
const FAILED_AGAIN = 2;

/**
 * Runs and judges a mutant, or several in one run. Undefined if it was stopped. What a run equals is known once all before
 * it have ended.
 */
export function judging(dry: ShopRun, { runner: shop, mutants, pools, signal }: JudgingOptions, alone: Alone) {
  const earlier = new Set(booksOf(dry.lanes).keys());
  const account = dry.beliefs === undefined ? undefined : accountOf(dry);
  // A shop that leaves calls unanswered even in the first run is not disturbed by anybody.
  const isUsual = gaveUpEarly(dry);
  const isDisturbed = (mutant: PlannedMutant, run: ShopRun): boolean =>
    !isUsual && mutant.variants === undefined && gaveUpEarly(run);
  const seemingly = (mutant: PlannedMutant, run: ShopRun): RunOutcome =>
    fairTo(mutant, runOutcomeOf(run, account, earlier, mutant));
  const judged = (mutant: PlannedMutant, run: ShopRun): RunOutcome =>
    isDisturbed(mutant, run) ? withoutAccusation(seemingly(mutant, run), DISTURBED) : seemingly(mutant, run);
  const isWrong = (mutant: PlannedMutant, run: ShopRun): boolean => isAccusation(judged(mutant, run).verdict);
  const mayChange = (mutant: PlannedMutant, run: ShopRun): boolean => {
    const { verdict } = judged(mutant, run);
    return isAccusation(verdict) || verdict === "unresolved";
  };
  const patient: ShopRunner = {
    ...shop,
    run: (mutant, ended) => shop.run(mutant, ended, mutant && ((run) => mayChange(mutant, run))),
  };
  const runner = withVariants(patient, isWrong);
  /** A run whose lanes nobody will inspect. */
  const ran = async (mutant: PlannedMutant, run = runner.run(mutant, signal)): Promise<ShopRun> => {
    await runner.settled?.(mutant, await run, []);
    return run;
  };
  const again = async (mutant: PlannedMutant): Promise<RunOutcome> => judged(mutant, await ran(mutant));
  /** A command may fail because the machine is busy. If a repeated run succeeds, that run counts. */
  const unlessByChance = async (mutant: PlannedMutant): Promise<ShopRun> => {
    let run = await runner.run(mutant, signal);
    // A correct shop refuses to start without its key.
    if (mutant.family === "keyless" || waitsForEver(run)) return run;
    for (let left = FAILED_AGAIN; left > 0 && run.why !== null && !signal.aborted; left--) {
      const { exitCode } = run;
      await runner.settled?.(mutant, run, []);
      run = await runner.run(mutant, signal);
      // The same failure again is no chance, and the beliefs decide.
      if (exitCode !== null && run.exitCode === exitCode && run.beliefs !== undefined) break;
    }
    return run;
  };
  const late = new LateNotices(dry);
  const mayBeLate = (run: ShopRun): boolean => (waitsForEver(run)?.waitedMs ?? LONG_MS) < LONG_MS;
  /** A run that a busy machine disturbed, or may have, is repeated alone before it may accuse anybody. */
  const undisturbed = async (mutant: PlannedMutant): Promise<ShopRun> => {
    const run = await unlessByChance(mutant);
    const isDoubtful = isDisturbed(mutant, run) && isAccusation(seemingly(mutant, run).verdict);
    if (!(isDoubtful || mayBeLate(run)) || signal.aborted) return run;
    await runner.settled?.(mutant, run, []);
    return alone.alone(() => unlessByChance(mutant));
  };
  const controls = new Map<string, Promise<Control | undefined>>();
  /** The run without the mutant's false notifications. Mutants of one order share it. */
  const controlOf = (mutant: PlannedMutant): Promise<Control | undefined> => {
    const key = controlKeyOf(mutant);
    const known = controls.get(key);
    if (known) return known;
    const made = controlled(mutant, key);
    controls.set(key, made);
    return made;
  };
  const controlled = async (mutant: PlannedMutant, key: string): Promise<Control | undefined> => {
    const same = mutants.find((one) => controlKeyOf(one) === key);
    if (mutant.scenario.rules.length === 0) return { run: undefined, id: undefined };
    const run = await ran(mutant, unlessByChance(mutant));
    return run.why !== null || run.beliefs === undefined || signal.aborted ? undefined : { run, id: same?.id };
  };
  const causedBy = async (mutant: PlannedMutant, run: ShopRun, outcome: RunOutcome): Promise<RunOutcome> => {
    const control = withoutForgery(mutant);
    if (control === undefined || !needsControl(run, outcome)) return outcome;
    return excused(run, attributed(run, outcome, await controlOf(control)));
  };
  /** The first run that does not survive by chance, else the last one. */
  const withoutChance = async (mutant: PlannedMutant): Promise<{ run: ShopRun; isByChance: boolean }> => {
    for (let left = LATE_AGAIN; ; left--) {
      const run = await undisturbed(mutant);
      const isByChance =
        mutant.variants === undefined && judged(mutant, run).verdict === "survived" && !late.proves(mutant, run);
      if (!isByChance || left === 0 || signal.aborted) return { run, isByChance };
      await runner.settled?.(mutant, run, []);
    }
  };
  const judgeOne = async (mutant: PlannedMutant): Promise<Done | undefined> => {
    const { run, isByChance } = await withoutChance(mutant);
    if (signal.aborted) return undefined;
    const first = await causedBy(mutant, run, judged(mutant, run));
    if (signal.aborted) return undefined;
    const hasMissed = run.conducted?.hasMissed === true && run.why === null;
    if (!hasMissed) for (const reference of booksOf(run.lanes).keys()) earlier.add(reference);
    const transcript = hasMissed || isByChance ? undefined : transcriptOf(run.lanes, run.beliefs);
    const hasEffect = tookEffect(mutant, run);
    const isApplied = hasEffect && mutant.refused === undefined;
    const isMeant = hasEffect || (mutant.witness === undefined && hasFired(mutant, run));
    const isAccused = !hasMissed && isMeant && isAccusation(first.verdict);
    const about = { mutant, run, transcript, isApplied, isAccused, isByChance };
    if (!isAccused) {
      await runner.settled?.(mutant, run, []);
      return { ...about, outcome: first, seen: { of: 1, times: 1 } };
    }
    const { verdict, wrong, seen } = run.seen ? timed(first, run.seen) : await repeated(first, () => again(mutant));
    if (signal.aborted) return undefined;
    await runner.settled?.(mutant, run, wrong);
    const { notes = [] } = first;
    const unstable = verdict === "unstable" ? [unstableNote(first, seen, runner.replayOf(mutant))] : [];
    return { ...about, outcome: { ...first, verdict, wrong, notes: [...notes, ...unstable] }, seen };
  };
  const usualPractices = new Set(practicesOf(dry, []).map(({ id }) => id));
  /** One run for all. If it shows anything, or not each fault, its halves run, down to single mutants. */
  const judgeTogether = async (members: readonly PoolMember[]): Promise<RanTogether | undefined> => {
    if (members.length === 1) return together(await judgeOne(members[0]!.mutant));
    const mutant = joinedMutant(members);
    const run = await ran(mutant);
    if (signal.aborted) return undefined;
    const outcome = seemingly(mutant, run);
    const isLike = isClean(members, mutant, run, outcome) && (await isLikeFirst(members, mutant, run));
    if (signal.aborted) return undefined;
    if (isLike) return { all: members.map((member) => shared(member, run, members, outcome)), notes: [] };
    const half = Math.ceil(members.length / 2);
    const first = await judgeTogether(members.slice(0, half));
    const second = first && (await judgeTogether(members.slice(half)));
    if (!first || !second) return undefined;
    const all = [...first.all, ...second.all];
    const own =
      isAccusation(outcome.verdict) && !all.some((one) => isAccusation(one.outcome.verdict))
        ? [
            `${mutant.id} showed ${outcome.verdict}, and none of them does alone. It accuses nobody, but your shop may meet them together: look at what one of them leaves behind for the other order`,
          ]
        : [];
    return { all, notes: [...first.notes, ...second.notes, ...own] };
  };
  const isClean = (members: readonly PoolMember[], mutant: PlannedMutant, run: ShopRun, outcome: RunOutcome): boolean =>
    (outcome.verdict === "survived" || outcome.verdict === "unresolved") &&
    outcome.wrong.every((wrong) => members.some((member) => isAboutOne(wrong, partOf(run, member.order)))) &&
    !isDisturbed(mutant, run) &&
    isWholePool(members, run, dry) &&
    members.every((member) => late.proves(member.mutant, partOf(run, member.order))) &&
    practicesOf(dry, [{ mutant, run, outcome }]).every(({ id }) => usualPractices.has(id));
  const firsts = new Map<string, Promise<string>>();
  /** Of faults of one kin: whether the shop does the same if the first fault of their kind comes in their places. */
  const isLikeFirst = async (members: readonly PoolMember[], mutant: PlannedMutant, run: ShopRun): Promise<boolean> => {
    const { like } = members[0]!.kin;
    if (like === undefined) return true;
    const first = withFault(mutant, like);
    const key = JSON.stringify(first.scenario.rules);
    const reaction = firsts.get(key) ?? ran(first).then(reactionOf);
    firsts.set(key, reaction);
    return (await reaction) === reactionOf(run);
  };
  const shared = (
    { mutant, order, kin }: PoolMember,
    run: ShopRun,
    members: readonly PoolMember[],
    outcome: RunOutcome,
  ): Done => {
    const own = partOf(run, order);
    const wrong = outcome.wrong.filter((one) => isAboutOne(one, own));
    return {
      mutant,
      run,
      transcript: transcriptOf(own.lanes, own.beliefs),
      isApplied: mutant.refused === undefined,
      isAccused: false,
      outcome: { verdict: wrong.length > 0 ? "unresolved" : "survived", wrong },
      seen: { of: 1, times: 1 },
      poolOf: members.flatMap((one) => (one.mutant === mutant ? [] : [one.mutant.id])),
      isLikeFirst: kin.like !== undefined,
    };
  };
  return async (mutants: RunTogether): Promise<RanTogether | undefined> => {
    const members = mutants.flatMap((mutant) => pools?.memberOf(mutant) ?? []);
    if (mutants.length === 1) return together(await judgeOne(mutants[0]!));
    // Meanwhile a family of theirs may have been left out.
    return members.length < mutants.length ? noneRan : judgeTogether(members);
  };
}

const together = (done: Done | undefined): RanTogether | undefined =>
  done && { all: [done], notes: done.isByChance ? [lateNote(done.mutant)] : [] };

/** True if the shop does not know yet about an order, and all is about this part of the run. */
const isAboutOne = ({ verdict, references }: Wrong, { beliefs = {} }: ShopRun): boolean =>
  verdict === "unresolved" && references.length > 0 && references.every((one) => one in beliefs);

const DISTURBED = "the shop gave up on a call that nothing delayed, so the machine was too busy";

/** True if a client left before the answer to a call that no fault touched. */
export const gaveUpEarly = ({ lanes, hasTimedOut }: ShopRun): boolean =>
  !hasTimedOut &&
  lanes.some((lane) =>
    shopCallsOf(lane).some(({ fault, leftMs, isMutated }) => fault === undefined && leftMs !== undefined && !isMutated),
  );

/** Equal for mutants that change the same. */
const controlKeyOf = ({ slot, variants, scenario: { rules } }: PlannedMutant): string =>
  JSON.stringify([slot, variants ?? null, rules]);

/**
 * Possible mistakes of a shop without the public key. It can't be blamed for facts that only a genuine notification
 * reports.
 */
const ofKeyless: ReadonlySet<string> = new Set(["believed-forged", "paid-unpaid", "shipped-unpaid"]);

function fairTo({ family }: PlannedMutant, outcome: RunOutcome): RunOutcome {
  if (family !== "keyless") return outcome;
  const wrong = outcome.wrong.filter(({ verdict }) => ofKeyless.has(verdict));
  return { verdict: gravest(wrong.map(({ verdict }) => verdict)), wrong };
}

/** What remains of a first outcome after more runs. */
type Standing = Pick<RunOutcome, "verdict" | "wrong"> & Pick<Tried, "seen">;

const UNSTABLE = { verdict: "unstable", wrong: [] } as const;

/** What did not repeat accuses nobody, but the user hears of it. */
function unstableNote({ verdict, wrong }: RunOutcome, { of, times }: Tried["seen"], replay: string): string {
  const why = wrong.find((one) => one.verdict === verdict)?.why;
  return `${verdict} in ${times} of ${of} runs (${why}). That accuses nobody: the machine was busy, or the shop depends on time or order. Run it alone, a few times: ${replay}`;
}

/** Mutants that depend on timing have been run several times already. */
const timed = ({ verdict, wrong }: RunOutcome, seen: Tried["seen"]): Standing =>
  seen.times > 1 || isProvenByBooks(verdict) ? { verdict, wrong, seen } : { ...UNSTABLE, seen };

/**
 * A finding must repeat. If it repeats only sometimes, it is reported with its count. Proof in the books counts even
 * if it doesn't repeat.
 */
async function repeated(first: RunOutcome, again: () => Promise<RunOutcome>): Promise<Standing> {
  if (isProvenByOneRun(first.verdict)) return { ...first, seen: { of: 1, times: 1 } };
  const runs = [first, await again()];
  const timesOf = (verdict: RunOutcome["verdict"]) =>
    runs.filter(({ wrong }) => wrong.some((one) => one.verdict === verdict)).length;
  if (first.wrong.some(({ verdict }) => isAccusation(verdict) && timesOf(verdict) < 2))
    for (let left = AGAIN; left > 0; left--) runs.push(await again());
  const standing = first.wrong.filter(({ verdict }) => timesOf(verdict) > 1 || isProvenByBooks(verdict));
  const verdict = gravest(standing.map((one) => one.verdict));
  const seen = { of: runs.length, times: timesOf(isAccusation(verdict) ? verdict : first.verdict) };
  return isAccusation(verdict) ? { verdict, wrong: standing, seen } : { ...UNSTABLE, seen };
}
