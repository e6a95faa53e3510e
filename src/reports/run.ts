import type { Coverage } from "../coverage/coverage-schema.js";
import type { Failure } from "../scenario/expectations.js";
import type { Expectation } from "../scenario/rule.js";

/** What was held against a lane, and what came of it. */
export interface CheckedClause {
  readonly clause: Expectation;
  /** Where it stands in the scenario's file. */
  readonly line?: number | undefined;
  /** Absent where it holds. */
  readonly failure?: Omit<Failure, "clause"> | undefined;
}

/** A rule of a scenario, and how often it fired in a lane. */
export interface CheckedRule {
  /** As people find it: its place and its name. */
  readonly name: string;
  readonly fired: number;
}

export interface CheckedLane {
  readonly lane: string;
  readonly scenarios: readonly {
    readonly name: string;
    readonly file?: string | undefined;
    readonly clauses: readonly CheckedClause[];
    readonly rules?: readonly CheckedRule[];
  }[];
  /** Rules whose page could not complete itself: why not, for people. */
  readonly unable?: readonly string[];
  readonly invariants: { readonly holds: boolean; readonly checked: number; readonly broken: readonly string[] };
}

/** A command that was run in a sandbox, and what was found when it had ended. */
export interface CommandRun {
  readonly version: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The command's own; 128 and the signal's number where a signal ended it. */
  readonly commandExitCode: number;
  readonly lanes: readonly CheckedLane[];
  readonly coverage: Coverage;
  /** How often the command called the sandbox, pages included. */
  readonly calls?: number;
}

/** The same, with the verdict on it: what a report tells. */
export interface Run extends CommandRun {
  readonly exitCode: number;
  /** What is allowed and had no effect. */
  readonly warnings?: readonly string[];
}

export interface NamedFailure extends Omit<Failure, "clause"> {
  readonly lane: string;
  readonly scenario: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly clause: Expectation;
}

export const failuresOf = ({ lanes }: Pick<CommandRun, "lanes">): readonly NamedFailure[] =>
  lanes.flatMap(({ lane, scenarios }) =>
    scenarios.flatMap(({ name, file, clauses }) =>
      clauses.flatMap(({ clause, line, failure }) =>
        failure ? [{ lane, scenario: name, file, line, clause, ...failure }] : [],
      ),
    ),
  );

export const brokenOf = ({ lanes }: Pick<CommandRun, "lanes">): readonly string[] =>
  lanes.flatMap(({ lane, invariants }) => invariants.broken.map((what) => `lane ${lane}: ${what}`));

export const unableOf = ({ lanes }: Pick<CommandRun, "lanes">): readonly string[] =>
  lanes.flatMap(({ lane, unable = [] }) => unable.map((what) => `in lane ${lane} ${what}`));

/** The rules that fired in none of the lanes. */
export function neverFired({ lanes }: Pick<CommandRun, "lanes">): readonly string[] {
  const rules = lanes.flatMap(({ scenarios }) => scenarios.flatMap(({ rules = [] }) => rules));
  const fired = new Set(rules.filter((rule) => rule.fired > 0).map(({ name }) => name));
  return [...new Set(rules.map(({ name }) => name))].filter((name) => !fired.has(name));
}

/** A clause on one line, as it stands in a file. */
export const clauseText = (clause: Expectation): string =>
  Object.entries(clause)
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => `${kind}: ${JSON.stringify(value)}`)
    .join(", ");
