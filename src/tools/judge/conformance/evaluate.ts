import * as z from "zod";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { INTERLEAVINGS } from "../mutants/plan.js";
import { isCharge } from "../observe/facts.js";
import { beliefText, bookText } from "../reports/words.js";
import type { Belief } from "../schema/beliefs-schema.js";
import type { PracticeId } from "../schema/practice-texts.js";
import type { Finding, JudgedMutant, JudgeReport, Practice } from "../schema/report.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import type { Profile, ReportedBelief, Requirement, Setup } from "./requirement.js";

export const results = ["PASS", "FAIL", "WARN", "NOT VERIFIED", "NOT APPLICABLE"] as const;
export type ResultName = (typeof results)[number];

export const testSchema = z.strictObject({
  id: z.string(),
  requirement: z.string(),
  result: z.enum(results),
  /**
   * The mutants behind the result: for FAIL the failed ones, for NOT VERIFIED the undecided ones, else all that were
   * run.
   */
  evidence: z.array(z.string()),
  /** The reason, in a sentence. */
  why: z.string(),
  /** For FAIL, WARN and NOT VERIFIED: what each mutant behind the result showed, or why it is open, by its id. */
  reasons: z.record(z.string(), z.string()).exactOptional(),
  /** The result in the baseline, if it was another one. */
  before: z.enum(results).exactOptional(),
});

/** The result of one requirement, with its evidence. */
export type TestResult = z.output<typeof testSchema>;

/** The judge's findings, and the operations that it could check. */
export interface JudgedSetup {
  readonly report: JudgeReport;
  /** What the run made it possible to observe. */
  readonly setup: ReadonlySet<Setup>;
  /** True if `--only` left mutants out. Then nothing can pass. */
  readonly isPart?: boolean;
}

/** Results in the order of the profiles. A pure function: the same report gives the same results. */
export const evaluate = (profiles: readonly Profile[], observed: JudgedSetup): readonly TestResult[] =>
  profiles.flatMap(({ requirements }) => requirements.map((one) => testResult(one, observed)));

function testResult(requirement: Requirement, { report, setup, isPart }: JudgedSetup): TestResult {
  const { uses, needs, mutants, absent, unplayed = notReached } = requirement;
  const say = (
    result: ResultName,
    why: string,
    evidence: readonly string[] = [],
    reasons: readonly Seen[] = [],
  ): TestResult => ({
    id: requirement.id,
    requirement: requirement.requirement,
    result,
    evidence: [...evidence],
    why,
    ...(reasons.length > 0 && { reasons: reasonsOf(reasons) }),
  });
  const [problem] = report.dryRun.problems;
  if (problem !== undefined) return say("NOT VERIFIED", `The first run failed: ${problem}`);
  const used = usedBy(report);
  if (uses && !uses.some((name) => [...used.keys()].some(compileGlob(name))))
    return say("NOT APPLICABLE", `In the dry run the shop used ${counted(used)}, and none of ${listed(uses)}.`);
  if (needs !== undefined && !setup.has(needs)) return say("NOT VERIFIED", withoutSetup[needs]);
  const shown = report.mutants.filter(({ id }) => fits(id, mutants));
  const failed = failures(requirement, report, shown);
  if (failed.length > 0) return say("FAIL", failed[0]!.why, unique(failed.map(({ mutant }) => mutant)), failed);
  if (isPart) return say("NOT VERIFIED", "--only left mutants out.", ids(shown));
  const untold = untoldIn(requirement, report);
  if (untold !== undefined) return say("NOT VERIFIED", untold, ids(shown));
  const pruned = report.pruned.filter((id) => fits(id, mutants));
  if (shown.length === 0 && pruned.length === 0)
    return isWhole(report) && absent !== undefined
      ? say("NOT APPLICABLE", `${absent} In the dry run it used ${counted(used)}.`)
      : say("NOT VERIFIED", requirement.unplayed?.why ?? `No mutant fits ${listed(mutants)}.`);
  const warned = advice(requirement, report, shown);
  const open = [...shown, ...likeOpen(report, pruned)].filter(isUndecided);
  // Advice that a mutant showed is known, whatever is open in others.
  const isAdviceAlone = requirement.verdicts?.length === 0 && warned.length > 0;
  if (open.length > 0 && !isAdviceAlone)
    return say("NOT VERIFIED", undecidedText(open), ids(open), open.map(openedBy(report)));
  const applied = [...ids(shown), ...pruned].filter((id) => report.inconclusive[id] === undefined);
  if (applied.length === 0) return say(unplayed.result, unplayed.why, pruned);
  if (warned.length > 0) return say("WARN", warned[0]!.why, unique(warned.map(({ mutant }) => mutant)), warned);
  const passed = `${plural(applied.length, "mutant")} passed${notAlone(applied, report)}.`;
  return say("PASS", `${passed}${untriedText(mutants, applied)}`, applied);
}

/** Kinds of mutants of which none took effect on this shop. A test may pass without them, but not silently. */
function untriedText(mutants: readonly string[], applied: readonly string[]): string {
  const untried = mutants.filter((glob) => !applied.some((id) => fits(id, [glob])));
  return untried.length === 0 ? "" : ` No mutant that fits ${listed(untried)} took effect.`;
}

/** How many mutants passed without a run of their own. */
function notAlone(passed: readonly string[], { representedBy = {}, pools = [] }: JudgeReport): string {
  const together = new Set(pools.flat());
  const byOthers = passed.filter((id) => representedBy[id] !== undefined).length;
  const inPools = passed.filter((id) => together.has(id)).length;
  const ways = [
    ...(byOthers === 0 ? [] : [`${byOthers} by one that stands for them`]),
    ...(inPools === 0 ? [] : [`${inPools} in a run with faults of other orders`]),
  ];
  return ways.length === 0 ? "" : `, ${ways.join(" and ")} (--whole runs each alone)`;
}

const notReached = { result: "NOT VERIFIED", why: "No run came as far as the change." } as const;

const withoutSetup: Readonly<Record<Setup, string>> = {
  shop: "Only a shop that the judge starts itself can be ended and started again: use --shop.",
  driver: "Only a command can be told what to do at the shop's pay button.",
  output: "The shop's output was not seen.",
  "second-faults": "There were no second faults: leave --depth at 2.",
  interleavings: `Not all orders of events were tried: leave --interleavings at ${INTERLEAVINGS}.`,
};

/** True if all mutants ran: the run was not stopped, and a budget left none out. */
const isWhole = ({ isStopped, counts }: JudgeReport): boolean => !isStopped && counts.notRun === 0;

/** In later lanes, a mutant's id starts with the lane. It counts like an id in the first lane. */
export const fits = (id: string, globs: readonly string[]): boolean => {
  const plain = id.replace(/^lane\d+\./, "");
  return globs.some((glob) => compileGlob(glob)(plain));
};

/** How often the shop and its shopper used each operation in the dry run. Includes `notification` and `redirect`. */
function usedBy({ dryRun }: JudgeReport): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const event of dryRun.run.timeline) {
    const name = usedIn(event);
    if (name !== undefined) used.set(name, (used.get(name) ?? 0) + 1);
  }
  return used;
}

function usedIn(event: TimelineEvent): string | undefined {
  if (event.kind === "call") return event.by === "time" ? undefined : event.operation;
  if (event.kind === "notice") return "notification";
  return event.kind === "redirect" ? "redirect" : undefined;
}

const counted = (used: ReadonlyMap<string, number>): string =>
  listed([...used].map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`)));

/** Why the beliefs can't show a mistake of this kind. Undefined if they can. Practices don't need beliefs. */
function untoldIn({ verdicts, tells }: Requirement, { hasBeliefs, dryRun }: JudgeReport): string | undefined {
  if (verdicts?.length === 0) return undefined;
  if (!hasBeliefs) return "The shop tells no beliefs, so nobody knows what it takes for paid.";
  if (tells === undefined) return undefined;
  const { books, beliefs, timeline } = dryRun.run;
  const isCharged = (reference: string) =>
    timeline.some((event) => event.kind === "call" && event.reference === reference && isCharge(event));
  const silent = Object.entries(books)
    .filter(([reference, { paid }]) => paid > 0 && (tells !== "user" || isCharged(reference)))
    .filter(([reference]) => !isTold[tells](beliefs?.[reference]));
  return silent.length === 0 ? undefined : `The beliefs of ${silent[0]![0]} tell no ${untoldText[tells]}.`;
}

const isTold: Readonly<Record<ReportedBelief, (belief: Belief | undefined) => boolean>> = {
  effects: (belief) => belief?.effects !== undefined,
  shipped: (belief) => belief?.effects !== undefined || belief?.shipped !== undefined,
  cart: (belief) => belief?.cart !== undefined,
  user: (belief) => belief?.user !== undefined,
};

const untoldText: Readonly<Record<ReportedBelief, string>> = {
  effects: "effects with counts, so work that is done twice can't be seen",
  shipped: "effects, so nobody knows what was delivered",
  cart: "cart, so two orders for the same goods can't be told from two purchases",
  user: "user, so nobody knows whose card was meant",
};

interface Seen {
  readonly mutant: string;
  readonly why: string;
}

function failures(
  { verdicts, practices = [], findsOut }: Requirement,
  report: JudgeReport,
  shown: readonly JudgedMutant[],
): readonly Seen[] {
  const among = new Set(ids(shown));
  const isMeant = ({ mutant, verdict }: Finding): boolean =>
    among.has(mutant) && (verdicts === undefined || verdicts.includes(verdict));
  const found = report.findings
    .filter(isMeant)
    .map(({ mutant, verdict, why }) => ({ mutant, why: `${verdict}: ${why}` }));
  const mistaken = findsOut ? shown.flatMap(mistakenIn) : [];
  // The requirement's own mutants come first, because they show best what it is about.
  const isOther = ({ mutant }: Seen): number => Number(!among.has(mutant));
  const practised = seenAs(practices, report.practices).toSorted((a, b) => isOther(a) - isOther(b));
  return [...found, ...mistaken, ...practised];
}

/** If the judge left the mutant unresolved: the orders about which the shop's beliefs are wrong. */
function mistakenIn({ id: mutant, verdict, run }: JudgedMutant): readonly Seen[] {
  if (verdict !== "unresolved" || !run) return [];
  return Object.entries(run.books).flatMap(([reference, book]) => {
    const said = run.beliefs?.[reference];
    const paid = said === undefined ? 0 : said.paid;
    const isGone = paid === 0 && (book.voided || book.refunded === book.paid);
    if (paid === null || paid === book.paid || isGone) return [];
    return [
      { mutant, why: `${reference}: the shop never asked. ${bookText(book)}; the shop says ${beliefText(said)}` },
    ];
  });
}

/** Advice counts only if it was observed in one of these mutants or in the dry run. */
function advice({ advice = [] }: Requirement, report: JudgeReport, shown: readonly JudgedMutant[]): readonly Seen[] {
  const among = new Set([...ids(shown), DRY_RUN]);
  return seenAs(advice, report.practices).filter(({ mutant }) => among.has(mutant));
}

const DRY_RUN = "dry run";

const seenAs = (wanted: readonly PracticeId[], seen: readonly Practice[]): readonly Seen[] =>
  seen
    .filter(({ id }) => wanted.includes(id))
    .flatMap(({ id, evidence }) =>
      evidence.map(({ mutant, what }) => ({ mutant: mutant ?? DRY_RUN, why: `${id}: ${what}` })),
    );

/** A mutant and its verdict, which decide a result. */
type Ended = Pick<JudgedMutant, "id"> & { readonly verdict: string };

/** Pruned mutants, with the verdict of the run that they repeat. */
const likeOpen = ({ inconclusive }: JudgeReport, pruned: readonly string[]): readonly Ended[] =>
  pruned.map((id) => ({ id, verdict: inconclusive[id] ?? "survived" }));

/** A finding for another requirement decides nothing here, but doesn't leave anything open either. */
const isUndecided = ({ verdict }: Ended): boolean => Object.hasOwn(reasons, verdict);

function undecidedText(open: readonly Ended[]): string {
  const groups = Object.entries(Object.groupBy(open, ({ verdict }) => verdict));
  return `${groups.map(([verdict, all = []]) => `${plural(all.length, "mutant")} ${reasons[verdict]}`).join(", ")}.`;
}

/** Why a mutant is open: the judge's note about it, or why its run failed. */
const openedBy =
  ({ notes, mutants, representedBy = {} }: JudgeReport) =>
  ({ id: mutant, verdict }: Ended): Seen => {
    const shown = representedBy[mutant] ?? mutant;
    const noted = notes.filter((note) => note.startsWith(`${shown}: `)).map((note) => note.slice(shown.length + 2));
    const failed = mutants.find(({ id }) => id === shown)?.run?.why;
    return { mutant, why: `${verdict}: ${noted.length > 0 ? noted.join("; ") : (failed ?? reasons[verdict])}` };
  };

/** The first reason of each mutant. */
const reasonsOf = (seen: readonly Seen[]): Readonly<Record<string, string>> =>
  Object.fromEntries(seen.toReversed().map(({ mutant, why }) => [mutant, why]));

/** Explains the verdicts that decide nothing. */
const reasons: Readonly<Record<string, string>> = {
  notRun: "not run",
  noticed: "ended with a failure of the command itself",
  unresolved: "left the shop without a final answer",
  unreadable: "left no beliefs that can be read",
  unstable: "gave a finding that did not repeat",
};

const ids = (mutants: readonly Pick<JudgedMutant, "id">[]): readonly string[] => mutants.map(({ id }) => id);
const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];
const listed = (all: readonly string[]): string => (all.length === 0 ? "nothing" : all.join(", "));
