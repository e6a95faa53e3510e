// The room `rules`: which rules are in force in a lane. Rules come from the scenarios of the start and from the
// lane's record; the book compiles them and decides nothing.

import type { Scenario } from "../../scenario/rule.js";

/** A scenario that was read, with where it stands. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
  /** The line of each clause of `expect` in that file. */
  readonly expectLines?: readonly number[] | undefined;
  /** Parts of it that can never have an effect, by place, for people. */
  readonly warnings?: readonly string[] | undefined;
}
