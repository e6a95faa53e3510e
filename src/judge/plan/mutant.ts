import type { Rule, Scenario } from "../../scenario/rule.js";
import type { Family } from "../families.js";
import type { CallFact, LaneFacts } from "../observe/facts.js";
import { shortName } from "./short-name.js";

/** A run with one thing changed: a scenario document with a stable name. */
export interface PlannedMutant {
  /** Such as sale#1/after-commit/connection-reset. */
  readonly id: string;
  /** Which lane it changes, by first use. */
  readonly lane: number;
  readonly slot: number;
  readonly operation: string;
  /** Which one of that operation in the lane, counted from 1. */
  readonly call: number;
  readonly family: Family;
  readonly change: string;
  /** The change, as a sentence. */
  readonly about: string;
  readonly scenario: Scenario;
  /** Whether answers are to be late in real time. */
  readonly isSlow: boolean;
}

/** Which call a mutant changes: the k-th of its operation in its lane. */
export interface Target {
  readonly lane: LaneFacts;
  readonly call: CallFact;
  /** Counted from 1, among those for which rules are asked. */
  readonly k: number;
}

export interface Change {
  readonly family: Family;
  readonly change: string;
  readonly about: string;
  readonly rules: readonly Rule[];
}

/** The mutant that makes this change at this call. */
export function mutantAt({ lane, call, k }: Target, { family, change, about, rules }: Change): PlannedMutant {
  const at = `${lane.index === 0 ? "" : `lane${lane.index + 1}.`}${shortName(call.operation)}#${k}`;
  const id = `${at}/${family}/${change}`;
  return {
    id,
    lane: lane.index,
    slot: lane.slot,
    operation: call.operation,
    call: k,
    family,
    change,
    about,
    scenario: { name: id, description: about, rules: [...rules], expect: [] },
    isSlow: family === "slow",
  };
}

/** What sentences call a call. */
export const nameOf = ({ call, k }: Pick<Target, "call" | "k">): string => `${call.operation} (call ${k})`;

/** A rule that fires at exactly this call. What a rule of the user's own did to it stays, where the change lets it. */
export const ruleAt = ({ call, k }: Pick<Target, "call" | "k">, then: Rule["then"]): Rule => ({
  when: { operation: call.operation },
  ...(k > 1 && { after: k - 1 }),
  times: 1,
  then: { ...call.effects, ...then },
});
