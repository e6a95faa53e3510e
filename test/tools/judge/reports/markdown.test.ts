import { expect, it } from "vitest";
import { reportOfJudge } from "../../../../src/tools/judge/reports/judge-report.js";
import { badgeOf } from "../../../../src/tools/reports/badge.js";
import { markdownOf } from "../../../../src/tools/reports/markdown.js";
import { judgeReport } from "../../../support/judge-report.js";

const [finding] = judgeReport.findings;

it("tells each mistake once, with both sides, its cure and its replay", () => {
  const text = markdownOf(reportOfJudge(judgeReport));
  expect(text).toContain("### ✗ charged-twice sale\\#1/after-commit/connection-reset: tokenization/sale, after-commit");
  expect(text).toContain("- `TEA-1`: the books say paid 88.00, refunded 0.00 HKD; the shop says nothing");
  expect(text).toContain("**Cure:** If the answer to a charge is lost, query its reference before you charge again.");
  expect(text).toContain(
    "`npx payment-sandbox judge --only 'sale#1/after-commit/connection-reset' --seed 1 -- node shop.mjs`",
  );
});

it("lets no word of the shop become markup, and fits a comment", () => {
  const why = "`</details>` | @everyone \u001b[2J";
  const findings = Array.from({ length: 900 }, (_, i) => ({
    ...finding!,
    operation: `tokenization/sale${i}`,
    references: ["`|<b>"],
    why: why.repeat(20),
  }));
  const text = markdownOf(reportOfJudge({ ...judgeReport, findings }));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain("Shortened");
  expect(text).toContain("- `'¦<b>`:");
  expect(text).toContain("\\`\\</details\\>\\` \\| \\@everyone \\\\x1b\\[2J");
  expect(text).not.toContain("\u001b");
});

it.each([
  ["what was found", {}, "judge: 1 mistake (and 1 grave practice), shown by 1 of 4 mutants"],
  ["that something is open", { findings: [], practices: [] }, "nothing found, 4 mutants open"],
  [
    "that nothing was found",
    { findings: [], practices: [], counts: { ...judgeReport.counts, planned: 3 } },
    "nothing found in 4 mutants",
  ],
  ["that there was nothing to judge", { dryRun: { ...judgeReport.dryRun, problems: ["x"] } }, "the dry run failed"],
])("says on the badge %s", (_, over, text) => {
  expect(badgeOf(reportOfJudge({ ...judgeReport, ...over }))).toContain(text);
});
