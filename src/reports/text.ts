import type { Failure } from "../scenario/expectations.js";
import { brokenOf, failuresOf, type Run, unableOf } from "./run.js";

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
      const where = failure.file === undefined ? failure.scenario : `${failure.scenario} (${failure.file})`;
      return [`expectation not met in lane ${failure.lane}: ${where}`, ...failureLines(failure)];
    }),
    ...(rest.length > 0 ? [`and ${rest.length} more: ${cut(rest.map(({ expected }) => expected).join("; "))}`] : []),
  ];
}
