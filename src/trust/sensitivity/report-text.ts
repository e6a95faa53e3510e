import {
  countsText,
  differenceLines,
  type JudgedAssumption,
  ofVerdict,
  type SensitivityReport,
  whyText,
} from "./report.js";

/** The report for a terminal. Assumptions on which the command depends come first, the others only by name. */
export function sensitivityLines(report: SensitivityReport): readonly string[] {
  const { runs, durationMs, maxLeaning, exitCode } = report;
  const over = exitCode === 0 ? "" : `: more than --max-leaning ${maxLeaning}`;
  return [
    `${countsText(report)} (${runs} runs, ${(durationMs / 1000).toFixed(1)} s)${over}`,
    ...(report.assertsNothing
      ? [
          "warning: the command passes even if every call is refused, so its tests assert nothing, and safe means nothing",
        ]
      : []),
    ...ofVerdict(report, "leaning").flatMap(leaningLines),
    ...namesLine("not tried in time", ofVerdict(report, "left")),
    ...namesLine("touched and safe, whichever way it goes", ofVerdict(report, "safe")),
    ...namesLine("observed, so no guess", ofVerdict(report, "observed")),
  ];
}

const leaningLines = ({ id, claim, chosen, findOut, tried }: JudgedAssumption): readonly string[] => [
  "",
  `your tests lean on ${id} (${chosen}): ${claim}`,
  ...tried.flatMap((one) => [
    `  ${one.choice}: ${whyText(one)}`,
    ...(one.passes || !one.firstDifference
      ? []
      : differenceLines(one.firstDifference).map((line) => cut(`    ${line}`))),
  ]),
  `  settle it: ${findOut}`,
];

const WIDTH = 160;
const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

const namesLine = (what: string, found: readonly JudgedAssumption[]): readonly string[] =>
  found.length === 0 ? [] : ["", `${what}: ${found.map(({ id }) => id).join(", ")}`];
