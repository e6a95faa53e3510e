import { firstFault, shortName } from "../mutants/mutant.js";
import { allBelieved } from "../oracle/believed.js";
import { inMinorUnits } from "../oracle/books.js";
import { agrees, LET_IT_QUERY } from "../oracle/orders.js";
import { practiceReplay } from "../reports/judge-report.js";
import type { Baseline } from "../schema/baseline.js";
import type { Finding, JudgeReport, Practice } from "../schema/report.js";
import { isOfBeliefs, type Verdict } from "../schema/verdicts.js";

/** What became of each finding and grave practice of an earlier report, as `<verdict> <mutant>` or `practice <id>`. */
export interface FixProof {
  readonly fixed: readonly string[];
  readonly still: readonly string[];
  /** What the judge says now of those of `still`, as in its own report. */
  readonly found: {
    readonly findings: readonly Finding[];
    readonly practices: readonly (Practice & { readonly replay?: string | undefined })[];
  };
  /** The mutant could not be tried, its result is open, or what it found doesn't occur on the base. */
  readonly notReached: readonly string[];
  /** Those of `notReached` that don't occur on the base. */
  readonly absentOnBase: readonly string[];
  /** Those of `notReached` whose mutant ran, and whose result is open. */
  readonly undecided: readonly string[];
  /** By the id of the mutant or the practice: why one of `notReached` proves nothing, or what is open beside a fixed one. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The command that judges the changed shop anew. Undefined: its runs still have the place of each mutant. */
  readonly anew?: string | undefined;
}

/** In a crash or a race, milliseconds decide what is found. */
export const isTimed = (mutant: string): boolean => /\/(crash|race)\//.test(mutant);

/** How often the judge looks for a finding that milliseconds decide, before it says that it is gone. */
export const LOOKS = 5;

export type Earlier = Pick<Baseline, "dryRun" | "findings" | "practices" | "mutants">;

type Before = Pick<JudgeReport, "findings" | "practices">;
type Now = Pick<JudgeReport, "findings" | "practices" | "mutants" | "pruned" | "inconclusive" | "notes" | "isStopped">;

/** What became of one finding or practice. `key` is its place in `reasons`. */
interface Outcome {
  readonly name: string;
  readonly key: string;
  /** `gone`: the changed shop no longer reaches the place of its mutant. */
  readonly became: "fixed" | "still" | "gone" | "untried" | "undecided" | "absentOnBase";
  readonly why?: string | undefined;
}

/** Compares the findings and the grave practices with the runs on the base and here. A pure function. `anew` judges all. */
export function proofOf(earlier: Earlier, before: Before | undefined, now: Now, anew?: string): FixProof {
  const outcomes = [
    ...earlier.findings.map((finding) => outcomeOfFinding(finding, earlier, before, now)),
    ...earlier.practices.map((practice) => outcomeOfPractice(practice, before, now)),
  ];
  const named = (...what: readonly Outcome["became"][]) => [
    ...new Set(what.flatMap((one) => outcomes.filter(({ became }) => became === one).map(({ name }) => name))),
  ];
  return {
    reasons: Object.fromEntries(outcomes.flatMap(({ key, why }) => (why === undefined ? [] : [[key, why]]))),
    fixed: named("fixed"),
    still: named("still"),
    found: {
      findings: now.findings.filter(({ mutant }) => earlier.findings.some((one) => one.mutant === mutant)),
      practices: now.practices
        .filter(({ id }) => earlier.practices.some((one) => one.id === id))
        .map((practice) => ({ ...practice, replay: practiceReplay(practice, now.mutants) })),
    },
    notReached: named("gone", "untried", "undecided", "absentOnBase"),
    undecided: named("undecided"),
    absentOnBase: named("absentOnBase"),
    anew: outcomes.some(({ became }) => became === "gone") ? anew : undefined,
  };
}

function outcomeOfFinding(
  { verdict, mutant }: Baseline["findings"][number],
  { mutants = [] }: Earlier,
  before: Before | undefined,
  now: Now,
): Outcome {
  const one = { name: `${verdict} ${mutant}`, key: mutant };
  if (now.findings.some((finding) => finding.mutant === mutant)) return { ...one, became: "still" };
  if (before?.findings.some((finding) => finding.mutant === mutant && finding.verdict === verdict) === false)
    return { ...one, became: "absentOnBase" };
  const [wasSame, isSame] = [mutants, now.mutants].map((all) => hitsOneOrder(all.find(({ id }) => id === mutant)));
  if (wasSame !== undefined && isSame !== undefined && wasSame !== isSame)
    return { ...one, became: "gone", why: `its second fault now hits ${isSame ? "the same" : "another"} order` };
  // A mutant that ran exactly like another one, which the shop survived, is survived too.
  if (endOf(mutant, now) === "survived") return { ...one, became: "fixed" };
  if (isOfBeliefs(verdict) && endOf(mutant, now) === "unresolved" && knowsItsMoney(mutant, now))
    return {
      ...one,
      became: "fixed",
      why: `open beside it: ${noteOn(mutant, now) ?? "what the shop does with the order"}`,
    };
  return { ...one, ...untried(mutant, now) };
}

/** True if each belief of the mutant's run is that of the books. What is unresolved then is another question, such as whether to deliver. */
function knowsItsMoney(mutant: string, { mutants }: Now): boolean {
  const { run } = mutants.find(({ id }) => id === mutant) ?? {};
  if (!run?.beliefs) return false;
  const { books } = run;
  const beliefs = allBelieved(run.beliefs);
  return [...new Set([...Object.keys(books), ...beliefs.keys()])].every((reference) => {
    const belief = beliefs.get(reference);
    const book = books[reference];
    return book ? agrees(inMinorUnits(book), belief) : belief?.paid === 0;
  });
}

/**
 * Whether both faults of a run are about orders of the same amount: references may be others in each run. Undefined if
 * it has one fault, or nobody knows.
 */
function hitsOneOrder(mutant: NonNullable<Baseline["mutants"]>[number] | undefined): boolean | undefined {
  const { timeline = [] } = mutant?.run ?? {};
  const hit = timeline.filter(({ isMutated }) => isMutated);
  if (!mutant?.id.includes("+") || hit.length < 2) return undefined;
  const [first, second] = [hit[0], hit.at(-1)].map(
    (call) =>
      timeline.find(
        ({ operation = "/refund", reference, amount }) =>
          reference === call?.reference && amount != null && !operation.endsWith("/refund"),
      )?.amount,
  );
  return first == null || second == null ? undefined : first === second;
}

/** A practice is fixed if no run shows it any more, and one of those that showed it could be made. */
function outcomeOfPractice(
  { id, evidence = [] }: Baseline["practices"][number],
  before: Before | undefined,
  now: Now,
): Outcome {
  const one = { name: `${PRACTICE}${id}`, key: id };
  const isIn = ({ practices }: Before) => practices.some((practice) => practice.id === id);
  if (isIn(now)) return { ...one, became: "still" };
  if (before && !isIn(before)) return { ...one, became: "absentOnBase" };
  const mutants = mutantsOf(evidence);
  const open = mutants.find((mutant) => provesNothing(endOf(mutant, now)));
  const isShown = evidence.length > mutants.length || mutants.some((mutant) => isMade(endOf(mutant, now)));
  if (open === undefined && isShown) return { ...one, became: "fixed" };
  return { ...one, ...untried(open ?? mutants[0] ?? "", now) };
}

/** Without the dry run, which is made in any case. */
export const mutantsOf = (evidence: NonNullable<Baseline["practices"][number]["evidence"]>): readonly string[] =>
  evidence.flatMap(({ mutant }) => mutant ?? []);

type End = Verdict | "not-applied" | undefined;

/** How a mutant ended here. Undefined if the plan has none of that name. */
const endOf = (mutant: string, { mutants, pruned, inconclusive }: Now): End =>
  mutants.find(({ id }) => id === mutant)?.verdict ??
  inconclusive[mutant] ??
  (pruned.includes(mutant) ? "survived" : undefined);

const provingNothing: ReadonlySet<End> = new Set<End>(["notRun", "noticed", "unreadable", "unstable"]);
const provesNothing = (end: End): boolean => provingNothing.has(end);
const isMade = (end: End): boolean => end !== undefined && end !== "not-applied" && !provesNothing(end);

function untried(mutant: string, now: Now): Pick<Outcome, "became" | "why"> {
  const end = endOf(mutant, now);
  if (now.isStopped && (end === undefined || end === "notRun"))
    return { became: "untried", why: "the judge was stopped before it ran" };
  if (end === undefined) return { became: "gone", why: whyGone(mutant, now) };
  if (end === "not-applied") return { became: "gone", why: "the shop's run went another way before its moment came" };
  const undecided = whyUndecided[end];
  return undecided === undefined
    ? { became: "untried", why: whyUntried[end] ?? end }
    : { became: "undecided", why: `the mutant ran. ${noteOn(mutant, now) ?? undecided}` };
}

const whyUntried: Partial<Record<Verdict, string>> = {
  notRun: "the budget ended before it ran",
  noticed: "the command itself failed, so its beliefs prove nothing",
};

/** If no note says why. */
const whyUndecided: Partial<Record<Verdict, string>> = {
  unresolved: `The shop does not know yet about an order. ${LET_IT_QUERY}`,
  unreadable: "Its beliefs cannot be read",
  unstable: "Its finding did not repeat",
};

/** What the report says about a mutant that accuses nobody. */
function noteOn(mutant: string, { notes }: Now): string | undefined {
  const start = `${mutant}: `;
  return notes.find((note) => note.startsWith(start))?.slice(start.length);
}

function whyGone(mutant: string, now: Now): string {
  const [call = "", second] = mutant.split("+").map((part) => /^[^/]*#\d+/.exec(part)?.[0] ?? "");
  if (call === "") return "the shop's run no longer has a place for it";
  const first = firstFault(mutant);
  const end = endOf(first, now);
  if (second === undefined || end === undefined)
    return `the shop no longer makes the call ${call}, or what comes before it differs`;
  if (end !== "survived") return `its first fault alone, ${first}, is ${end} now: mend that first`;
  const calls = now.mutants.find(({ id }) => id === first)?.run?.timeline.filter(({ kind }) => kind === "call") ?? [];
  const made = calls.flatMap((one) => (one.kind === "call" && one.by === "shop" ? [shortName(one.operation)] : []));
  return `the shop survives ${first}, and then makes no call ${second}${made.length > 0 ? ` (its calls: ${made.join(", ")})` : ""}. --only "${first}+*" without --prove-fix tries second faults on those that it makes`;
}

export const PRACTICE = "practice ";

/** 0 only if each is fixed, 4 if none is still there but not each was tried. */
export const proofExitCode = ({ still, notReached }: FixProof): 0 | 4 | 6 =>
  still.length > 0 ? 6 : notReached.length > 0 ? 4 : 0;

/** Says of what does not occur on the base that the commands name one of these folders, so the base may not have run. */
export function withPathHere(proof: FixProof, commands: readonly string[], folders: readonly string[]): FixProof {
  const paths = commands.flatMap((line) => line.match(/(?<![^\s"'=:;&|(])\/[^\s"';&|)]+/g) ?? []);
  const path = paths.find((one) => folders.some((folder) => `${one}/`.startsWith(`${folder}/`)));
  if (path === undefined) return proof;
  const why = `the command names ${path}, so there it may have run the changed shop. Write that path relative to the working folder`;
  const keys = proof.absentOnBase.map((name) => name.slice(name.indexOf(" ") + 1));
  return { ...proof, reasons: { ...proof.reasons, ...Object.fromEntries(keys.map((key) => [key, why])) } };
}
