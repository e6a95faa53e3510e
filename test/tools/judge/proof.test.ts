import { describe, expect, it } from "vitest";
import { proofExitCode, proofOf, withPathHere } from "../../../src/tools/judge/prove-fix/proof.js";
import { proofLines, reportOfProof } from "../../../src/tools/judge/prove-fix/proof-report.js";
import { junitOf } from "../../../src/tools/reports/junit.js";
import { judgeReport } from "../../support/judge-report.js";

it.each([
  ["cd /repo/wrong && exec php -S 127.0.0.1:$PORT index.php", "/repo/wrong"],
  ["exec php -S 127.0.0.1:$PORT '/repo/wrong/index.php'", "/repo/wrong/index.php"],
  ["(cd /repo; php cron.php loop &)", "/repo"],
  ["SHOP=/tmp/link/shop node shop.js", "/tmp/link/shop"],
  ["exec php -S 127.0.0.1:$PORT ./repo/index.php", undefined],
  ["exec /repository/bin/php wrong/repo/index.php", undefined],
])("what does not occur on the base is told of a path that names the changed shop: %s", (shop, path) => {
  const none = { fixed: [], still: [], found: { findings: [], practices: [] }, undecided: [] };
  const name = "amount-differs create#1/amounts/large";
  const proof = { ...none, notReached: [name], absentOnBase: [name], reasons: {} };
  const [line] = proofLines(withPathHere(proof, [shop, "node"], ["/tmp/link", "/repo"]), "main");
  const why = path === undefined ? "" : `: the command names ${path}, so there it may have run the changed shop`;
  expect(line).toContain(`${name}: it does not occur on main${why}`);
  if (path === undefined) expect(line).not.toContain("names");
});

describe("a proof", () => {
  const exitCodes = { fixed: 0, still: 6, notReached: 4 };
  const [full] = judgeReport.findings;
  const finding = { ...full!, verdict: "paid-unknown", mutant: "a" } as const;
  const other = { ...finding, verdict: "charged-twice" } as const;
  const nothing = {
    findings: [],
    practices: [],
    mutants: [],
    pruned: [],
    inconclusive: {},
    notes: [],
    isStopped: false,
  };
  const survived = { ...nothing, mutants: [{ id: "a", verdict: "survived" }] };
  it.each<[string, object | undefined, object, "fixed" | "still" | "notReached", string?]>([
    ["survived here", undefined, survived, "fixed"],
    ["survived here, found on the base", { findings: [finding] }, survived, "fixed"],
    ["survived here, and on the base too", { findings: [] }, survived, "notReached"],
    ["survived here, and another mistake on the base", { findings: [other] }, survived, "notReached"],
    ["found here", undefined, { ...survived, findings: [finding] }, "still"],
    ["another mistake here", undefined, { ...survived, findings: [other] }, "still"],
    ["the same as another run that survived", undefined, { ...nothing, pruned: ["a"] }, "fixed"],
    [
      "not applied",
      undefined,
      { ...nothing, pruned: ["a"], inconclusive: { a: "not-applied" } },
      "notReached",
      "the shop's run went another way before its moment came",
    ],
    [
      "not run here",
      undefined,
      { ...nothing, mutants: [{ id: "a", verdict: "notRun" }] },
      "notReached",
      "the budget ended before it ran",
    ],
    [
      "noticed by the command",
      undefined,
      { ...nothing, mutants: [{ id: "a", verdict: "noticed" }] },
      "notReached",
      "the command itself failed, so its beliefs prove nothing",
    ],
    ["no such mutant here", undefined, nothing, "notReached", "the shop's run no longer has a place for it"],
    [
      "no such mutant because it was stopped",
      undefined,
      { ...nothing, isStopped: true },
      "notReached",
      "the judge was stopped before it ran",
    ],
  ])("of a finding that %s", (_, before, now, expected, why) => {
    const proof = proofOf({ findings: [finding], practices: [] }, before as never, now as never);
    expect(proof[expected]).toEqual(["paid-unknown a"]);
    expect(proofExitCode(proof)).toBe(exitCodes[expected]);
    const isAbsent = before !== undefined && !(before as typeof nothing).findings.includes(finding as never);
    const line = `? not reached  paid-unknown a: ${isAbsent ? "it does not occur on main" : why}`;
    expect(proofLines(proof, "main").includes(line)).toBe(expected === "notReached");
    expect(proofLines(proof, "main").at(-1)).toMatch(
      expected === "fixed" ? /1 of 1 finding fixed .* occurs on main/ : /0 of 1 finding fixed/,
    );
  });

  it("tells of what is still there as judge does: why, both sides, cure and replay, once for each cause", () => {
    const crash = {
      ...finding,
      mutant: "sale#1/crash/before-answer",
      schedule: ["its answer is withheld: the shop is killed"],
    };
    const alike = { ...crash, mutant: "sale#2/crash/before-answer" };
    const changed = { ...finding, mutant: "b", operation: "hosted-checkout/refund" };
    const earlier = { findings: [crash, alike, { ...changed, verdict: "amount-differs" }], practices: [practice] };
    const mutants = [{ id: "a", verdict: "paid-unknown", replay: "judge --only a" }];
    const now = { ...nothing, findings: [crash, alike, changed], practices: [practice], mutants };
    const proof = proofOf(earlier, undefined, now as never);
    const details = [
      `    cure    ${finding.cure}`,
      "    more    npx payment-sandbox docs paid-unknown",
      `    replay  ${finding.replay}`,
    ];
    const sides =
      "    TEA-1: books paid 88.00, refunded 0.00 HKD | shop nothing; TEA-2: books paid 88.00, refunded 0.00 HKD | shop paid 88.00, refunded 0.00 HKD, shipped";
    expect(proofLines(proof, undefined).slice(0, -2)).toEqual([
      `✗ still there  paid-unknown ${crash.mutant}: ${finding.why}`,
      sides,
      `    1. ${crash.schedule[0]}`,
      ...details,
      `✗ still there  paid-unknown ${alike.mutant}: ${finding.why}`,
      `✗ still there  amount-differs b: paid-unknown now: ${finding.why}`,
      sides,
      ...details,
      `✗ still there  practice ${practice.id}: ${practice.cause}`,
      `    seen in  a: ${evidence[0]!.what} (req-1, req-2)`,
      `    cure     ${practice.cure}`,
      `    more     npx payment-sandbox docs ${practice.id}`,
      "    replay   judge --only a",
    ]);
  });

  const open = "MUG-2: the shop does not know yet. The books: paid 12.00; the shop: paid null";
  const query = "Let the shop query the order until it knows, before its test ends";
  it.each([
    ["unresolved", [`b: other`, `a: ${open}. ${query}`], `${open}. ${query}`],
    ["unresolved", [], `The shop does not know yet about an order. ${query}`],
    ["unresolved", ["a: A-1 is of an earlier run"], "A-1 is of an earlier run"],
    ["unreadable", ["a: it reported no beliefs"], "it reported no beliefs"],
  ])("of a finding that is %s here with the notes %j says what is open", (verdict, notes, why) => {
    const now = { ...nothing, mutants: [{ id: "a", verdict }], notes };
    const proof = proofOf({ findings: [finding], practices: [] }, undefined, now as never, "judge -- x");
    expect(proof).toMatchObject({ notReached: ["paid-unknown a"], undecided: ["paid-unknown a"], anew: undefined });
    expect(proofLines(proof, undefined)).toEqual([
      `? undecided    paid-unknown a: the mutant ran. ${why}`,
      "",
      "payment-sandbox judge --prove-fix: 0 of 1 finding fixed. 1 undecided (paid-unknown a). Nothing shows that these are fixed: exit code 4, not 0.",
    ]);
  });

  it.each([
    ["amount-differs", { paid: 88, refunded: 0.01 }, "fixed"],
    ["amount-differs", { paid: 88, refunded: 87.99 }, "undecided"],
    ["amount-differs", { paid: null }, "undecided"],
    ["kept-unfulfilled", { paid: 88, refunded: 0.01 }, "undecided"],
  ] as const)(
    "what a shop decides does not hold up a right amount: %s that believes %j now is %s",
    (verdict, belief, became) => {
      const note = "cart tea: 87.99 kept, the shop knows, and nothing was delivered";
      const books = { "TEA-1": { paid: 88, refunded: 0.01, voided: false, currency: "HKD" } };
      const run = { books, beliefs: { "TEA-1": belief } };
      const now = { ...nothing, mutants: [{ id: "a", verdict: "unresolved", run }], notes: [`a: ${note}`] };
      const proof = proofOf({ findings: [{ ...finding, verdict }], practices: [] }, undefined, now as never);
      expect(proof[became]).toEqual([`${verdict} a`]);
      const [line] = proofLines(proof, undefined);
      if (became === "fixed") expect(line).toBe(`✓ fixed        amount-differs a: open beside it: ${note}`);
    },
  );

  it("names in its last sentence only a few, because the list above has them all", () => {
    const ids = ["a", "b", "c", "d"];
    const lastOf = (count: number): string =>
      proofLines(
        {
          ...proofOf({ findings: [], practices: [] }, undefined, nothing as never, "judge -- x"),
          fixed: ids.slice(0, count),
        },
        undefined,
      ).at(-1)!;
    expect(lastOf(3)).toContain("3 of 3 findings fixed (a, b, c).");
    expect(lastOf(4)).toContain("4 of 4 findings fixed.");
  });

  const evidence = ["a", "a+b"].map((mutant) => ({ ...judgeReport.practices[0]!.evidence[0]!, mutant }));
  const practice = { ...judgeReport.practices[0]!, evidence };
  it.each<[string, Partial<typeof practice>, object | undefined, object, "fixed" | "still" | "notReached", string?]>([
    ["no run shows any more", {}, undefined, survived, "fixed"],
    ["a run still shows", {}, undefined, { ...survived, practices: [practice] }, "still"],
    [
      "another mistake goes on without",
      {},
      undefined,
      { ...nothing, mutants: [{ id: "a", verdict: "paid-unknown" }] },
      "fixed",
    ],
    ["the base shows", {}, { practices: [practice] }, survived, "fixed"],
    ["the base does not show", {}, { practices: [] }, survived, "notReached", "it does not occur on main"],
    [
      "the first run alone showed",
      { evidence: [{ ...evidence[0]!, mutant: null as never }] },
      undefined,
      nothing,
      "fixed",
    ],
    ["no mutant can show", {}, undefined, nothing, "notReached", "the shop's run no longer has a place for it"],
    [
      "a mutant that was not run may show",
      {},
      undefined,
      { ...nothing, mutants: [...survived.mutants, { id: "a+b", verdict: "notRun" }] },
      "notReached",
      "the budget ended before it ran",
    ],
  ])("of a grave practice that %s", (_, more, before, now, expected, why) => {
    const proof = proofOf({ findings: [], practices: [{ ...practice, ...more }] }, before as never, now as never);
    expect(proof[expected]).toEqual(["practice retried-under-new-reference"]);
    expect(proofExitCode(proof)).toBe(exitCodes[expected]);
    expect(proofLines(proof, "main").at(-1)).toContain(`${expected === "fixed" ? 1 : 0} of 1 practice fixed`);
    const line = `? not reached  practice retried-under-new-reference: ${why}`;
    expect(proofLines(proof, "main").includes(line)).toBe(expected === "notReached");
  });

  it("names the command that judges anew only if a place is gone", () => {
    const linesOf = (now: object) =>
      proofLines(proofOf({ findings: [finding], practices: [] }, undefined, now as never, "judge -- x"), undefined);
    const line = "run judge anew, which finds the mistakes of the changed shop: judge -- x";
    expect(linesOf(nothing)[1]).toBe(line);
    expect(linesOf({ ...nothing, mutants: [{ id: "a", verdict: "notRun" }] })).not.toContain(line);
    expect(linesOf(survived)).not.toContain(line);
  });

  it("counts findings and practices together", () => {
    const both = proofOf({ findings: [finding], practices: [practice] }, undefined, survived as never);
    expect(proofLines(both, undefined).at(-1)).toContain("2 of 2 findings and practices fixed");
  });

  it("names the call that the shop no longer makes", () => {
    const gone = { verdict: "paid-unknown", mutant: "sale#2/after-commit/empty-body" } as const;
    expect(proofLines(proofOf({ findings: [gone], practices: [] }, undefined, nothing as never), undefined)[0]).toBe(
      "? not reached  paid-unknown sale#2/after-commit/empty-body: the shop no longer makes the call sale#2, or what comes before it differs",
    );
  });

  const first = "sale#1/before-commit/connection-reset";
  const both = `${first}+sale#2/refusal/maintenance`;
  const call = (reference: string, amount: number | null, more = {}) => ({
    ...{ kind: "call", by: "shop", operation: "tokenization/sale", reference, amount, ...more },
  });
  const asked = call("A", null, { operation: "hosted-checkout/query" });
  const withRun = (id: string, ...timeline: object[]) => ({ id, verdict: "survived", run: { timeline } });
  it.each([
    ["the first place is gone", nothing, "the shop no longer makes the call sale#1, or what comes before it differs"],
    [
      "the first fault alone is found",
      { ...nothing, mutants: [{ id: first, verdict: "paid-unknown" }] },
      `its first fault alone, ${first}, is paid-unknown now: mend that first`,
    ],
    [
      "the second call is not made",
      { ...nothing, mutants: [withRun(first, call("A", 5), { kind: "money" }, asked)] },
      `the shop survives ${first}, and then makes no call sale#2 (its calls: sale, query). --only "${first}+*" without --prove-fix tries second faults on those that it makes`,
    ],
    [
      "the second call is another order's",
      { ...nothing, mutants: [withRun(both, call("A", 5, { isMutated: true }), call("B", 7, { isMutated: true }))] },
      "its second fault now hits another order",
    ],
  ])("of two faults is not reached if %s, and says so", (_, now, why) => {
    const gone = { verdict: "charged-twice", mutant: both } as const;
    const hit = { isMutated: true };
    const mutants = [withRun(both, call("A", 5, hit), call("A-2", 5, hit))];
    const proof = proofOf({ findings: [gone], practices: [], mutants }, undefined, now as never);
    expect(proofLines(proof, undefined)[0]).toBe(`? not reached  charged-twice ${both}: ${why}`);
  });

  it("of two faults is fixed if both hit the same order as before, under any reference", () => {
    const hit = { isMutated: true };
    const runOf = (a: string, b: string) => withRun(both, call(a, 5, hit), asked, call(b, 5, hit));
    const earlier = {
      findings: [{ verdict: "charged-twice", mutant: both }],
      practices: [],
      mutants: [runOf("A", "B")],
    };
    const now = { ...nothing, mutants: [runOf("A", "A")] };
    expect(proofOf(earlier, undefined, now as never).fixed).toEqual([`charged-twice ${both}`]);
  });

  it("fails a case for each that is not fixed, with the reason", () => {
    const lost = { verdict: "paid-unknown", mutant: both };
    const of = { findings: [finding, other, lost], practices: [] };
    const now = { ...survived, findings: [finding], mutants: [{ id: both, verdict: "notRun" }] };
    const run = { command: ["x"], seed: 1, startedAt: "2026-01-01T00:00:00Z", durationMs: 1 };
    const proof = proofOf(of, undefined, now as never);
    const report = reportOfProof(proof, { ...run, base: undefined, stoppedWith: undefined });
    expect(report.exitCode).toBe(6);
    expect(junitOf(report).match(/failure type="[^"]*" message="[^"]*"/g)).toEqual([
      `failure type="still-there" message="${finding.why}"`,
      `failure type="still-there" message="paid-unknown now: ${finding.why}"`,
      'failure type="not-reached" message="the budget ended before it ran"',
    ]);
  });

  it("of a crash or a race says that milliseconds decide", () => {
    const raced = { verdict: "paid-unknown", mutant: "pay#1/race/with-query" } as const;
    const gone = { ...nothing, mutants: [{ id: raced.mutant, verdict: "survived" }] };
    expect(
      proofLines(proofOf({ findings: [raced], practices: [] }, undefined, gone as never), undefined).at(-1),
    ).toContain("In crashes and races milliseconds decide: those did not occur here in 5 runs.");
  });
});
