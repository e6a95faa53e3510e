import { describe, expect, it } from "vitest";
import { evaluate } from "../../../../src/tools/judge/conformance/evaluate.js";
import type { Requirement, Setup } from "../../../../src/tools/judge/conformance/requirement.js";
import type { JudgedMutant, JudgeReport } from "../../../../src/tools/library/language.js";
import { judgeReport } from "../../../support/judge-report.js";

const [base] = judgeReport.mutants;
const mutant = (id: string, verdict: JudgedMutant["verdict"]): JudgedMutant => ({ ...base!, id, verdict });
const finding = (id: string, verdict: "charged-twice" | "paid-unknown") => ({
  ...judgeReport.findings[0]!,
  mutant: id,
  verdict,
  why: "the books say 20.00",
});
const report = (over: Partial<JudgeReport>): JudgeReport => ({
  ...judgeReport,
  mutants: [],
  findings: [],
  practices: [],
  counts: { ...judgeReport.counts, notRun: 0 },
  ...over,
});
const requirement = (over: Partial<Requirement>): Requirement => ({
  id: "TK-01",
  requirement: "A sale is right.",
  because: "It costs money.",
  source: { kind: "ours" },
  uses: ["tokenization/sale"],
  mutants: ["sale#*/after-commit/*"],
  cure: "Query.",
  ...over,
});

function resultOf(one: Requirement, over: Partial<JudgeReport>, setup: readonly Setup[] = ["output"]) {
  const profile = { id: "tk", name: "Tokens", about: "", requirements: [one] };
  return evaluate([profile], { report: report(over), setup: new Set(setup) })[0]!;
}

const cut = "sale#1/after-commit/connection-reset";
const silent = "sale#2/after-commit/no-response";

describe("the result of a requirement", () => {
  it.each([
    ["passes if each mutant survived", [mutant(cut, "survived")], [], "PASS", [cut]],
    ["passes in a later lane too", [mutant(`lane2.${cut}`, "survived")], [], "PASS", [`lane2.${cut}`]],
    [
      "fails by one accusation among many",
      [mutant(cut, "charged-twice"), mutant(silent, "survived")],
      [finding(cut, "charged-twice")],
      "FAIL",
      [cut],
    ],
    ["is open if one was not run", [mutant(cut, "survived"), mutant(silent, "notRun")], [], "NOT VERIFIED", [silent]],
    ["is open if the command failed by itself", [mutant(cut, "noticed")], [], "NOT VERIFIED", [cut]],
    ["is open if the shop does not know yet", [mutant(cut, "unresolved")], [], "NOT VERIFIED", [cut]],
    ["is open if no mutant is of its kind", [mutant("void#1/decline/lost-card", "survived")], [], "NOT VERIFIED", []],
  ] as const)("%s", (_, mutants, findings, result, evidence) => {
    expect(resultOf(requirement({}), { mutants: [...mutants], findings: [...findings] })).toMatchObject({
      result,
      evidence,
    });
  });

  it("says why each mutant failed it, or is open", () => {
    const noted = { ...mutant(silent, "unresolved"), run: { ...base!.run!, why: "it ended with 1" } };
    const [failing, open] = [
      { mutants: [mutant(cut, "charged-twice"), noted], findings: [finding(cut, "charged-twice")], notes: [] },
      { mutants: [mutant(cut, "unstable"), noted], notes: [`${cut}: charged-twice in 1 of 7 runs`] },
    ];
    expect(resultOf(requirement({}), failing).reasons).toEqual({ [cut]: "charged-twice: the books say 20.00" });
    expect(resultOf(requirement({}), open).reasons).toEqual({
      [cut]: "unstable: charged-twice in 1 of 7 runs",
      [silent]: "unresolved: it ended with 1",
    });
  });

  it("does not apply to a shop that never uses the operation, and says what it used", () => {
    const one = resultOf(requirement({ uses: ["tokenization/recurring"] }), { mutants: [mutant(cut, "survived")] });
    expect(one).toMatchObject({ result: "NOT APPLICABLE", evidence: [] });
    expect(one.why).toBe("In the dry run the shop used tokenization/sale, and none of tokenization/recurring.");
  });

  it("is open with its own reason if nobody could be asked for the act", () => {
    const unplayed = { result: "NOT VERIFIED", why: "The driver doesn't list this act." } as const;
    expect(resultOf(requirement({ unplayed }), {})).toMatchObject(unplayed);
  });

  it("does not apply if the shop gave no chance for it, unless a part was not run", () => {
    const absent = "It gives no cancel address.";
    expect(resultOf(requirement({ absent }), {})).toMatchObject({
      result: "NOT APPLICABLE",
      why: "It gives no cancel address. In the dry run it used tokenization/sale.",
    });
    const counts = { ...judgeReport.counts, notRun: 1 };
    expect(resultOf(requirement({ absent }), { counts }).result).toBe("NOT VERIFIED");
    expect(resultOf(requirement({ absent }), { isStopped: true }).result).toBe("NOT VERIFIED");
  });

  it("is open if the beliefs can't show the mistake", () => {
    const mutants = [mutant(cut, "survived")];
    const told = (belief: object) => {
      const { dryRun } = judgeReport;
      const books = { "TEA-2": dryRun.run.books["TEA-2"]! };
      const beliefs = { "TEA-2": { paid: 88, ...belief } };
      const timeline = dryRun.run.timeline.map((event) => ({ ...event, reference: "TEA-2" }));
      return { mutants, dryRun: { problems: [], run: { ...dryRun.run, books, beliefs, timeline } } };
    };
    const ended = (tells: NonNullable<Requirement["tells"]>, belief: object) =>
      resultOf(requirement({ tells }), told(belief)).result;
    expect(resultOf(requirement({}), { mutants, hasBeliefs: false })).toMatchObject({ result: "NOT VERIFIED" });
    expect(resultOf(requirement({ verdicts: [] }), { mutants, hasBeliefs: false }).result).toBe("PASS");
    expect(ended("effects", { shipped: true })).toBe("NOT VERIFIED");
    expect(ended("shipped", { shipped: true })).toBe("PASS");
    expect(ended("effects", { effects: { shipped: 1 } })).toBe("PASS");
    expect(ended("cart", {})).toBe("NOT VERIFIED");
    expect(ended("cart", { cart: "tea" })).toBe("PASS");
    expect(ended("user", { cart: "tea" })).toBe("NOT VERIFIED");
    expect(ended("user", { user: "user1" })).toBe("PASS");
  });

  it("is open if no run came as far as the change", () => {
    expect(resultOf(requirement({}), { pruned: [cut], inconclusive: { [cut]: "not-applied" } })).toMatchObject({
      result: "NOT VERIFIED",
      evidence: [cut],
    });
    const mutants = [mutant(silent, "survived")];
    expect(resultOf(requirement({}), { mutants, pruned: [cut], inconclusive: { [cut]: "not-applied" } })).toMatchObject(
      {
        result: "PASS",
        evidence: [silent],
      },
    );
  });

  it("passes and names the kinds of mutants of which none took effect", () => {
    const globs = ["sale#*/after-commit/no-response", "sale#*/after-commit/connection-reset", "sale#*/lost/*"];
    const mutants = [mutant(silent, "survived")];
    const inconclusive = { [cut]: "not-applied" } as const;
    const { result, why } = resultOf(requirement({ mutants: globs }), { mutants, pruned: [cut], inconclusive });
    expect(result).toBe("PASS");
    expect(why).toContain(` No mutant that fits ${globs[1]}, ${globs[2]} took effect.`);
  });

  it("is open if a mutant went exactly as one that was left open", () => {
    const mutants = [mutant(silent, "survived")];
    const over = { mutants, pruned: [cut], inconclusive: { [cut]: "unresolved" } } as const;
    expect(resultOf(requirement({}), { ...over, pruned: [cut] })).toMatchObject({
      result: "NOT VERIFIED",
      evidence: [cut],
    });
  });

  it("counts only the verdicts that it names", () => {
    const mutants = [mutant(cut, "paid-unknown")];
    const findings = [finding(cut, "paid-unknown")];
    expect(resultOf(requirement({ verdicts: ["charged-twice"] }), { mutants, findings }).result).toBe("PASS");
    expect(resultOf(requirement({ verdicts: ["paid-unknown"] }), { mutants, findings }).result).toBe("FAIL");
  });

  it("passes nothing if only a part of the mutants was run", () => {
    const profile = { id: "tk", name: "Tokens", about: "", requirements: [requirement({})] };
    const observed = { report: report({ mutants: [mutant(cut, "survived")] }), setup: new Set<Setup>(), isPart: true };
    expect(evaluate([profile], observed)[0]).toMatchObject({ result: "NOT VERIFIED", why: "--only left mutants out." });
  });

  it("counts a mutant that went exactly as another one", () => {
    expect(resultOf(requirement({}), { pruned: [cut] })).toMatchObject({ result: "PASS", evidence: [cut] });
  });

  it("fails by a practice, and warns by advice", () => {
    const practice = {
      ...judgeReport.practices[0]!,
      id: "polls-too-fast",
      evidence: [{ mutant: cut, requests: [], what: "12 queries" }],
    } as const;
    const over = {
      mutants: [mutant(cut, "survived")],
      practices: [{ ...practice, evidence: [...practice.evidence.map((e) => ({ ...e, requests: [] }))] }],
    };
    expect(resultOf(requirement({ practices: ["polls-too-fast"] }), over).result).toBe("FAIL");
    expect(resultOf(requirement({ advice: ["polls-too-fast"] }), over).result).toBe("WARN");
    expect(resultOf(requirement({ advice: ["reference-reused"] }), over).result).toBe("PASS");
  });

  it("shows a practice by the requirement's own mutant first", () => {
    const at = (mutant: string, what: string) => ({ mutant, requests: [], what });
    const evidence = [at("sale#1/notice/forged-amount-after", "the amount"), at(cut, "its own")];
    const over = {
      mutants: [mutant(cut, "survived")],
      practices: [{ ...judgeReport.practices[0]!, id: "polls-too-fast" as const, evidence }],
    };
    const result = resultOf(requirement({ practices: ["polls-too-fast"] }), over);
    expect(result).toMatchObject({ why: "polls-too-fast: its own", evidence: [cut, evidence[0]!.mutant] });
  });

  it("is no pass without the shop that it has to end and start", () => {
    const mutants = [mutant(cut, "survived")];
    expect(resultOf(requirement({ needs: "shop" }), { mutants }).result).toBe("NOT VERIFIED");
    expect(resultOf(requirement({ needs: "shop" }), { mutants }, ["shop"]).result).toBe("PASS");
  });
});
