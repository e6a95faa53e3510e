import type { PlannedMutant } from "./plan/mutant.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { Outcome } from "./verdict-of.js";

/** A mutant that was run. */
export interface Tried {
  readonly mutant: PlannedMutant;
  readonly run: ShopRun;
  readonly outcome: Outcome;
  /** How many times it was run, and in how many of these runs its verdict was found. */
  readonly seen: { readonly of: number; readonly times: number };
}
