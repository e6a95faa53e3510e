import { type Instant, instant, lastInstant } from "../../core/domain/money.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { Rule, Scenario } from "../../core/scenario/rule/rule.js";
import type { HeldAnswer } from "./held-answer.js";

/** `wall`: follows real time, with an offset. `frozen`: stays at an instant until it is moved. */
export type ClockMode = "wall" | "frozen";

/**
 * The state of a lane's clock. `standingAt`: the clock is being moved, and has stopped at the instant of something
 * due.
 */
export type ClockState = { readonly standingAt?: Instant | undefined } & (
  | { readonly mode: "wall"; readonly offsetMs: number }
  | { readonly mode: "frozen"; readonly at: Instant }
);

/** A rule that was added while the lane was running: by the control API, or for the next call. */
export interface StoredRule {
  readonly id: string;
  readonly origin: "control" | "next";
  readonly rule: Rule;
  /** When it was added. A duration in `until` starts here. */
  readonly since: Instant;
  /** The last call before it was added. 0 or absent (in records of earlier versions): none. */
  readonly after?: number;
}

/** The scenario that replaced the start's scenarios. */
export interface ReplacedScenario {
  readonly document: Scenario;
  readonly file?: string | undefined;
  /** The line of each rule in the file. */
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
  /** The line of each expectation in the file. */
  readonly expectLines?: readonly number[] | undefined;
  readonly since: Instant;
}

/** A move of a lane's clock. */
export interface RecordedMove {
  /** Counted from 1. */
  readonly n: number;
  readonly action: "freeze" | "set" | "advance" | "resume" | "run-until-idle";
  /** The clock before the move, and after it. */
  readonly from: Instant;
  readonly at: Instant;
  /** The newest call at the end of the move. 0: none. */
  readonly after: number;
}

/** How many moves of the clock a lane keeps. */
export const MOVES_KEPT = 50;

/** A lane's data, except for orders, tokens and merchants. */
export interface LaneRecord {
  /** The seed of ids and random draws. */
  readonly seed: number;
  readonly clock: ClockState;
  /** The last moves of the clock, oldest first, at most MOVES_KEPT. */
  readonly clockMoves?: readonly RecordedMove[] | undefined;
  /** When the fixtures were written. Absent in a new lane. */
  readonly madeAt?: Instant | undefined;
  /** The instant of the lane's next automatic settlement. */
  readonly nextSettlement?: Instant | undefined;
  readonly replacedScenario?: ReplacedScenario | undefined;
  /**
   * A hash of the start's scenarios, and when the lane first had them. Stored only if the `until` of one of their
   * rules is a duration.
   */
  readonly startedWith?: { readonly scenarios: string; readonly since: Instant } | undefined;
  /** The lane's own choices. For all others, the server's apply. */
  readonly assumptions?: Partial<Policy> | undefined;
  /** True if the lane once had a choice that allows a reference to be used twice, even if it has changed since. */
  readonly reusesReferences?: true | undefined;
  /** Ids of removed rules that came from the start's scenarios. */
  readonly removedRules?: readonly string[] | undefined;
  /** Ids of disabled rules. They keep their place and their counts. */
  readonly disabledRules?: readonly string[] | undefined;
  /** Answers that wait at a gate, in the order in which they arrived. */
  readonly gates?: readonly HeldAnswer[] | undefined;
  /** In the order in which they were added. As long as the list is unchanged, it is the same object. */
  readonly rules: readonly StoredRule[];
}

/** The parts of the record that a commit may change. */
export type LaneChanges = Partial<Omit<LaneRecord, "rules">>;

/** The part of the record that determines which rules are in force. */
export type RuleRecord = Pick<LaneRecord, "rules" | (typeof ruleSettings)[number]>;

export const ruleSettings = ["replacedScenario", "removedRules", "disabledRules"] as const;

/** A lane's record and its time. */
export interface LaneState extends LaneRecord {
  /** On the lane's clock. */
  readonly now: Instant;
  /** On the store's own clock. */
  readonly realNow: Instant;
}

export const initialClock: ClockState = { mode: "wall", offsetMs: 0 };

/** The lane's time, given the real one. If an earlier version set the clock beyond the last instant, this is the last instant. */
export const laneTime = (clock: ClockState, realNow: Instant): Instant =>
  instant(Math.min(clock.standingAt ?? (clock.mode === "frozen" ? clock.at : realNow + clock.offsetMs), lastInstant));
