import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { coverageOf } from "../../../src/tools/coverage/coverage.js";
import { junitOf } from "../../../src/tools/reports/junit.js";
import type { CheckedLane, Run } from "../../../src/tools/reports/run.js";
import { type RunBounds, reportOfRun } from "../../../src/tools/reports/run-report.js";

const failure = { expected: "2 calls", actual: "1 call", nearest: [{ requestId: "req-1" }] };
const clause = { calls: { operation: "*/refund", count: 2 } };
const laneWith = (over: Partial<CheckedLane>): CheckedLane => ({
  lane: "default",
  scenarios: [],
  invariants: { holds: true, checked: 1, broken: [] },
  ...over,
});

function xmlOf(over: Partial<Run>, bounds: Partial<RunBounds> = {}): string {
  const run: Run = {
    version: "0.0.0",
    command: ["node", "shop.mjs"],
    seed: 1,
    startedAt: "2026-01-05T02:00:00.000Z",
    durationMs: 1500,
    commandExitCode: 0,
    exitCode: 4,
    calls: 1,
    coverage: coverageOf(new Set(), defaultPolicy),
    lanes: [laneWith({})],
    ...over,
  };
  return junitOf(reportOfRun(run, { known: [], ...bounds }));
}

it("names file, line and the nearest facts of an expectation that is not met", () => {
  const scenarios = [{ name: "a story", file: "a.scenario.yaml", rules: [], clauses: [{ clause, line: 6, failure }] }];
  const xml = xmlOf({ lanes: [laneWith({ scenarios })] });
  expect(xml).toContain('<failure type="expectation" message="a.scenario.yaml:6: expected 2 calls, found 1 call">');
  expect(xml).toContain("\nnearest: {&quot;requestId&quot;:&quot;req-1&quot;}\n");
  expect(xml).toContain('classname="a story" time="0" file="a.scenario.yaml" line="6">');
  const met = [{ name: "a story", file: "a.scenario.yaml", rules: [], clauses: [{ clause, line: 7 }] }];
  expect(xmlOf({ exitCode: 0, lanes: [laneWith({ scenarios: met })] })).toContain(
    'file="a.scenario.yaml" line="7"></testcase>',
  );
});

it("says in the message that a rule never fired, and tells the nearest call once", () => {
  const rule = { name: "late", fired: 0, nearest: { text: "req-8: amount is 5" } };
  const scenarios = [{ name: "a story", clauses: [], rules: [rule] }];
  const xml = xmlOf({ lanes: [laneWith({ scenarios: scenarios as never })] }, { strict: true });
  expect(xml).toContain(
    'message="late never fired; nearest req-8: amount is 5">late never fired\nnearest: req-8: amount is 5</failure>',
  );
});

it("has the line of a rule that never fired beside the case's name, which an edit above it doesn't change", () => {
  const rule = { name: 'a.yaml:3: rule "late" of a story', fired: 0 };
  const scenarios = [{ name: "a story", clauses: [], rules: [rule] }];
  const xml = xmlOf({ lanes: [laneWith({ scenarios })] }, { strict: true });
  expect(xml).toContain(
    '<testcase name="rule &quot;late&quot; of a story never fired" classname="payment-sandbox" time="0" file="a.yaml" line="3">',
  );
  expect(xml).toContain('message="a.yaml:3: rule &quot;late&quot; of a story never fired"');
});

it.each([
  [137, "node shop.mjs ended with 137 (killed by SIGKILL, often because memory ran out)."],
  [143, "node shop.mjs ended with 143 (ended by SIGTERM, such as a time limit)."],
  [127, "node shop.mjs ended with 127 (no such command, if a shell ran it)."],
  [124, "node shop.mjs ended with 124 (a time limit, if `timeout` ran it)."],
])("says what exit code %i means", (commandExitCode, said) => {
  expect(xmlOf({ commandExitCode, exitCode: commandExitCode })).toContain(said);
});

it("has one failed case for a rule that never fired against an expectation, with the nearest call", () => {
  const rule = {
    name: 'a.yaml:3: rule "late" of a story',
    fired: 0,
    nearest: { text: "req-8: amount is 5", missed: 1 },
  };
  const unmet = {
    expected: 'rule "late" fired 1 time',
    actual: "fired 0 times",
    nearest: [{ name: "late", fired: 0 }],
  };
  const clauses = [{ clause: { rule: { name: "late", fired: 1 } }, failure: unmet }];
  const scenarios = [{ name: "a story", clauses, rules: [rule] }];
  const xml = xmlOf({ lanes: [laneWith({ scenarios: scenarios as never })] }, { strict: true });
  expect(xml).toMatch(/<testsuites [^>]*failures="1"/);
  expect(xml).toContain("\nnearest: req-8: amount is 5\n");
});

it("lists the calls of a command that failed", () => {
  const call = { lane: "a", requestId: "req-1", at: "2026-01-05T02:00:00.000Z", operation: "hosted-checkout/refund" };
  const requests = [{ ...call, merchantReference: "A-1", amount: 5, currency: "HKD", responseCode: "00000" }];
  const xml = xmlOf({ commandExitCode: 1, exitCode: 1, requests });
  expect(xml).toContain("\n1. 02:00:00.000 lane a: req-1 hosted-checkout/refund A-1 HKD 5.00 00000</failure>");
  const lost = xmlOf({ commandExitCode: 1, exitCode: 1, requests: [{ ...requests[0]!, reachedClient: false }] });
  expect(lost).toContain("00000 (the client did not get it)");
  const odd = xmlOf({ commandExitCode: 1, exitCode: 1, requests: [{ ...requests[0]!, amount: 5.123 }] });
  expect(odd).toContain(" A-1 HKD 5.123 00000</failure>");
});

it("lists at most twenty calls of a command that failed, the refused ones first", () => {
  const requests = Array.from({ length: 300 }, (_, i) => ({
    ...{ lane: `w-${i}`, requestId: "req-1", at: `2026-01-05T02:00:00.${String(i).padStart(3, "0")}Z` },
    ...{ operation: "hosted-checkout/refund", responseCode: i === 7 ? "2001" : "0000" },
  }));
  const xml = xmlOf({ commandExitCode: 1, exitCode: 1, requests });
  expect(xml).toContain("\n20 of 300 calls, those of lanes with an unmet expectation first");
  expect(xml.match(/^\d+\. .*/gm)).toHaveLength(20);
  expect(xml).toContain("\n1. 02:00:00.007 lane w-7: req-1 hosted-checkout/refund 2001\n");
});

it("has one suite for the books of all lanes, and the properties once", () => {
  const lanes = Array.from({ length: 2000 }, (_, i) => laneWith({ lane: `w-${i}` }));
  const xml = xmlOf({ exitCode: 0, lanes });
  expect(xml.match(/<testsuite [^>]*name="[^"]*"/g)).toHaveLength(2);
  expect(xml.match(/<properties>/g)).toHaveLength(1);
});

it("compares coverage exactly, with the digits of the minimum", () => {
  const coverage = { reached: 2, total: 3, percent: 66.6, cells: [] };
  expect(xmlOf({ coverage, exitCode: 0 }, { minCoverage: 66.65 })).toContain('failures="0"');
  expect(xmlOf({ coverage }, { minCoverage: 66.67 })).toContain("66.66 %: less than --min-coverage 66.67");
});

describe("each reason for an exit code other than 0 is a failed case", () => {
  const unfired = [{ name: "a story", clauses: [], rules: [{ name: "rule 1", fired: 0 }] }];
  it.each<[string, Partial<Run>, Partial<RunBounds>, string]>([
    ["the command's own exit code", { commandExitCode: 3, exitCode: 3 }, {}, "node shop.mjs ended with 3."],
    ["no call under --strict", { calls: 0 }, { strict: true }, "the command never called the sandbox"],
    ["a rule that never fired", { lanes: [laneWith({ scenarios: unfired })] }, { strict: true }, "rule 1 never fired"],
    ["a warning about a scenario", {}, { strict: true, known: ["a.yaml:3: can never match"] }, "a.yaml:3: can never"],
    ["too little coverage", {}, { minCoverage: 40 }, "less than --min-coverage 40"],
    ["a rule that could not act", { lanes: [laneWith({ unable: ["the card expired"] })] }, {}, "the card expired"],
    [
      "a broken invariant",
      { exitCode: 5, lanes: [laneWith({ invariants: { holds: false, checked: 1, broken: ["a line is missing"] } })] },
      {},
      "a line is missing",
    ],
    ["one that no item names", { exitCode: 3 }, {}, "The exit code is 3."],
  ])("%s", (_, over, bounds, message) => {
    const xml = xmlOf(over, bounds);
    expect(xml).toMatch(/<testsuites [^>]*failures="1"/);
    const [, shown] = /<failure type="[\w-]+" message="([^"]*)">/.exec(xml)!;
    expect(shown).toContain(message);
  });

  it("and nothing else is", () => {
    const xml = xmlOf({ exitCode: 0, calls: 0, lanes: [laneWith({ scenarios: unfired })] }, { known: ["a warning"] });
    expect(xml).not.toContain("<failure");
    expect(xml).toContain("rule 1 never fired");
  });
});

it("gives each case and each suite the seconds that it took", () => {
  const xml = xmlOf({ exitCode: 0 });
  expect(xml).toContain('<testcase name="the command" classname="payment-sandbox" time="1.5">');
  expect(xml.match(/<testcase /g)).toHaveLength(xml.match(/<testcase [^>]* time="[\d.]+"/g)!.length);
  expect(xml).toMatch(/<testsuite [^>]*name="command" time="1.5" timestamp="2026-01-05T02:00:00.000Z">/);
});
