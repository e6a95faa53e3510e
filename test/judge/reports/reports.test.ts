import { describe, expect, it } from "vitest";
import { judgeReportSchema } from "../../../src/judge/report.js";
import { judgeHtml } from "../../../src/judge/reports/html.js";
import { judgeJsonSchema } from "../../../src/judge/reports/json-schema.js";
import { judgeJUnit } from "../../../src/judge/reports/junit.js";
import { judgeLines } from "../../../src/judge/reports/terminal.js";
import type { JudgeReport } from "../../../src/library/language.js";
import { packageText } from "../../../src/package/files.js";
import { judgeReport } from "../../support/judge-report.js";

const HOSTILE = `<script>alert("a" & 'b')</script>`;

/** The report with a text of the user's own in every place that a shop or a command can fill. */
const hostile = (): JudgeReport =>
  JSON.parse(JSON.stringify(judgeReport).replaceAll("TEA-1", JSON.stringify(HOSTILE).slice(1, -1)));

it("the sample is a report", () => {
  expect(judgeReportSchema.parse(judgeReport)).toEqual(judgeReport);
});

describe("the terminal", () => {
  const lines = judgeLines(judgeReport);

  it("tells findings first, with both sides and the way to see them again", () => {
    expect(lines.slice(0, 4)).toEqual([
      "1 finding and 1 grave manner in 4 mutants",
      "✗ charged-twice  sale#1/after-commit/connection-reset: Cart tea was charged 176.00 HKD in two orders; without the change it was charged 88.00 HKD.",
      "    TEA-1: books paid 88.00, refunded 0.00 HKD | shop nothing; TEA-2: books paid 88.00, refunded 0.00 HKD | shop paid 88.00, refunded 0.00 HKD, shipped",
      "    replay  payment-sandbox exec --scenario 'sale#1.scenario.yaml' --seed 1 -- node shop.mjs",
    ]);
  });

  it("has a row for each call, the worst first", () => {
    const from = lines.findIndex((line) => line.includes("after") && line.includes("decline"));
    expect(lines.slice(from, from + 3)).toEqual([
      "            after    decline  refusal",
      "  sale#1    ✗ 1/2    ? 1",
      "  refund#1  – 1               ? 1",
    ]);
  });

  it("fits one screen, whatever was found", () => {
    const { findings, manners, mutants } = judgeReport;
    const verdicts = ["charged-twice", "refunded-twice", "paid-unpaid", "void-lost", "amount-differs"] as const;
    const many = {
      ...judgeReport,
      findings: verdicts.flatMap((verdict) => Array.from({ length: 50 }, () => ({ ...findings[0]!, verdict }))),
      manners: Array.from({ length: 11 }, () => manners[0]!),
      notes: Array.from({ length: 60 }, () => "A-1: the shop does not know yet"),
      mutants: Array.from({ length: 300 }, (_, i) => ({ ...mutants[0]!, id: `sale#${i}/after-commit/x` })),
    };
    const told = judgeLines(many);
    expect(told.length).toBeLessThanOrEqual(24);
    expect(Math.max(...told.map((line) => line.length))).toBeLessThanOrEqual(160);
  });

  it("says why the dry run failed, and no more", () => {
    const run = { ...judgeReport.dryRun, problems: ["TEA-1: the books say 88.00, the shop 80.00"] };
    const failed = { ...judgeReport, dryRun: run, mutants: [], findings: [], manners: [], notes: [], exitCode: 1 };
    expect(judgeLines(failed).slice(0, 2)).toEqual([
      "The dry run itself failed",
      "  TEA-1: the books say 88.00, the shop 80.00",
    ]);
  });
});

describe("the JUnit report", () => {
  const xml = judgeJUnit(judgeReport);

  it("has a case for each mutant, the dry run and each manner", () => {
    expect(xml.match(/<testcase /g)).toHaveLength(5 + 1 + 2);
    expect(xml).toContain('<testsuite tests="3" errors="0" failures="1" skipped="0" name="sale#1"');
  });

  it("fails what is accused and what is grave, skips what was not run", () => {
    expect(xml.match(/<failure type="[\w-]+">/g)).toEqual([
      '<failure type="charged-twice">',
      '<failure type="retried-under-new-reference">',
    ]);
    expect(xml.match(/<skipped>/g)).toHaveLength(1);
    expect(xml).toContain('<property name="coverage.percent" value="3.1"/>');
  });
});

describe("the HTML report", () => {
  it("escapes every text that it did not write", async () => {
    const page = await judgeHtml(hostile());
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("&amp;lt;");
    expect(page).toContain("&lt;script&gt;alert(&quot;a&quot; &amp; &#39;b&#39;)&lt;/script&gt;");
  });

  it("has nothing outside of it", async () => {
    expect(await judgeHtml(judgeReport)).not.toMatch(/<(link|img|iframe)|src=|https?:\/\//);
  });

  it("leads from each field of the map, and from each finding, to its timeline", async () => {
    const page = await judgeHtml(judgeReport);
    const targets = [...page.matchAll(/href="#(mutant-\d+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(5 + 1 + 1);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
  });
});

describe("judge.schema.json", () => {
  it("is made of the report's schema (npm run build)", () => {
    expect(JSON.parse(packageText("judge.schema.json"))).toEqual(judgeJsonSchema());
  });
});
