import type { Policy } from "../../core/facts/assumptions.js";
import { compileGlob } from "../../core/scenario/values/pattern.js";
import { plural } from "../../core/scenario/values/plural.js";
import { InvalidInput } from "../../package/errors.js";
import { version } from "../../package/version.js";
import { coverageOf } from "../coverage/coverage.js";
import { type Campaign, type CampaignOptions, runCampaign, type Skipped } from "./campaign.js";
import { dryNotes, dryRunProblems, hearsNothing, netNotes, untriedCalls } from "./first-run.js";
import { gaveUpEarly } from "./judging.js";
import { MORE_AT_A_TIME } from "./late-notices.js";
import { callHashes } from "./mutants/call-hashes.js";
import { firstFault, type PlannedMutant } from "./mutants/mutant.js";
import { type PlanOptions, planOf } from "./mutants/plan.js";
import { isBase as getsSecond, mayBeSecond } from "./mutants/second-faults.js";
import { notTried } from "./not-tried.js";
import { practicesOf } from "./practices/practices.js";
import { refusedAnyway, reportOn } from "./report-on.js";
import { judgedRun } from "./report-parts.js";
import { isAccepted } from "./reports/causes.js";
import { callOf } from "./reports/words.js";
import { fixedJobs, IdleJobs } from "./run/jobs.js";
import type { ShopRun, ShopRunner } from "./run/shop-runner.js";
import type { Baseline } from "./schema/baseline.js";
import type { Family } from "./schema/families.js";
import type { JudgeReport, Practice } from "./schema/report.js";
import type { Waiver } from "./schema/waivers.js";
import { type Bounds, unprovenIn } from "./unproven.js";

export interface JudgeShopOptions
  extends PlanOptions,
    Omit<CampaignOptions, "isWanted" | "named" | "depth" | "mutants" | "jobs">,
    Bounds {
  /** How many runs at a time. Undefined: as many as idle cores allow. */
  readonly jobs?: number | undefined;
  /** Only mutants whose id matches one of these patterns (with `*`). */
  readonly only: readonly string[];
  /**
   * If `only` is absent: patterns of the mutants that the caller needs. Undefined: all. It isn't an error if none
   * matches.
   */
  readonly needed?: readonly string[] | undefined;
  readonly depth?: 1 | 2 | undefined;
  readonly command: readonly string[] | null;
  readonly seed: number;
  readonly policy: Policy;
  readonly baseline?: Baseline | undefined;
  /** An earlier report: its findings run first, then the mutants of calls that differ from it. */
  readonly since?: Baseline | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
}

/** How often a first run is repeated, if the shop gave up on calls that nothing delayed. */
const FIRST_AGAIN = 2;

/** The first run, or a later one that a busy machine did not disturb. A shop that gives up each time always does so. */
async function undisturbed(
  runner: ShopRunner,
  first: ShopRun,
  again: () => Promise<ShopRun>,
  signal: AbortSignal,
): Promise<ShopRun> {
  let run = first;
  for (let left = FIRST_AGAIN; left > 0 && gaveUpEarly(run) && !signal.aborted; left--) {
    await runner.settled?.(undefined, run, []);
    run = await again();
  }
  return run;
}

/** Runs a shop once unchanged, then once per mutant. Reports whether it was right about the money in the end. */
export async function judgeShop(options: JudgeShopOptions): Promise<JudgeReport> {
  const startedAt = new Date();
  const began = performance.now();
  const { runner, signal, only } = options;
  const first = () => runner.run(undefined, signal, (run) => dryRunProblems(run).length > 0);
  const idle = new IdleJobs();
  const dry = await undisturbed(runner, await idle.measure(first), first, signal);
  if (dry.unreadable.length > 0 && dry.why === null) throw new InvalidInput(dry.unreadable);
  const problems = signal.aborted ? [] : dryRunProblems(dry, options.command === null);
  const triesEachCall = only.length > 0 || options.triesEachCall === true;
  const plan = planOf(problems.length > 0 || signal.aborted ? [] : dry.lanes, {
    ...options,
    triesEachCall,
    driverCan: dry.shopperCan,
  });
  const asked = only.length > 0 ? only : (options.needed ?? []);
  const depth = options.depth ?? 2;
  const wanted = wantedBy(asked, only, depth);
  const calls = callHashes(dry.lanes);
  const selected = sinceLast(plan.mutants.filter(wanted.isRun), options.since, calls);
  const unheard = hearsNothing(dry) ? selected.filter(isOfNotifications) : [];
  const untried = untriedCalls(dry);
  const early = [...untried, ...refusedAnyway(selected), ...onlySecondsNote(selected, wanted)];
  if (!options.plan) for (const note of early) options.progress?.note?.(note);
  const ran = await runCampaign(
    selected.filter((mutant) => !unheard.includes(mutant)),
    dry,
    {
      ...options,
      jobs: options.jobs === undefined ? idle : fixedJobs(options.jobs),
      whole: triesEachCall || options.whole,
      mutants: plan.mutants,
      depth,
      isWanted: wanted.isJudged,
      named: new Set(asked),
    },
  );
  const campaign = withUnheard(ran, unheard);
  if (only.length > 0 && plan.mutants.length > 0 && campaign.plan.length === 0 && !signal.aborted)
    throw fitsNothing(only, plan.mutants, selected.length > 0);
  const accusing = new Set(campaign.tried.map(({ mutant }) => mutant));
  const reported = reportOn(campaign, dry, options, startedAt);
  const knownPractices = new Set(options.baseline?.practices.map(({ id }) => id));
  // Leaves out mutants that hold or kill the shop, because they don't show how the shop itself behaves.
  const practices = practicesOf(
    dry,
    campaign.tried.filter(({ mutant }) => mutant.variants === undefined),
  ).map((practice) => ({ ...practice, isKnown: knownPractices.has(practice.id) }));
  const provesNothing = problems.length > 0 || signal.aborted || options.plan === true;
  const unproven = provesNothing ? [] : unprovenIn(dry, campaign, options);
  return {
    version,
    format: 1,
    command: options.command === null ? null : [...options.command],
    seed: options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - began),
    exitCode: problems.length > 0 ? 1 : exitCodeOf(reported.findings, practices, unproven),
    isStopped: signal.aborted,
    hasBeliefs: dry.beliefs !== undefined,
    dryRun: { problems: [...problems], run: judgedRun(dry) },
    ...reported,
    notes: [
      ...untried,
      ...refusedAnyway(campaign.plan.filter((one) => !accusing.has(one))),
      ...(runner.doesOneThingAtATime?.() && !campaign.tried.some(({ run }) => run.conducted?.hasOverlapped)
        ? [ONE_THING]
        : []),
      ...dryNotes(dry),
      ...netNotes([dry, ...campaign.tried.map(({ run }) => run)]),
      ...(unheard.length === 0
        ? []
        : [
            `the shop heard no notification in the first run, so ${plural(unheard.length, "mutant")} of notifications prove nothing`,
          ]),
      ...plan.notes,
      ...(only.length > 0 ? leftOutNote(campaign) : []),
      ...reported.notes,
    ],
    unproven: [...unproven],
    practices,
    calls,
    notTried: [...notTried(dry, campaign)],
    coverage: coverageOf(
      new Set([dry, ...campaign.tried.map(({ run }) => run)].flatMap(({ cells }) => [...cells])),
      options.policy,
    ),
  };
}

const ONE_THING = `the shop does one thing at a time: it handles no notification while its own call waits, so some mistakes cannot show. ${MORE_AT_A_TIME}`;

/** Mutants that prove something only about a shop that takes notifications. */
const isOfNotifications = ({ family }: PlannedMutant): boolean => ofNotifications.has(family);
const ofNotifications: ReadonlySet<Family> = new Set(["notice", "forged", "foreign", "again", "keyless"]);

const UNHEARD = "the shop took no notification in the first run";

/** These mutants are told, and not run. */
const withUnheard = (ran: Campaign, unheard: readonly PlannedMutant[]): Campaign => ({
  ...ran,
  plan: [...ran.plan, ...unheard],
  skipped: new Map<PlannedMutant, Skipped>([
    ...ran.skipped,
    ...unheard.map((mutant) => [mutant, { verdict: "not-applied", why: UNHEARD }] as const),
  ]),
});

/** The last report's findings first, then the mutants of calls whose requests differ from last time. */
function sinceLast(
  mutants: readonly PlannedMutant[],
  since: Baseline | undefined,
  calls: Readonly<Record<string, string>>,
): readonly PlannedMutant[] {
  if (since === undefined) return mutants;
  const found = new Set(since.findings.map(({ mutant }) => mutant.split("+")[0]));
  const turnOf = (mutant: PlannedMutant): number =>
    found.has(mutant.id) ? 0 : since.calls?.[callOf(mutant)] === calls[callOf(mutant)] ? 2 : 1;
  return mutants.toSorted((a, b) => turnOf(a) - turnOf(b));
}

interface Wanted {
  /** True if the mutant runs: it is selected, or it is the base of a selected second fault. */
  readonly isRun: (mutant: PlannedMutant) => boolean;
  readonly isJudged: (id: string) => boolean;
}

function wantedBy(asked: readonly string[], only: readonly string[], depth: 1 | 2): Wanted {
  if (asked.length === 0) return { isRun: () => true, isJudged: () => true };
  const fits = (patterns: readonly string[]) => {
    const all = patterns.map(compileGlob);
    return (id: string) => all.some((isFit) => isFit(id));
  };
  const joined = [...asked.filter((one) => one.includes("+") || one === "*"), ...only.flatMap(joinedBy)];
  const isBase = fits(joined.map(firstFault));
  const isAsked = fits(asked);
  const isJoined = fits(joined);
  const isJudged = (id: string) => (id.includes("+") ? isJoined(id) : isAsked(id));
  return {
    isJudged,
    isRun: (mutant) => isJudged(mutant.id) || (depth === 2 && getsSecond(mutant) && isBase(mutant.id)),
  };
}

/**
 * A pattern without a + can fit the whole id of a second fault: one of its stars then spans the +. The pattern with the +
 * there, for each such star.
 */
const joinedBy = (pattern: string): readonly string[] =>
  pattern.includes("+")
    ? []
    : [...pattern.matchAll(/\*/g)]
        .map(({ index }) => ({ base: pattern.slice(0, index + 1), second: pattern.slice(index) }))
        .filter(({ second }) => mayBeSecond(second))
        .map(({ base, second }) => `${base}+${second}`);

/** Nobody knows which calls a shop makes after a fault. Without this note, a glob that fits nothing would end late, as a surprise. */
function onlySecondsNote(selected: readonly PlannedMutant[], { isJudged }: Wanted): readonly string[] {
  const bases = selected.filter(({ id }) => !isJudged(id)).length;
  if (bases === 0) return [];
  const first = plural(bases, "first fault");
  return [
    bases === selected.length
      ? `--only names second faults alone, and ${first} must run before the judge knows which there are. If then none fits, it ends with exit code 2`
      : `second faults that fit --only may follow ${first} that it does not name: these run, too`,
  ];
}

/** Without this note, a survivor would look as if its second faults had run, too. */
function leftOutNote({ leftOut }: Campaign): readonly string[] {
  const [[base, count] = [], ...others] = leftOut;
  if (base === undefined || count === undefined) return [];
  const after = others.length === 0 ? base.id : `${base.id} and ${plural(others.length, "other mutant")}`;
  const all = others.reduce((sum, [, more]) => sum + more, count);
  return [
    `${plural(all, "second fault")} after ${after} did not run, because --only does not name them: --only ${JSON.stringify(`${base.id}*`)} runs them, too`,
  ];
}

/** Without this error, the result would look as if everything were fine. `hasTried`: first faults ran, to see what follows them. */
function fitsNothing(only: readonly string[], plan: readonly PlannedMutant[], hasTried: boolean): InvalidInput {
  const calls = [...new Set(plan.map(callOf))].join(", ");
  const asked = only.map((one) => JSON.stringify(one)).join(" or ");
  const base = only.map(firstFault).find((id) => plan.some((mutant) => mutant.id === id));
  if (base !== undefined)
    return new InvalidInput(
      `--only: no mutant's id fits ${asked}: the shop does not survive ${base}, or makes no such call after it. --only "${base}" runs it alone, and "${base}+*" all second faults after it`,
    );
  if (only.every((one) => one.includes("+")))
    return new InvalidInput(
      `--only: no second fault's id fits ${asked}: after no first fault that it names does the shop make such a call, and it must survive that first fault. --only "*+*" runs all second faults`,
    );
  const choice = only.find((one) => one.startsWith("assume/"));
  if (choice !== undefined)
    return new InvalidInput(
      `--only: no mutant's id fits ${JSON.stringify(choice)}: the judge changes no assumption, but payment-sandbox sensitivity --only '${choice}' does`,
    );
  const first = plan.find(({ family }) => family === "after-commit") ?? plan[0]!;
  const glob = only.some((one) => /[[{?]/.test(one)) ? ". A glob knows * only: repeat --only for each" : "";
  const second = hasTried
    ? ", nor that of a second fault: after no first fault that it survives does the shop make such a call"
    : "";
  return new InvalidInput(
    `--only: no mutant's id fits ${asked}${second}, expected one such as ${first.id}, of one of these calls: ${calls}${glob}`,
  );
}

function exitCodeOf(
  findings: JudgeReport["findings"],
  practices: readonly Practice[],
  unproven: readonly string[],
): number {
  const isNew =
    findings.some((finding) => !isAccepted(finding)) || practices.some(({ grave, isKnown }) => grave && !isKnown);
  if (isNew) return 6;
  return unproven.length > 0 ? 4 : 0;
}
