import { expect, it } from "vitest";
import { conformanceOf, observedBy } from "../../../../src/tools/judge/conformance/conformance.js";
import { reportOfConformance } from "../../../../src/tools/judge/conformance/conformance-report.js";
import { profilesNamed } from "../../../../src/tools/judge/conformance/profiles.js";
import { agentText } from "../../../../src/tools/reports/agent.js";
import { judgeReport } from "../../../support/judge-report.js";

const results = conformanceOf(profilesNamed("tk"), observedBy({}, judgeReport));
const textWith = (output: string[]) => {
  const judged = { ...judgeReport, findings: judgeReport.findings.map((one) => ({ ...one, output })) };
  return agentText(reportOfConformance(results, judged, { exitCode: 6, maxUnverified: 0 }));
};

it("tells what happened, both sides, the cure and the replay", () => {
  const text = textWith([]);
  expect(text).toContain("TK-01 FAIL: If the answer to a charge is lost");
  expect(text).toContain("1. TEA-1 ");
  expect(text).toContain("- TEA-1: the books say paid 88.00, refunded 0.00 HKD; the shop says nothing");
  expect(text).toContain("Cure: Query the reference.");
  expect(text).toContain("Play it again: ");
  expect(text).not.toContain("log");
});

it.each([
  ["Node.js", "    at charge (file:///app/src/shop.mjs:41:11)", "file:///app/src/shop.mjs:41"],
  ["Python", '  File "/app/shop.py", line 12, in charge', "/app/shop.py:12"],
  ["PHP", "PHP Warning:  Undefined key in /app/shop.php on line 7", "/app/shop.php:7"],
])("names the place that the shop's log names: %s", (_, line, place) => {
  const text = textWith(["\u001b[31mno answer", "    at fetch (/app/node_modules/x/y.js:1:2)", line]);
  expect(text).toContain("The shop's log ends with:\n  \\x1b[31mno answer\n");
  expect(text).toContain(`The log names: ${place}\n`);
});
