import { describe, expect, it } from "vitest";
import { inBaseline, readBaseline } from "../../../src/tools/judge/schema/baseline.js";
import { judgeReport } from "../../support/judge-report.js";

const read = (value: unknown) => readBaseline(JSON.stringify(value), "judge.json");

describe("an earlier report", () => {
  it("is known by its findings and practices", () => {
    const { findings, practices } = read(judgeReport);
    expect([findings.length, practices.length]).toEqual([judgeReport.findings.length, judgeReport.practices.length]);
  });

  it("knows a finding by its mutant, or by one that stood for it, and says what it did not try", () => {
    const mutants = [
      { id: "sale#1/decline/do-not-honour", verdict: "paid-unpaid", standsFor: ["sale#1/decline/lost-card"] },
      { id: "refund#1/decline/lost-card", verdict: "notRun" },
    ];
    const [first] = mutants;
    const baseline = read({ ...judgeReport, mutants, findings: [{ verdict: first!.verdict, mutant: first!.id }] });
    const said = (mutant: string) => inBaseline(baseline)({ verdict: "paid-unpaid", mutant });
    expect(said("sale#1/decline/do-not-honour")).toEqual({ isKnown: true });
    expect(said("sale#1/decline/lost-card")).toEqual({ isKnown: true });
    expect(said("refund#1/decline/lost-card")).toEqual({ isKnown: false, isUntried: true });
    expect(said("void#1/decline/lost-card")).toEqual({ isKnown: false });
  });

  it("may have fewer members", () => {
    const { findings, practices } = judgeReport;
    const bare = findings.map(({ verdict, mutant }) => ({ verdict, mutant }));
    const ids = practices.map(({ id }) => ({ id }));
    expect(read({ format: 1, findings: bare, practices: ids }).practices).toEqual(ids);
  });

  it.each([
    [{ format: 2 }, "a report of format 2, expected 1"],
    [{ format: 0 }, "a report of format 0, expected 1: write it anew with --report json=judge.json"],
    [null, "judge.json: not a report of the judge: it has no format"],
    [{ findings: [] }, "not a report of the judge: it has no format"],
    [{ format: 1, findings: [{ verdict: 7 }], practices: [] }, "judge.json:1:36"],
  ])("is refused with its place: %o", (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});
