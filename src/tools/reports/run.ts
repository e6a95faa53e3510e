import { foundNothing, type UnmetExpectation } from "../../core/scenario/matching/expectations.js";
import type { Expectation } from "../../core/scenario/rule/rule.js";
import { plural } from "../../core/scenario/values/plural.js";
import type { CheckedRule, ScenarioResult } from "../../lane/explain/checked-scenarios.js";
import type { Coverage } from "../coverage/coverage.js";
import type { Unacknowledged } from "./unacknowledged.js";
import type { WarningCounts } from "./warning-kinds.js";

/** `file:line` of an expectation. Undefined if it doesn't come from a file. */
export const fileAndLine = ({
  file,
  line,
}: {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}) => (file === undefined || line === undefined ? file : `${file}:${line}`);

/** A call of the run, or an action on a page. */
export interface RequestLine {
  readonly lane: string;
  readonly requestId: string;
  /** On the lane's clock, ISO 8601. */
  readonly at: string;
  /** The real time, ISO 8601. Absent if it is not known. */
  readonly receivedAt?: string | undefined;
  readonly operation: string;
  readonly merchantReference?: string | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** Empty if a fault cut the call before it was read. */
  readonly responseCode: string;
  /** False if a fault cut or replaced the answer, or if the client had left. Otherwise absent. */
  readonly reachedClient?: false | undefined;
  readonly message?: string | undefined;
  /** The rule that fired. */
  readonly rule?: string | undefined;
}

/** How many calls of a lane a report lists: the last ones. */
export const REQUESTS_MAX = 500;

export interface CheckedLane {
  readonly lane: string;
  /** True if the lane's own scenario has replaced those of the start. */
  readonly hasOwnScenario?: boolean | undefined;
  /** True if the lane is older than the run. */
  readonly isOlder?: boolean | undefined;
  /** True if a call to it was refused because an earlier run had used its merchantReference. */
  readonly hasUsedReference?: boolean | undefined;
  readonly scenarios: readonly ScenarioResult[];
  /** Rules whose page could not complete itself, with the reasons. */
  readonly unable?: readonly string[];
  readonly invariants: { readonly holds: boolean; readonly checked: number; readonly broken: readonly string[] };
}

/** A command that ran in a sandbox, and the findings after its end. */
export interface CommandRun {
  readonly version: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The command's exit code. If a signal ended it, 128 plus the signal's number. */
  readonly commandExitCode: number;
  /** The signal that stopped the run: its lanes were not checked. The command's exit code is then that of the signal. */
  readonly stopped?: NodeJS.Signals | undefined;
  readonly lanes: readonly CheckedLane[];
  /** The rules with `times` that tests added to all lanes, and did not remove. */
  readonly forced?: readonly CheckedRule[];
  readonly coverage: Coverage;
  /** How often the command called the sandbox, including pages. */
  readonly calls?: number;
  /** How many requests below /_sandbox came while the command ran. */
  readonly controlCalls?: number;
  /** A warning for each lane that was there before the run, so that its checks see earlier runs, too. */
  readonly olderLanes?: readonly string[];
  /** The lanes that were there at the end. With a data folder or a store they stay. */
  readonly keptLanes?: readonly string[] | undefined;
  /** The calls of all lanes in the order of real time: the last 500 of each life of a lane. */
  readonly requests?: readonly RequestLine[];
  /** The notifications that the shop did not acknowledge: the last 500 of each life of a lane. */
  readonly unacknowledged?: readonly Unacknowledged[];
  /** Warnings for the calls' senders, such as misspelt parameters. */
  readonly callWarnings?: readonly RepeatedWarning[];
  /** The number of calls with a warning, by kind. */
  readonly warningCounts?: WarningCounts;
}

/** A warning that several calls of a run had in common. */
export interface RepeatedWarning {
  /** Names the operation and the fault. */
  readonly text: string;
  readonly times: number;
  /** True if it fails the command under --strict: a name that is probably misspelt, a member twice, a merchant without a key. */
  readonly isSerious: boolean;
  /** The order of the first call that had it, and its lane if that is not the default one. */
  readonly first?: { readonly reference?: string | undefined; readonly lane?: string | undefined } | undefined;
}

/** The run with its result, for reports. */
export interface Run extends CommandRun {
  readonly exitCode: number;
  /** Settings that are allowed but had no effect. */
  readonly warnings?: readonly string[];
}

export interface NamedFailure extends Omit<UnmetExpectation, "clause"> {
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

/** The exit code of checked lanes. `isFailing`: a warning or too little coverage fails them. */
export function verdictOf(run: Pick<CommandRun, "lanes">, isFailing: boolean): number {
  if (brokenOf(run).length > 0) return 5;
  return failuresOf(run).length > 0 || unableOf(run).length > 0 || isFailing ? 4 : 0;
}

/** A lane that meets an expectation of a scenario, by the scenario's name and the clause. */
export function lanesThatMeet(lanes: readonly CheckedLane[]): ReadonlyMap<string, string> {
  const met = lanes.flatMap(({ lane, scenarios }) =>
    scenarios.flatMap(({ name, clauses }) =>
      clauses.flatMap(({ clause, failure }) => (failure ? [] : [[clauseKey(name, clause), lane] as const])),
    ),
  );
  return new Map(met);
}

export const clauseKey = (scenario: string, clause: Expectation): string => `${scenario} ${clauseText(clause)}`;

/** The advice if lanes don't meet expectations that may be meant for another lane, which has them, too. Else undefined. */
export function sharedExpectations({ lanes }: Pick<CommandRun, "lanes">): string | undefined {
  const met = lanesThatMeet(lanes);
  const toldAll = new Set(lanes.flatMap(({ lane, hasOwnScenario }) => (hasOwnScenario ? [] : [lane])));
  const failures = failuresOf({ lanes }).filter((one) => toldAll.has(one.lane) || foundNothing(one));
  const keys = Map.groupBy(failures, ({ scenario, clause }) => clauseKey(scenario, clause));
  const shared = failures.filter(({ scenario, clause }) => {
    const key = clauseKey(scenario, clause);
    return met.has(key) || keys.get(key)!.length > 1;
  });
  if (shared.length === 0) return undefined;
  const count = new Set(shared.map(({ lane }) => lane)).size;
  return `expectations are not met in ${plural(count, "lane")}: those of a scenario hold in each lane that loaded it, and those of --scenario in each lane that made a call; load into each lane only what its test expects, by lane.load or PUT /lane/<name>/_sandbox/scenario, or check it by lane.verify`;
}

/** The rules that fired in none of the lanes, each with the call of all lanes that it nearly changed. */
export function neverFired({ lanes, forced = [] }: Pick<CommandRun, "lanes" | "forced">): readonly CheckedRule[] {
  const rules = [...lanes.flatMap(({ scenarios }) => scenarios.flatMap(({ rules }) => rules)), ...forced];
  const missed = ({ nearest }: CheckedRule): number => nearest?.missed ?? Number.POSITIVE_INFINITY;
  return [...Map.groupBy(rules, ({ name }) => name).values()]
    .filter((same) => same.every(({ fired }) => fired === 0))
    .map((same) => same.reduce((best, rule) => (missed(rule) < missed(best) ? rule : best)));
}

/** A clause on one line, as in a scenario file. */
export const clauseText = (clause: Expectation): string =>
  Object.entries(clause)
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => `${kind}: ${JSON.stringify(value)}`)
    .join(", ");
