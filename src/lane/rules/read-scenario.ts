// The room `rules`: which rules are in force in a lane. Rules come from the start's scenarios and from the lane's
// record. The rule book compiles them, but decides nothing.

import type { Where } from "../../core/scenario/document/positions.js";
import type { Scenario } from "../../core/scenario/rule/rule.js";

/** A parsed scenario with its positions. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
  /** The line of each clause of `expect` in the file. */
  readonly expectLines?: readonly number[] | undefined;
  /** The places of the tokens and orders of `given`, in order. Absent without a file. */
  readonly givenPlaces?: { readonly tokens: readonly Where[]; readonly orders: readonly Where[] } | undefined;
  /** Parts of it that can never have an effect, each with its place. */
  readonly warnings?: readonly string[] | undefined;
}
