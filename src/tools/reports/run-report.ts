import { plural } from "../../core/scenario/values/plural.js";
import {
  type CheckedClause,
  type CheckedRule,
  isOf,
  type ScenarioResult,
} from "../../lane/explain/checked-scenarios.js";
import { DEFAULT_LANE } from "../../lane/ports/name.js";
import { callMoney } from "../../lane/views/facts-of-call.js";
import { CHOICE, shownCalls, sinceReset, timeOfDay } from "./calls.js";
import { coverageItems, coverageProperties, coveredText, type Group, type Item, type Report } from "./report.js";
import {
  brokenOf,
  type CheckedLane,
  clauseKey,
  clauseText,
  failuresOf,
  fileAndLine,
  lanesThatMeet,
  neverFired,
  type RepeatedWarning,
  type RequestLine,
  type Run,
  sharedExpectations,
} from "./run.js";
import { unacknowledgedTexts } from "./unacknowledged.js";

export interface RunBounds {
  /** True if warnings make the command fail. */
  readonly strict?: boolean | undefined;
  /** In percent of all cells. Less coverage fails. */
  readonly minCoverage?: number | undefined;
  /** Warnings that were printed before the command ran. */
  readonly known: readonly string[];
}

/** A run under `exec`, as a report: the command itself, what may fail it, and each lane with its expectations. */
export function reportOfRun(run: Run, { strict = false, minCoverage, known }: RunBounds): Report {
  const { command, version, seed, startedAt, durationMs, exitCode, commandExitCode, lanes, coverage } = run;
  const nearestCalls = new Map(neverFired(run).map((rule) => [unfired(rule), rule.nearest?.text]));
  const nearest = (warning: string) =>
    [nearestCalls.get(warning)].flatMap((call) => (call === undefined ? [] : [["nearest", call] as const]));
  const clauses = lanes.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.clauses));
  const failed = failuresOf(run).length;
  const broken = brokenOf(run).length;
  const verdict = exitCode === 0 ? "All is well" : `Exit code ${exitCode}`;
  const stopped = stoppedText(run);
  return {
    ...{ title: "payment-sandbox exec", verdict, command, version, seed, startedAt, durationMs, exitCode, coverage },
    badge:
      exitCode === 0
        ? { text: clauses.length === 0 ? "all is well" : `${plural(clauses.length, "expectation")} met`, tone: "good" }
        : { text: `exit code ${exitCode}`, tone: "bad" },
    facts: [
      stopped === undefined
        ? `The command ended with ${commandExitCode}. ${plural(failed, "expectation")} not met, ${plural(broken, "invariant")} broken.`
        : `The run was ${stopped}.`,
      ...optional(sharedExpectations(run)),
    ],
    groups: [
      {
        ...{ kind: "items", title: "command", page: "list", terminal: "nothing" },
        items: [commandItem(run), ...(strict ? [] : known.map((name) => warned(name, false)))],
      },
      ...laneGroups(lanes),
      ...requestGroups(run),
      {
        ...{ kind: "items", title: "run", page: "list", terminal: "lines" },
        items: [
          ...(strict ? known.map((name) => warned(name, true)) : []),
          ...seriousIn(run).map((name) => ({ ...warned(name, strict), details: nearest(name) })),
          ...[...harmlessIn(run), ...unacknowledgedTexts(run.unacknowledged)].map((name) => warned(name, false)),
          ...coverageItems(coverage, minCoverage, `${coveredText(coverage, minCoverage)}: less than`),
        ],
      },
    ],
    totals: [
      [
        ...(stopped === undefined
          ? [
              `${plural(run.calls ?? 0, "call")} in ${plural(lanes.length, "lane")}`,
              clauses.length === 0
                ? "no scenario expects anything"
                : `${clauses.length - failed} of ${plural(clauses.length, "expectation")} met`,
              broken === 0 ? "the books balance" : `${plural(broken, "invariant")} broken`,
            ]
          : [plural(run.calls ?? 0, "call"), stopped]),
        coveredText(coverage, minCoverage),
      ].join(", "),
    ],
    properties: coverageProperties(coverage),
  };
}

/** A line of a file stands beside the name, because the same fault has another line after an edit above it. */
export function warned(text: string, isStrict: boolean): Item {
  const [, place, name = text] = /^(\S+?\.(?:ya?ml|json):\d+): (.*)$/s.exec(text) ?? [];
  return {
    ...{ name, area: "payment-sandbox", place },
    ...(isStrict ? { tone: "bad", label: "error", fails: "warning" } : { tone: "unsure", label: "warning" }),
  };
}

const optional = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);

/** Calls of a run on one line each. One that the lane no longer has is marked: its id may be another call's now. */
export function requestTexts({ requests = [] }: Pick<Run, "requests">, calls: readonly RequestLine[]): string[] {
  const there = new Set(sinceReset(requests));
  return calls.map(
    (call) => `${requestText(call)}${there.has(call) ? "" : " (before the lane was reset or restored)"}`,
  );
}

const requestText = (call: RequestLine): string =>
  [
    timeOfDay(call),
    ...[call.lane === DEFAULT_LANE ? undefined : `lane ${call.lane}:`, call.requestId, call.operation],
    ...[call.merchantReference, callMoney(call), answerText(call)],
    call.rule && `[${call.rule}]`,
  ]
    .filter((text) => text !== undefined && text !== "")
    .join(" ");

/** As the kits print it, too. */
const answerText = ({ responseCode, message, reachedClient }: RequestLine): string =>
  [responseCode, message, reachedClient === false && "(the client did not get it)"].filter(Boolean).join(" ");

/** How many calls Markdown and JUnit have. */
const CALLS_SHOWN = 20;

/** The table of a run's calls. */
export function requestGroups(run: Pick<Run, "lanes" | "requests" | "keptLanes">): readonly Group[] {
  const { requests = [] } = run;
  if (requests.length === 0) return [];
  const columns = ["request", "time", "lane", "operation", "merchantReference", "amount", "answer", "rule"];
  const { calls, share } = shownCalls(run, CALLS_SHOWN);
  const title = share === undefined ? "Requests" : `Requests, ${share}: ${CHOICE}`;
  const markdown = { title, rows: calls.map(requestRow) };
  return [{ kind: "table", title: "Requests", columns, rows: requests.map(requestRow), markdown }];
}

const requestRow = (call: RequestLine): readonly string[] => [
  ...[call.requestId, timeOfDay(call), call.lane, call.operation, call.merchantReference ?? "", callMoney(call)],
  ...[answerText(call), call.rule ?? ""],
];

function commandItem(run: Run): Item {
  const { command, commandExitCode, durationMs } = run;
  const { calls, share } = shownCalls(run, CALLS_SHOWN);
  const stopped = stoppedText(run);
  const result =
    stopped === undefined
      ? { fails: "exit-code", why: `${command.join(" ")} ended with ${exitCodeText(commandExitCode)}.` }
      : { fails: "stopped", why: `${command.join(" ")} was ${stopped}.` };
  return {
    ...{ name: "the command", label: "the command", area: "payment-sandbox", ms: durationMs, why: result.why },
    ...(share !== undefined && { stepsTitle: `${share} calls, ${CHOICE}:` }),
    steps: requestTexts(run, calls),
    ...(commandExitCode === 0
      ? { tone: "good" }
      : {
          ...{ tone: "bad", fails: result.fails },
          // Lists and pages, which don't show what was seen, have a warning for each.
          seen: unacknowledgedTexts(run.unacknowledged).map((text) => ({ name: "notification", text })),
        }),
  };
}

/** An exit code, and what it says if it isn't the command's own. */
export const exitCodeText = (code: number): string => `${code}${code in OF_OTHERS ? ` (${OF_OTHERS[code]})` : ""}`;

const OF_OTHERS: Readonly<Record<number, string>> = {
  124: "a time limit, if `timeout` ran it",
  126: "cannot be executed, if a shell ran it",
  127: "no such command, if a shell ran it",
  134: "ended by SIGABRT, a crash",
  137: "killed by SIGKILL, often because memory ran out",
  139: "ended by SIGSEGV, a crash",
  143: "ended by SIGTERM, such as a time limit",
};

/** What is said of a run that a signal stopped. Undefined for any other. */
export const stoppedText = ({ stopped }: Pick<Run, "stopped">): string | undefined =>
  stopped === undefined ? undefined : `stopped by ${stopped}: nothing was checked`;

/** The expectations of each lane, then the books of all. A lane has a group of its own only for what it expects, because there may be thousands. */
export function laneGroups(lanes: readonly CheckedLane[]): readonly Group[] {
  const sound = lanes.filter(({ invariants }) => invariants.holds);
  const checked = sound.reduce((total, { invariants }) => total + invariants.checked, 0);
  const broken = lanes.flatMap(brokenItems);
  const met = lanesThatMeet(lanes);
  const books = { label: "invariants", name: "invariants", area: "payment-sandbox" };
  return [
    ...lanes.flatMap(({ lane, scenarios }) =>
      scenarios.map(
        ({ name, file, clauses, rules }): Group => ({
          ...{ kind: "items", title: `lane ${lane}: ${name}`, page: "list", terminal: "found" },
          items: clauses.map((clause) => clauseItem(clause, { lane, name, file, rules }, met)),
        }),
      ),
    ),
    {
      ...{ kind: "items", title: "lanes", page: "list", terminal: "lines" },
      items: [
        ...lanes.flatMap(unableItems),
        ...(broken.length === 0 ? [] : [{ ...books, tone: "bad" as const, found: broken }]),
        ...(sound.length === 0
          ? []
          : [
              {
                ...{ ...books, tone: "good" as const },
                why: `Invariants: ${plural(checked, "fact")} looked at in ${plural(sound.length, "lane")}.`,
              },
            ]),
      ],
    },
  ];
}

const unableItems = ({ lane, unable = [] }: CheckedLane): readonly Item[] =>
  unable.map((what) => {
    const label = "a rule could not act";
    return {
      ...{ tone: "bad", label, name: label, area: "payment-sandbox", fails: "expectation" },
      why: `in lane ${lane} ${what}`,
    };
  });

const brokenItems = ({ lane, invariants }: CheckedLane): readonly Item[] =>
  invariants.broken.map((what) => {
    const why = `invariant broken, a defect of the sandbox: lane ${lane}: ${what}`;
    return { tone: "bad", label: "invariant broken", name: what, why, fails: "invariant" };
  });

function clauseItem(
  { clause, line, failure }: CheckedClause,
  { lane, name: area, file, rules }: Omit<ScenarioResult, "clauses"> & { readonly lane: string },
  met: ReadonlyMap<string, string>,
): Item {
  const name = clauseText(clause);
  const place = fileAndLine({ file, line });
  if (!failure) return { tone: "good", label: "met", name, area, place };
  const { expected, actual, nearest } = failure;
  const near = rules.find((rule) => isOf(clause, rule))?.nearest?.text;
  const closest = near ?? nearest.map((fact) => JSON.stringify(fact)).join("\n");
  const other = met.get(clauseKey(area, clause));
  return {
    ...{ tone: "bad", label: "expectation not met", name, area, place, fails: "expectation" },
    details: [
      ["expected", expected],
      ["found", actual],
      ...(closest === "" ? [] : [["nearest", closest] as const]),
      ...(other === undefined ? [] : [["met in", `lane ${other}; this lane has the same scenario`] as const]),
      ["where", `in lane ${lane}: ${area}${place === undefined ? "" : ` (${place})`}`],
    ],
  };
}

/** Warnings that fail the command under --strict. */
export function seriousIn(run: Omit<Run, "exitCode">): readonly string[] {
  const failures = failuresOf(run);
  return [
    ...(run.calls === 0 && run.stopped === undefined && run.warningCounts?.["turned-away"] === undefined
      ? [run.controlCalls ? ONLY_CONTROL : "the command never called the sandbox"]
      : []),
    ...(run.olderLanes ?? []),
    ...neverFired(run)
      .filter((rule) => !failures.some(({ clause }) => isOf(clause, rule)))
      .map(unfired),
    ...warningTexts(run, true),
  ];
}

/** Unknown names that aren't similar to a known one. Shops may send extra members. */
export const harmlessIn = (run: Omit<Run, "exitCode">): readonly string[] => warningTexts(run, false);

const ONLY_CONTROL = "only control calls came: the command never called the payment API";

const unfired = ({ name, lane }: CheckedRule): string =>
  `${name}${lane === undefined ? "" : ` of lane ${lane}`} never fired`;

const warningTexts = (
  { callWarnings = [] }: { readonly callWarnings?: readonly RepeatedWarning[] },
  isSerious: boolean,
) =>
  callWarnings
    .filter((one) => one.isSerious === isSerious)
    .map((one) => {
      const where = [...(one.times === 1 ? [] : [`${one.times} calls`]), ...firstOf(one)];
      return where.length === 0 ? one.text : `${one.text} (${where.join(", ")})`;
    });

/** Names the first call by its order and its lane, so that the test that made it is found. */
function firstOf({ times, first }: RepeatedWarning): readonly string[] {
  if (!first?.reference) return [];
  const lane = first.lane === undefined ? "" : ` in lane ${first.lane}`;
  return [`${times === 1 ? "" : "first "}${first.reference}${lane}`];
}
