import { earliest, type Instant, lastInstant, later } from "../../domain/money.js";
import type { Policy } from "../../facts/assumptions.js";
import type { Rule, Scenario } from "../../scenario/rule.js";

/** `wall`: runs with real time, moved by an offset. `frozen`: stands until it is moved. */
export type ClockMode = "wall" | "frozen";

/** How a lane's time runs. `standingAt`: a move walks over due instants, and the clock stands at one of them. */
export type ClockState = { readonly standingAt?: Instant | undefined } & (
  | { readonly mode: "wall"; readonly offsetMs: number }
  | { readonly mode: "frozen"; readonly at: Instant }
);

/** A rule that was put in while the lane ran: by the control API, or for the next call. */
export interface StoredRule {
  readonly id: string;
  readonly origin: "control" | "next";
  readonly rule: Rule;
  /** When it was put in: a duration in `until` runs from here. */
  readonly since: Instant;
  /** The last call before it was put in; 0 or, in what an earlier version wrote, absent: none. */
  readonly after?: number;
}

/** The scenario that took the place of those of the start. */
export interface ReplacedScenario {
  readonly document: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
  readonly since: Instant;
}

/** What a lane is besides its orders, tokens and merchants. */
export interface LaneRecord {
  /** What ids and draws go by. */
  readonly seed: number;
  readonly clock: ClockState;
  /** When the fixtures were written; absent in a new lane. */
  readonly madeAt?: Instant | undefined;
  /** When the lane settles next by itself. */
  readonly nextSettlement?: Instant | undefined;
  readonly replacedScenario?: ReplacedScenario | undefined;
  /** The scenarios of the start by their name in the journal, and when the lane first had them: kept where a rule of them ends after a while. */
  readonly startedWith?: { readonly scenarios: string; readonly since: Instant } | undefined;
  /** What the lane chose itself; the rest is as the server says. */
  readonly assumptions?: Partial<Policy> | undefined;
  /** Choices under which a reference can be used twice held once: they may have changed since. */
  readonly reusesReferences?: true | undefined;
  /** Rules of the start's scenarios that were taken away, by their ids. */
  readonly removedRules?: readonly string[] | undefined;
  /** Rules that are switched off, by their ids: they keep their place and their counts. */
  readonly disabledRules?: readonly string[] | undefined;
  /** In the order in which they were put in. The same list is the same object. */
  readonly rules: readonly StoredRule[];
}

/** The parts of the record that a commit may change. */
export type LaneChanges = Partial<Omit<LaneRecord, "rules">>;

/** What the record says of the rules that are in force. */
export type RuleRecord = Pick<LaneRecord, "rules" | (typeof ruleSettings)[number]>;

export const ruleSettings = ["replacedScenario", "removedRules", "disabledRules"] as const;

/** A lane's record, and what time it is. */
export interface LaneState extends LaneRecord {
  /** On the lane's clock. */
  readonly now: Instant;
  /** On the store's own clock. */
  readonly realNow: Instant;
  /**
   * Of the record, the rules and the merchants, where other processes may change them: what was decided outside of a unit
   * of work by one edition holds within it by the same one only.
   */
  readonly edition?: number | undefined;
}

export const initialClock: ClockState = { mode: "wall", offsetMs: 0 };

/** The lane's time, given the real one. A clock that a former version put beyond the last instant stands at it. */
export const laneTime = (clock: ClockState, realNow: Instant): Instant =>
  earliest(clock.standingAt ?? (clock.mode === "frozen" ? clock.at : later(realNow, clock.offsetMs)), lastInstant);
