import { describe, expect, it } from "vitest";
import { readBaseline } from "../../../src/tools/judge/schema/baseline.js";
import { judgeReport } from "../../support/judge-report.js";

const read = (value: unknown) => readBaseline(JSON.stringify(value), "judge.json");

describe("an earlier report", () => {
  it("is known by its findings and practices", () => {
    const { findings, practices } = read(judgeReport);
    expect([findings.length, practices.length]).toEqual([judgeReport.findings.length, judgeReport.practices.length]);
  });

  it("may be of a version that called practices manners, and had fewer members", () => {
    const { findings, practices } = judgeReport;
    const bare = findings.map(({ verdict, mutant }) => ({ verdict, mutant }));
    const manners = practices.map(({ id }) => ({ id, grave: true }));
    expect(read({ format: 1, findings: bare, manners }).practices.map(({ id }) => id)).toEqual(
      manners.map(({ id }) => id),
    );
  });

  it.each([
    [{ format: 2 }, "a report of format 2, expected 1"],
    [{ findings: [] }, "not a report of the judge: it has no format"],
    [{ format: 1, findings: [{ verdict: 7 }], practices: [] }, "judge.json:1:36"],
  ])("is refused with its place: %o", (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});
