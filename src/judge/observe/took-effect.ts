import { soldFor } from "../plan/amount-lists.js";
import type { PlannedMutant } from "../plan/mutant.js";
import type { ShopRun } from "../run/shop-runner.js";
import type { Family } from "../schema/families.js";
import { clientCopiesIn } from "./copies.js";
import { callsOf, type LaneFacts } from "./facts.js";

/** Families that accuse nobody unless the shop did what they are about. */
export const needsItsMoment: ReadonlySet<Family> = new Set<Family>(["lost", "amounts"]);

/** True if the mutant had an effect that the shop's code could see. */
export function tookEffect({ family, shopper, amounts }: PlannedMutant, { lanes, shopperDid }: ShopRun): boolean {
  if (amounts !== undefined) return soldFor(lanes, amounts);
  return shopper === undefined ? lanes.some((lane) => wasApplied(lane, family)) : shopperDid === shopper;
}

/** True if a rule of the mutant changed what the shop saw. */
function wasApplied(lane: LaneFacts, family: Family): boolean {
  const changed = callsOf(lane).filter(({ isMutated }) => isMutated);
  const answered = clientCopiesIn(lane).filter(({ lost, copy }) => lost.isMutated && copy.fault === undefined);
  // The answer to the client's copy is the change itself. It hides any other loss from the shop.
  return family === "lost" ? answered.length > 0 : changed.length > answered.length;
}
