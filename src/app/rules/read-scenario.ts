import type { Scenario } from "../../scenario/rule.js";

/** A scenario that was read, with where it stands. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
}
