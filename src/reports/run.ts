import type { Failure } from "../scenario/expectations.js";
import type { Expectation } from "../scenario/rule.js";

/** What was held against a lane, and what came of it. */
export interface CheckedClause {
  readonly clause: Expectation;
  /** Absent where it holds. */
  readonly failure?: Omit<Failure, "clause"> | undefined;
}

export interface CheckedLane {
  readonly lane: string;
  readonly scenarios: readonly {
    readonly name: string;
    readonly file?: string | undefined;
    readonly clauses: readonly CheckedClause[];
  }[];
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
}

/** The same, with the verdict on it: what a report tells. */
export interface Run extends CommandRun {
  readonly exitCode: number;
}

export interface NamedFailure extends Omit<Failure, "clause"> {
  readonly lane: string;
  readonly scenario: string;
  readonly file?: string | undefined;
  readonly clause: Expectation;
}

export const failuresOf = ({ lanes }: Pick<CommandRun, "lanes">): readonly NamedFailure[] =>
  lanes.flatMap(({ lane, scenarios }) =>
    scenarios.flatMap(({ name, file, clauses }) =>
      clauses.flatMap(({ clause, failure }) => (failure ? [{ lane, scenario: name, file, clause, ...failure }] : [])),
    ),
  );

export const brokenOf = ({ lanes }: Pick<CommandRun, "lanes">): readonly string[] =>
  lanes.flatMap(({ lane, invariants }) => invariants.broken.map((what) => `lane ${lane}: ${what}`));

/** A clause on one line, as it stands in a file. */
export const clauseText = (clause: Expectation): string =>
  Object.entries(clause)
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => `${kind}: ${JSON.stringify(value)}`)
    .join(", ");
