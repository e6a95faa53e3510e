import type { Scenario } from "../../scenario/rule.js";

/** A scenario that was read, with where it stands. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
}

/** The scenarios whose rules are in a lane: their expectations are held against it. */
export interface LaneScenarios {
  list: readonly ReadScenario[];
  /** The one that took the place of those of the start, and when. */
  replaced: { readonly document: Scenario; readonly since: number } | undefined;
}
