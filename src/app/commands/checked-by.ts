import { isDeepStrictEqual } from "node:util";
import type { Lane } from "../lane.js";
import type { LaneState } from "../ports/lane-record.js";
import type { Tx } from "../ports/store.js";
import { Overtaken } from "../ports/store-errors.js";

/** The state of the lane against which a call was parsed and checked, before its unit of work. */
export interface CheckedBy extends Pick<LaneState, "edition" | "assumptions"> {
  readonly hasBeforeParse?: boolean;
  /** The keys with which its signature was checked. Absent if it wasn't checked. */
  readonly keys?: { readonly merchantId: number; readonly publicKeys: readonly string[] } | undefined;
}

/**
 * Throws Overtaken if the lane has changed so that the earlier checks could now have another result. The call is then
 * retried. New rules, and orders of other calls, don't matter.
 */
export function assertAsChecked(tx: Tx, lane: Pick<Lane, "rules">, state: LaneState, checked: CheckedBy): void {
  if (state.edition === checked.edition) return;
  const { hasBeforeParse } = lane.rules.inForce(state);
  const isSame =
    isDeepStrictEqual(state.assumptions, checked.assumptions) &&
    hasBeforeParse === (checked.hasBeforeParse ?? false) &&
    hasSameKeys(tx, checked);
  if (!isSame) throw new Overtaken();
}

function hasSameKeys(tx: Tx, { keys }: CheckedBy): boolean {
  if (!keys) return true;
  const merchant = tx.merchant(keys.merchantId);
  return isDeepStrictEqual(merchant?.publicKeys ?? [], keys.publicKeys);
}
