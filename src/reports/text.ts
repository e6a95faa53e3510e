import type { UnmetExpectation } from "../scenario/matching/expectations.js";
import { plural } from "../scenario/values/plural.js";
import { brokenOf, type CommandRun, clauseText, failuresOf, placeOf, type Run, unableOf } from "./run.js";

/** How many failures to show in full, so that they fit on a screen. */
const SHOWN = 3;
const WIDTH = 160;

const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

/** The expected value, the actual one, and the nearest facts. */
const failureLines = ({ expected, actual, nearest }: Omit<UnmetExpectation, "clause">): readonly string[] => [
  cut(`  expected  ${expected}`),
  cut(`  found     ${actual}`),
  ...nearest.map((fact, i) => cut(`  ${i === 0 ? "nearest " : "        "}  ${JSON.stringify(fact)}`)),
];

/** The failures, for one screen of a terminal. Empty if there are none. */
export function summaryLines(run: Run): readonly string[] {
  const failures = failuresOf(run);
  const rest = failures.slice(SHOWN);
  return [
    ...brokenOf(run).map((what) => `invariant broken, a defect of the sandbox: ${what}`),
    ...unableOf(run),
    ...failures.slice(0, SHOWN).flatMap((failure) => {
      const place = placeOf(failure);
      const where = place === undefined ? failure.scenario : `${failure.scenario} (${place})`;
      return [
        `expectation not met in lane ${failure.lane}: ${where}`,
        cut(`  clause    ${clauseText(failure.clause)}`),
        ...failureLines(failure),
      ];
    }),
    ...(rest.length > 0 ? [`and ${rest.length} more: ${cut(rest.map(({ expected }) => expected).join("; "))}`] : []),
  ];
}

/** A one-line summary. */
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
