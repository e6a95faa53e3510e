import { firstFew, plural } from "../../core/scenario/values/plural.js";
import { type Campaign, notAppliedIn } from "./campaign.js";
import type { ShopRun } from "./run/shop-runner.js";

/** How much may stay unproven. */
export interface Bounds {
  /** True if nothing may be left open. */
  readonly strict?: boolean | undefined;
  /** How many mutants may be unresolved. Undefined means any number, or none with `strict`. */
  readonly maxUnresolved?: number | undefined;
}

/** Why the result proves less than required, one sentence each. Empty if it proves enough. */
export function unprovenIn(dry: ShopRun, campaign: Campaign, bounds: Bounds): readonly string[] {
  const { plan, tried, skipped } = campaign;
  const { strict = false, maxUnresolved = strict ? 0 : Number.POSITIVE_INFINITY } = bounds;
  const those = (verdict: string) =>
    tried.filter(({ outcome }) => outcome.verdict === verdict).map(({ mutant }) => mutant.id);
  const unresolved = those("unresolved");
  const told = new Set(tried.map(({ mutant }) => mutant));
  const notRun = plan.filter((mutant) => !told.has(mutant) && !skipped.has(mutant)).map(({ id }) => id);
  return [
    ...(tried.length === 0 && notRun.length > 0 ? ["no mutant was run: give it a longer --budget"] : []),
    ...(plan.length > 0 && plan.every((mutant) => skipped.get(mutant)?.verdict === "not-applied")
      ? [`no mutant applied, so nothing is proven: ${[...notAppliedIn(campaign).keys()].join("; ")}`]
      : []),
    // Unreadable beliefs never prove anything, strict or not.
    ...idsText(those("unreadable"), "whose beliefs are missing or cannot be read"),
    ...(unresolved.length > maxUnresolved ? idsText(unresolved, `unresolved, at most ${maxUnresolved} allowed`) : []),
    ...(strict
      ? [...dryGaps(dry), ...idsText(notRun, "not run"), ...idsText(those("noticed"), "noticed by the command itself")]
      : []),
  ];
}

const SHOWN = 3;

/** How many mutants, what about them, and the first few. Empty if there are none. */
export function idsText(ids: readonly string[], what: string): readonly string[] {
  if (ids.length === 0) return [];
  return [`${plural(ids.length, "mutant")} ${what}: ${firstFew(ids, SHOWN)}`];
}

function dryGaps({ beliefs, lanes }: ShopRun): readonly string[] {
  if (beliefs === undefined) return ["the dry run: the shop reports no beliefs"];
  const open = Object.entries(beliefs).filter(([, { paid, refunded }]) => paid === null || refunded === null);
  const silent = lanes.flatMap(({ orders }) => orders).filter(({ reference }) => beliefs[reference] === undefined);
  return [
    ...open.map(([reference]) => `the dry run: ${reference} is null, not known`),
    ...silent.map(({ reference }) => `the dry run: the beliefs do not name ${reference}`),
  ];
}
