import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import type { CheckedClause } from "../../../src/lane/explain/checked-scenarios.js";
import { coverageOf } from "../../../src/tools/coverage/coverage.js";
import type { Run } from "../../../src/tools/reports/run.js";
import { harmlessIn, reportOfRun } from "../../../src/tools/reports/run-report.js";
import { resultLines } from "../../../src/tools/reports/terminal.js";

const met: CheckedClause = { clause: { order: { merchantReference: "A-1", status: "SUCCESS" } }, line: 4 };
const unmet: CheckedClause = {
  clause: { calls: { operation: "*/refund", count: 2 } },
  line: 6,
  failure: { expected: "2 calls", actual: "1 call", nearest: [] },
};

const runOf = (clauses: CheckedClause[], broken: readonly string[] = []): Run => ({
  version: "0.0.0",
  command: ["true"],
  seed: 1,
  startedAt: "2026-01-05T02:00:00.000Z",
  durationMs: 1,
  commandExitCode: 0,
  exitCode: 0,
  calls: 3,
  coverage: coverageOf(new Set(), defaultPolicy),
  lanes: [
    {
      lane: "default",
      scenarios: [{ name: "a story", file: "a.scenario.yaml", rules: [], clauses }],
      invariants: { holds: broken.length === 0, checked: 1, broken },
    },
  ],
});

const reportOf = (clauses: CheckedClause[], broken?: readonly string[]) =>
  reportOfRun(runOf(clauses, broken), { known: [] });

it("names no reference behind a warning of a call that has none", () => {
  const warning = { text: "odd", times: 1, isSerious: false };
  const told = harmlessIn({
    ...runOf([]),
    callWarnings: [
      { ...warning, first: { reference: "", lane: undefined } },
      { ...warning, first: { reference: "A-1", lane: "blue" } },
    ],
  });
  expect(told).toEqual(["odd", "odd (A-1 in lane blue)"]);
});

it("says on one line what was done and held", () => {
  expect(reportOf([met]).totals[0]).toMatch(/^3 calls in 1 lane, 1 of 1 expectation met, the books balance, 0 of/);
  expect(reportOf([]).totals[0]).toMatch(/^3 calls in 1 lane, no scenario expects anything, the books balance, 0 of/);
  expect(reportOf([met, unmet], ["a line is missing"]).totals[0]).toMatch(
    /^3 calls in 1 lane, 1 of 2 expectations met, 1 invariant broken, 0 of/,
  );
});

it("names the clause that is not met, its file and its line", () => {
  expect(resultLines(reportOf([met, unmet]))).toEqual([
    '✗ expectation not met  calls: {"operation":"*/refund","count":2}',
    "    expected  2 calls",
    "    found     1 call",
    "    where     in lane default: a story (a.scenario.yaml:6)",
  ]);
});

it("shows three failures in full, and counts the others", () => {
  const lines = resultLines(reportOf([unmet, unmet, unmet, unmet, unmet]));
  expect(lines.filter((line) => line.startsWith("✗ expectation"))).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/^✗ and 2 more: expectation not met calls: /);
});

it("shows how to replay the first of the others", () => {
  const items = ["a", "b", "c", "d", "e"].map(
    (name) => ({ tone: "bad", label: "paid-unknown", name, replay: `judge --only ${name}` }) as const,
  );
  const group = { kind: "items", title: "", terminal: "found", page: "cards", items } as const;
  expect(resultLines({ ...reportOf([]), groups: [group] }).slice(-3)).toEqual([
    "✗ and 2 more: paid-unknown d; paid-unknown e",
    "    replay  judge --only d",
    "    their cures and the other replays are in the report (--report html=judge.html)",
  ]);
});

it("names a broken invariant as a defect of the sandbox", () => {
  expect(resultLines(reportOf([], ["a line is missing"]))).toEqual([
    "invariant broken, a defect of the sandbox: lane default: a line is missing",
  ]);
});

it("explains the signs and figures of the table of calls", () => {
  const field = (tone: "bad" | "good" | "none", column: string) => ({
    ...{ column, family: "after-commit", row: "after-commit/x" },
    item: { tone, label: "x", name: `${column}/x` },
  });
  const fields = [field("bad", "sale#1"), field("good", "sale#1"), field("none", "refund#1")];
  const groups = [{ kind: "map", title: "What was changed", fields } as const];
  expect(resultLines({ ...reportOf([]), groups })).toEqual([
    "            after",
    "  sale#1    ✗ 1/2",
    "  refund#1  – 1",
    "  ✗ wrong, ? undecided, ✓ right, – not run; ✗ 1/6: 1 of 6 mutants is wrong",
  ]);
});

it("says once that expectations hold in each lane, if several lanes have them and one misses them", () => {
  const run = runOf([unmet]);
  const [lane] = run.lanes;
  const factsOf = (...lanes: Run["lanes"]) => reportOfRun({ ...run, lanes }, { known: [] }).facts.join("\n");
  const second = { ...lane!, lane: "w-2" };
  const [scenario] = lane!.scenarios;
  const scenariosWith = (over: object) => [{ ...scenario!, ...over }];
  const clauses = scenario!.clauses.map(({ clause }) => ({ clause }));
  expect(factsOf(lane!, second)).toContain(
    "expectations are not met in 2 lanes: those of a scenario hold in each lane",
  );
  expect(factsOf(lane!)).not.toContain("in each lane");
  expect(factsOf(lane!, { ...second, scenarios: scenariosWith({ name: "another" }) })).not.toContain("in each lane");
  const meeting = { ...second, scenarios: scenariosWith({ clauses }) };
  expect(factsOf(lane!, meeting)).toContain("expectations are not met in 1 lane: ");
  const lines = resultLines(reportOfRun({ ...run, lanes: [lane!, meeting] }, { known: [] }));
  expect(lines.join("\n")).toMatch(/met in +lane w-2; this lane has the same scenario/);
});
