import type { Failure } from "../scenario/expectations.js";
import { plural } from "../scenario/plural.js";
import { brokenOf, type CommandRun, clauseText, failuresOf, type Run, unableOf } from "./run.js";

/** So many are told in full: more would not fit a screen. */
const SHOWN = 3;
const WIDTH = 160;

const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

/** What was expected, what was found, and the facts that come closest. */
export const failureLines = ({ expected, actual, nearest }: Omit<Failure, "clause">): readonly string[] => [
  cut(`  expected  ${expected}`),
  cut(`  found     ${actual}`),
  ...nearest.map((fact, i) => cut(`  ${i === 0 ? "nearest " : "        "}  ${JSON.stringify(fact)}`)),
];

/** What went wrong, for one screen of a terminal; nothing where all is well. */
export function summaryLines(run: Run): readonly string[] {
  const failures = failuresOf(run);
  const rest = failures.slice(SHOWN);
  return [
    ...brokenOf(run).map((what) => `invariant broken, a defect of the sandbox: ${what}`),
    ...unableOf(run),
    ...failures.slice(0, SHOWN).flatMap((failure) => {
      const place = failure.line === undefined ? failure.file : `${failure.file}:${failure.line}`;
      const where = failure.file === undefined ? failure.scenario : `${failure.scenario} (${place})`;
      return [
        `expectation not met in lane ${failure.lane}: ${where}`,
        cut(`  clause    ${clauseText(failure.clause)}`),
        ...failureLines(failure),
      ];
    }),
    ...(rest.length > 0 ? [`and ${rest.length} more: ${cut(rest.map(({ expected }) => expected).join("; "))}`] : []),
  ];
}

/** What was done and held, on one line. */
export function totalsLine(run: CommandRun): string {
  const clauses = run.lanes.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.clauses));
  const met = clauses.filter(({ failure }) => failure === undefined).length;
  const broken = brokenOf(run).length;
  return [
    `${plural(run.calls ?? 0, "call")} in ${plural(run.lanes.length, "lane")}`,
    `${met} of ${plural(clauses.length, "expectation")} met`,
    broken === 0 ? "the books balance" : `${plural(broken, "invariant")} broken`,
  ].join(", ");
}
