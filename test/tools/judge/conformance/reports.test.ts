import { expect, it } from "vitest";
import {
  bounded,
  type ConformanceReport,
  conformanceOf,
  observedBy,
  summaryOf,
} from "../../../../src/tools/judge/conformance/conformance.js";
import {
  type ConformanceBounds,
  reportOfConformance,
} from "../../../../src/tools/judge/conformance/conformance-report.js";
import { profilesNamed } from "../../../../src/tools/judge/conformance/profiles.js";
import { badgeOf } from "../../../../src/tools/reports/badge.js";
import { htmlOf } from "../../../../src/tools/reports/html.js";
import { junitOf } from "../../../../src/tools/reports/junit.js";
import { markdownOf } from "../../../../src/tools/reports/markdown.js";
import { terminalLines } from "../../../../src/tools/reports/terminal.js";
import { judgeReport } from "../../../support/judge-report.js";

const report = conformanceOf(profilesNamed("all"), observedBy({}, judgeReport));
const failed = report.tests.find(({ result }) => result === "FAIL")!;
const shown = (results: ConformanceReport, bounds: Partial<ConformanceBounds> = {}) =>
  reportOfConformance(results, judgeReport, { exitCode: 6, maxUnverified: 0, ...bounds });
const withWhy = (why: string): ConformanceReport => ({
  ...report,
  tests: report.tests.map((test) => (test === failed ? { ...test, why } : test)),
});

it("counts each test once", () => {
  expect(summaryOf(report.tests)).toEqual(report.summary);
  expect(Object.values(report.summary).reduce((sum, one) => sum + one)).toBe(report.tests.length);
});

it("names in the JSON the result of the baseline that a failed test had, its exit code, and what it allows", () => {
  const before = new Map(report.tests.map(({ id, result }) => [id, id === failed.id ? "NOT VERIFIED" : result]));
  const { tests, exitCode, maxUnverified } = bounded(report, 6, { maxUnverified: 3, before });
  expect({ exitCode, maxUnverified }).toEqual({ exitCode: 6, maxUnverified: 3 });
  expect(tests.flatMap(({ id, before: was }) => (was === undefined ? [] : [`${id} ${was}`]))).toEqual([
    `${failed.id} NOT VERIFIED`,
  ]);
});

it("prints a line for each test, and the cure of each failure", () => {
  const text = terminalLines(shown(report)).join("\n");
  for (const { id, result } of report.tests) expect(text).toMatch(new RegExp(`${id} ${result}`));
  expect(text).toContain("cure  Query the reference.");
  expect(text).toContain("observed behaviour, unofficial");
});

it("says what became of the mutants that did not run, and that a longer budget runs them", () => {
  const { facts, totals } = shown(report);
  expect(facts[1]).toMatch(/^4 of 7 mutants run \(all take .*\), 2 skipped \(.*\), 1 not run\. This is observed/);
  expect(totals).toEqual([expect.stringMatching(/; 1 of 7 mutants not run: a longer budget runs them$/)]);
  const judged = { ...judgeReport, isStopped: true };
  const stopped = reportOfConformance(report, judged, { exitCode: 6, maxUnverified: 0 });
  expect(stopped.totals[0]).not.toContain("budget");
});

it("says if no test is settled", () => {
  const none = { PASS: 0, FAIL: 0, WARN: 0, "NOT VERIFIED": report.tests.length, "NOT APPLICABLE": 0 };
  expect(shown({ ...report, summary: none }).verdict).toBe("No test is settled.");
});

it("shows of a failed test the run of which its reason speaks, whichever finding stands first in the report", () => {
  const [finding, run] = [judgeReport.findings[0]!, judgeReport.mutants[0]!];
  const [spoken, other] = ["order#1/notice/forged-for-unpaid", "order#1/notice/forged-amount-after"] as const;
  const sides = (paid: number) => ({ "TEA-1": { ...Object.values(finding.books)[0]!, paid } });
  const judged = {
    ...judgeReport,
    mutants: [spoken, other].map((id) => ({ ...run, id, about: `the change of ${id}` })),
    findings: [
      { ...finding, mutant: other, books: sides(8800) },
      { ...finding, mutant: spoken, books: sides(0) },
    ],
  };
  const results = { ...report, tests: [{ ...failed, evidence: [spoken, other] }] };
  const text = JSON.stringify(reportOfConformance(results, judged, { exitCode: 6, maxUnverified: 0 }));
  expect(text).toContain(`the change of ${spoken}`);
  expect(text).not.toContain(`the change of ${other}`);
  expect(text).toContain("paid 0.00, refunded 0.00 HKD");
});

it("writes markdown that a shop's own words can't turn into markup", () => {
  const hostile = "</details><script>@everyone | x `code` &lt;b \u001b[31mred\u001b[0m\n# title https://evil.example";
  const text = markdownOf(shown(withWhy(hostile)));
  expect(text).toContain(
    "\\</details\\>\\<script\\>\\@everyone \\| x \\`code\\` \\&lt;b \\\\x1b\\[31mred\\\\x1b\\[0m \\# title https:\\//evil.example",
  );
});

it("shortens markdown that a comment can't hold, and says so", () => {
  const all = {
    ...report,
    tests: report.tests.map((test) => ({ ...test, result: "FAIL" as const, why: "😀".repeat(50_000) })),
  };
  const text = markdownOf(shown(all));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain("Shortened");
  expect(text.isWellFormed()).toBe(true);
  expect(markdownOf(shown(withWhy("x".repeat(100_000))))).toContain("Crash");
});

it("escapes what a shop says in HTML and JUnit", async () => {
  const hostile = withWhy('<img src=x onerror="alert(1)">&');
  expect(await htmlOf(shown(hostile))).not.toContain("<img");
  const xml = junitOf(shown(hostile));
  expect(xml).not.toContain("<img");
  expect(xml.match(/<testcase/g)).toHaveLength(report.tests.length);
});

it.each([
  [{ FAIL: 2, "NOT VERIFIED": 1 }, "2 of 13 failed"],
  [{ FAIL: 0, "NOT VERIFIED": 1 }, "1 of 11 not verified"],
  [{ FAIL: 0, "NOT VERIFIED": 0 }, "10 of 10 passed"],
])("says on the badge what was observed: %o", (over, text) => {
  const summary = { PASS: 9, WARN: 1, "NOT APPLICABLE": 3, ...over };
  expect(badgeOf(shown({ ...report, summary }))).toContain(`payment-sandbox observed: ${text}`);
});

it("names the profiles on the badge and in the report, unless all were tested", () => {
  const part = shown(conformanceOf(profilesNamed("tk,fw"), observedBy({}, judgeReport)));
  expect([part.badge.text, part.facts[0]]).toEqual([
    expect.stringMatching(/^tk, fw: \d+ of \d+ /),
    "It covers the profiles tk, fw (not tested: hc, rv, nt, rc, cc, cr).",
  ]);
  expect(shown(report).facts[0]).toBe("It covers all profiles.");
});

it("says of a dry run that failed only that, and fails the case of it", () => {
  const judged = { ...judgeReport, dryRun: { ...judgeReport.dryRun, problems: ["it ended with 3"] }, mutants: [] };
  const results = conformanceOf(profilesNamed("tk"), observedBy({}, judged));
  const told = reportOfConformance(results, judged, { exitCode: 1, maxUnverified: 99 });
  expect([told.verdict, told.badge.text]).toEqual(["The dry run itself failed", "the dry run failed"]);
  expect(junitOf(told).match(/<failure [^>]*>/g)).toEqual(['<failure type="dry-run" message="it ended with 3">']);
});
