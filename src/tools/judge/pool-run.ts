import type { PlannedMutant } from "./mutants/mutant.js";
import type { Aim, PoolMember } from "./mutants/pools.js";
import type { LaneFacts } from "./observe/facts.js";
import { callsLike, namesOfOrders, partOf, wayOf } from "./observe/order-parts.js";
import { answeredCopies } from "./observe/took-effect.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { Family } from "./schema/families.js";
import type { Tried } from "./verdict-of.js";

/**
 * True if each fault fired at its place, and each order without a fault went its whole way. Only then the run shows what
 * each of the faults would alone.
 */
export function isWholePool(members: readonly PoolMember[], run: ShopRun, dry: ShopRun): boolean {
  if (run.why !== null || run.hasTimedOut || run.beliefs === undefined || run.unmet.length > 0) return false;
  const changed = new Set(members.map(({ order }) => order));
  return members.every((member) => hasFired(member, run, dry)) && areAsUsual(changed, run, dry);
}

function hasFired({ mutant: { slot, witness }, aims }: PoolMember, run: ShopRun, dry: ShopRun): boolean {
  const [lane, before] = [run, dry].map(({ lanes }) => lanes.find((one) => one.slot === slot));
  if (!lane || !before || answeredCopies(lane).length > 0) return false;
  // A witness knows its order by the id that it had in the first run.
  const isSeen = witness === undefined || (witness(run) && aims.every(({ call }) => isSameOrder(lane, before, call)));
  return isSeen && aims.every((aim) => isAtItsPlace(aim, lane));
}

function isAtItsPlace({ call, place }: Aim, lane: LaneFacts): boolean {
  return callsLike(lane, call)[place]?.isMutated === true;
}

function isSameOrder(lane: LaneFacts, before: LaneFacts, { orderId }: Aim["call"]): boolean {
  const [now, then] = [lane, before].map(({ orders }) => orders.find(({ id }) => id === orderId));
  return now !== undefined && now.amount === then?.amount && now.userId === then.userId;
}

/** The part of a run by which its reaction is compared: what is about the mutant's order, if the others went as usual. */
export function reactionPart(
  { run, poolOf }: Pick<Tried, "run" | "poolOf">,
  dry: ShopRun,
  order: string | undefined,
): ShopRun {
  if (order === undefined) return run;
  return poolOf !== undefined || areAsUsual(new Set([order]), run, dry) ? partOf(run, order) : run;
}

const areAsUsual = (changed: ReadonlySet<string>, run: ShopRun, dry: ShopRun): boolean =>
  [...new Set([...namesOfOrders(dry), ...namesOfOrders(run)])]
    .filter((name) => !changed.has(name))
    .every((name) => wayOf(partOf(run, name)) === wayOf(partOf(dry, name)));

/** Counts what fails, to know which families are better run alone. */
export class PoolFailures {
  /** By family: how many more of its mutants may fail. */
  readonly #left: Map<Family, number>;
  /** How many more pools may come to nothing before the first one counts. */
  #vain = VAIN;

  constructor(mutants: readonly PlannedMutant[]) {
    const families = Map.groupBy(mutants, ({ family }) => family);
    this.#left = new Map([...families].map(([family, { length }]) => [family, Math.ceil(length / PART)]));
  }

  /** Takes in mutants that were accused, or spoiled a pool. Returns whether the mutants of a family run alone from now on. */
  failed(
    tried: readonly Pick<Tried, "mutant">[],
    { isPool, hasHeld }: { readonly isPool: boolean; readonly hasHeld: boolean },
  ): (family: Family) => boolean {
    for (const { mutant } of tried) this.#left.set(mutant.family, (this.#left.get(mutant.family) ?? 0) - 1);
    if (hasHeld) this.#vain = Number.POSITIVE_INFINITY;
    else if (isPool) this.#vain--;
    return (family) => this.#vain <= 0 || (this.#left.get(family) ?? 0) <= 0;
  }
}

/** If one in so many mutants of a family fails, the family fails. */
const PART = 5;
/** A shop that stops at its first error has no pool that counts. */
const VAIN = 3;
