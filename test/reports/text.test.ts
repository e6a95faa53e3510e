import { expect, it } from "vitest";
import { coverageOf } from "../../src/coverage/coverage.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import type { CheckedClause, Run } from "../../src/reports/run.js";
import { summaryLines, totalsLine } from "../../src/reports/text.js";

const met: CheckedClause = { clause: { order: { merchantReference: "A-1", status: "SUCCESS" } }, line: 4 };
const unmet: CheckedClause = {
  clause: { calls: { operation: "*/refund", count: 2 } },
  line: 6,
  failure: { expected: "2 calls", actual: "1 call", nearest: [] },
};

const runOf = (clauses: readonly CheckedClause[], broken: readonly string[] = []): Run => ({
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
      scenarios: [{ name: "a story", file: "a.scenario.yaml", clauses }],
      invariants: { holds: broken.length === 0, checked: 1, broken },
    },
  ],
});

it("says on one line what was done and held", () => {
  expect(totalsLine(runOf([met]))).toBe("3 calls in 1 lane, 1 of 1 expectation met, the books balance");
  expect(totalsLine(runOf([met, unmet], ["a line is missing"]))).toBe(
    "3 calls in 1 lane, 1 of 2 expectations met, 1 invariant broken",
  );
});

it("names the clause that is not met, its file and its line", () => {
  expect(summaryLines(runOf([met, unmet]))).toEqual([
    "expectation not met in lane default: a story (a.scenario.yaml:6)",
    '  clause    calls: {"operation":"*/refund","count":2}',
    "  expected  2 calls",
    "  found     1 call",
  ]);
});
