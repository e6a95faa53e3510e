import { saleOf } from "../../core/domain/order.js";
import { plural } from "../../core/scenario/values/plural.js";
import type { Campaign } from "./campaign.js";
import { LET_IT_SUCCEED, refusalText } from "./first-run.js";
import { harmOf } from "./harm.js";
import { MORE_AT_A_TIME } from "./late-notices.js";
import type { PlannedMutant } from "./mutants/mutant.js";
import { type LaneFacts, shopCallsOf } from "./observe/facts.js";
import { findingsOf, mutantJson } from "./report-parts.js";
import { countedOnce, isAccepted } from "./reports/causes.js";
import { callOf } from "./reports/words.js";
import type { ShopRun, ShopRunner } from "./run/shop-runner.js";
import { type Baseline, inBaseline } from "./schema/baseline.js";
import type { JudgeReport } from "./schema/report.js";
import { isAccusation, rankOf } from "./schema/verdicts.js";
import { type Waiver, waiverFor } from "./schema/waivers.js";
import type { Tried } from "./verdict-of.js";

interface Reported {
  readonly runner: ShopRunner;
  readonly waivers?: readonly Waiver[] | undefined;
  readonly baseline?: Baseline | undefined;
}

const LOCKED =
  "one handler waited for the other, so the two could not overlap. The shop does two things at once in other mutants, so a lock of its own kept them apart, such as that of the order, the session or an SQLite file";
const ONE_AT_A_TIME = `one handler waited for the other, so the two could not overlap: the shop does one thing at a time, or a lock of its own kept them apart (of the order, the session, an SQLite file). ${MORE_AT_A_TIME}`;

/** The part of a report that tells of the mutants: each with its run, the findings, and how many there are of each verdict. */
export function reportOn(
  { plan, tried, skipped, pools, notes: others }: Campaign,
  dry: ShopRun,
  { runner, waivers = [], baseline }: Reported,
  now: Date,
): Pick<
  JudgeReport,
  "mutants" | "pruned" | "inconclusive" | "representedBy" | "pools" | "findings" | "notes" | "counts" | "harm"
> {
  const represented = [...skipped].flatMap(([mutant, { by }]) => (by ? [{ mutant, by }] : []));
  const standsFor = Map.groupBy(represented, ({ by }) => by);
  const notApplied = plan.filter((mutant) => skipped.get(mutant)?.verdict === "not-applied");
  const together = pools.map((mutants) => mutants.map(({ id }) => id));
  const byMutant = new Map(tried.map((one) => [one.mutant, one]));
  const inEarlier = inBaseline(baseline);
  const mutants = plan
    .filter((mutant) => !skipped.has(mutant))
    .map((mutant) => {
      const { run, outcome } = byMutant.get(mutant) ?? {};
      const poolOf = together.find((ids) => ids.includes(mutant.id))?.filter((id) => id !== mutant.id);
      const json = mutantJson(mutant, runner.replayOf(mutant), run, outcome?.verdict ?? "notRun", poolOf);
      const others = standsFor.get(mutant);
      return others === undefined ? json : { ...json, standsFor: others.map(({ mutant }) => mutant.id) };
    });
  const changesOf = new Map(
    plan.map(({ id, scenario, variants = [] }) => [id, scenario.rules.length + Math.min(variants.length, 1)]),
  );
  const findings = plan
    .flatMap((mutant) => {
      const one = byMutant.get(mutant);
      return one ? findingsOf(one, runner.replayOf(mutant), dry) : [];
    })
    .map((finding) => ({
      ...finding,
      ...inEarlier(finding),
      waiver: waiverFor(finding, waivers, now),
    }))
    // For each verdict, new findings come first, and those with the fewest changes, because reports show the first one in full.
    .sort(
      (a, b) =>
        rankOf(a.verdict) - rankOf(b.verdict) ||
        Number(isAccepted(a)) - Number(isAccepted(b)) ||
        (changesOf.get(a.mutant) ?? 0) - (changesOf.get(b.mutant) ?? 0),
    );
  const count = (verdict: JudgeReport["mutants"][number]["verdict"]) =>
    mutants.filter((one) => one.verdict === verdict).length;
  const whyApart = tried.some(({ run }) => run.conducted?.hasOverlapped) ? LOCKED : ONE_AT_A_TIME;
  const notes = plan.flatMap((mutant) => {
    const { outcome, run } = byMutant.get(mutant) ?? {};
    const open = (outcome?.wrong ?? []).filter(({ verdict }) => verdict === "unresolved").map(({ why }) => why);
    const unreadable = outcome?.verdict === "unreadable" ? [run?.unreadable[0] ?? "it reported no beliefs"] : [];
    const opened = run?.conducted?.hasOpened ? [whyApart] : [];
    return [...unreadable, ...open, ...opened, ...(outcome?.notes ?? [])].map((why) => `${mutant.id}: ${why}`);
  });
  return {
    mutants,
    pruned: plan.filter((mutant) => skipped.has(mutant)).map(({ id }) => id),
    inconclusive: Object.fromEntries(
      [...skipped].flatMap(([{ id }, { verdict }]) => (verdict === "survived" ? [] : [[id, verdict] as const])).sort(),
    ),
    representedBy: Object.fromEntries(represented.map(({ mutant, by }) => [mutant.id, by.id])),
    pools: together,
    findings,
    harm: harmOf(countedOnce(findings)),
    notes: [...notes, ...others, ...neverAsked(tried), ...neverCame(notApplied)],
    counts: {
      planned: plan.length,
      run: tried.length,
      pruned: skipped.size,
      represented: represented.filter(({ mutant }) => !notApplied.includes(mutant)).length,
      pools: pools.length,
      notRun: count("notRun"),
      found: mutants.filter(({ verdict }) => isAccusation(verdict)).length,
      unresolved: count("unresolved"),
      unreadable: count("unreadable"),
      unstable: count("unstable"),
      noticed: count("noticed"),
      survived: count("survived"),
    },
  };
}

/** Notes about calls that the service refused without any fault: to lose such a call, or its answer, shows nothing about one that is done. */
export function refusedAnyway(mutants: readonly PlannedMutant[]): readonly string[] {
  const ofRefused = mutants.filter(({ refused }) => refused !== undefined);
  return [...Map.groupBy(ofRefused, callOf)].map(([name, all]) => {
    const proves = `${plural(all.length, "mutant")} of it ${all.length === 1 ? "proves" : "prove"} nothing`;
    return `${name} was refused in the first run, so ${proves}: ${refusalText(all[0]!.refused!)}. ${LET_IT_SUCCEED}`;
  });
}

/**
 * Notes about orders that the shop knows nothing of, because the answer to their create was lost and it never asked. No
 * money goes wrong: nobody has the order's page.
 */
function neverAsked(tried: readonly Tried[]): readonly string[] {
  const left = tried.filter(({ run, mutant }) => run.lanes.some((lane) => hasForgotten(lane, mutant)));
  return [...Map.groupBy(left, ({ mutant }) => callOf(mutant))].map(
    ([call, all]) =>
      `${call}: after its answer was lost (${plural(all.length, "mutant")}), the shop never asked about the order. Nobody has its page, so it stays unpaid. Query its merchantReference before you create another`,
  );
}

function hasForgotten(lane: LaneFacts, { operation, family }: PlannedMutant): boolean {
  if (family !== "after-commit" || !operation.endsWith("/create")) return false;
  const calls = shopCallsOf(lane);
  return calls.some(
    ({ id, orderId, reference, isMutated, operation: called }) =>
      isMutated &&
      called === operation &&
      lane.orders.some((order) => order.id === orderId && !saleOf(order)) &&
      !calls.some((later) => later.id > id && later.reference === reference),
  );
}

/** Notes about races and crashes whose moment never came. Otherwise they would look as if the shop had survived them. */
function neverCame(notApplied: readonly PlannedMutant[]): readonly string[] {
  const missed = notApplied.filter(
    ({ family, refused }) => refused === undefined && (family === "race" || family === "crash"),
  );
  return [...Map.groupBy(missed, ({ family, change }) => `${family}/${change}`)].map(
    ([kind, of]) => `${kind} proves nothing about ${of.map(callOf).sort().join(", ")}: its moment never came`,
  );
}
