import { isDeclineName } from "../../facts/codes.js";
import type { Then } from "../effects/effects.js";
import { type Operation, operationRow, operations } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";

/** The operations on which a decline has an effect. */
export const declinable: readonly Operation[] = operations.filter((name) => operationRow(name).decline !== "never");

/** True if a rule for these operations can decline a payment. Also true of a misspelt operation: that is a fault of its own. */
export function reachesDeclinable(operation: string | undefined): boolean {
  if (operation === undefined) return true;
  const isMeant = compileGlob(operation);
  return declinable.some(isMeant) || !operations.some(isMeant);
}

/** Whether the outcome is a decline. */
export const isDecline = (outcome: Then["outcome"]): boolean => typeof outcome === "string" && isDeclineName(outcome);
