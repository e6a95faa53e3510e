import { expect, it } from "vitest";
import { coverageOf } from "../../src/coverage/coverage.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import { junitOf } from "../../src/reports/junit.js";

it("names file, line and the nearest facts of an expectation that is not met", () => {
  const failure = { expected: "2 calls", actual: "1 call", nearest: [{ requestId: "req-1" }] };
  const clauses = [{ clause: { calls: { operation: "*/refund", count: 2 } }, line: 6, failure }];
  const xml = junitOf({
    version: "0.0.0",
    command: ["true"],
    seed: 1,
    startedAt: "2026-01-05T02:00:00.000Z",
    durationMs: 1,
    commandExitCode: 0,
    exitCode: 4,
    coverage: coverageOf(new Set(), defaultPolicy),
    lanes: [
      {
        lane: "default",
        scenarios: [{ name: "a story", file: "a.scenario.yaml", clauses }],
        invariants: { holds: true, checked: 1, broken: [] },
      },
    ],
  });
  expect(xml).toContain(
    '<failure type="expectation">a.scenario.yaml:6: expected 2 calls, found 1 call\nnearest {&quot;requestId&quot;:&quot;req-1&quot;}</failure>',
  );
});
