import { expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { planLines } from "../../../src/tools/judge/reports/plan.js";
import { judgedShop } from "../../support/judged-shop.js";
import { callOf, saleAt } from "../../support/sale-shop.js";

const QUICK = { depth: 1, jobs: 2 } as const;
const AMOUNT = 20;
const created = (lane: SandboxLane, merchantReference: string) =>
  callOf(lane, "hosted-checkout/create", {
    ...{ userId: "user1", merchantReference, amount: AMOUNT, currency: "HKD" },
    lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: AMOUNT } }],
  });

/** Repeats a lost refund without a query, which is wrong. */
async function refundedBlindly(lane: SandboxLane, merchantReference: string): Promise<number> {
  const refund = () => callOf(lane, "hosted-checkout/refund", { merchantReference, amount: 5 });
  return ((await refund()) ?? (await refund()))?.responseCode === "0000" ? 5 : 0;
}

/** Its test forgets to pay on the page, so that the refund of A-2 is refused. */
async function neverPaid(lane: SandboxLane): Promise<Beliefs> {
  const sold = await saleAt(lane, "A-1");
  await created(lane, "A-2");
  const refunded = await refundedBlindly(lane, "A-2");
  return { "A-1": { paid: sold?.responseCode === "0000" ? AMOUNT : null }, "A-2": { paid: 0, refunded } };
}

it.each(["after-commit", "before-commit", "lost"])(
  "%s mutants of a call that was refused without them prove nothing",
  async (family) => {
    const report = await judge(neverPaid, { ...QUICK, only: `refund#1/${family}/c*` });
    expect([report.mutants, report.findings, report.exitCode]).toEqual([[], [], 4]);
    expect(new Set(Object.values(report.inconclusive))).toEqual(new Set(["not-applied"]));
    expect(report.notes[0]).toMatch(
      /^refund#1 was refused in the first run, so \d+ mutants? of it proves? nothing: req-3 hosted-checkout\/refund was answered 2007 refund not allowed: .* is OPEN\. Let your test make a call that succeeds$/,
    );
    expect(report.unproven).toEqual([
      "no mutant applied, so nothing is proven: the service refused the call in the first run, too",
    ]);
  },
);

it("the plan, and the head of a run, say which calls were refused and how much that leaves open", async () => {
  const options = { needed: ["refund#1/before-commit/c*"], depth: 1 } as const;
  const told = /^refund#1 was refused in the first run, so \d+ mutants? of it proves? nothing: req-3 /;
  const heads: string[] = [];
  const progress = { note: (text: string) => void heads.push(text) };
  const plan = await judgedShop(neverPaid, { ...options, plan: true, progress });
  expect(planLines(plan, 1)[1]).toMatch(new RegExp(told.source.replace("^", "^note: ")));
  expect(heads).toEqual([]);
  const { notes } = await judgedShop(neverPaid, { ...options, progress });
  expect(heads).toEqual([expect.stringMatching(told)]);
  expect(notes[0]).toBe(heads[0]);
});

/** Its sales lack what the service requires, so that no rule is asked. */
async function refusedSales(lane: SandboxLane): Promise<Beliefs> {
  const sold = await saleAt(lane, "A-1");
  for (const merchantReference of ["A-2", "A-3"])
    await callOf(lane, "tokenization/recurring", { userId: "user1", tokenId: 351, merchantReference, amount: AMOUNT });
  await callOf(lane, "hosted-checkout/refund", { merchantReference: "A-1", amount: "much" });
  return { "A-1": { paid: sold?.responseCode === "0000" ? AMOUNT : 0 } };
}

it("calls that no rule could change are told in the notes, the text and what was not tried", async () => {
  const { exitCode, notes, notTried, text } = await judge(refusedSales, { ...QUICK, only: "sale#1/decline/lost-card" });
  const told = [
    "2 calls of tokenization/recurring were refused in the first run, so no mutant tried them: req-2 tokenization/recurring was answered 1001 invalid parameter: reason: required. Let your test make a call that succeeds",
    expect.stringMatching(
      /^hosted-checkout\/refund was refused in the first run, so no mutant tried it: req-4 .* 1001 /,
    ),
  ];
  expect([exitCode, notes.slice(0, 2)]).toEqual([0, told]);
  expect(notTried).toContain("No refund: the dry run carries none out.");
  expect(text).toContain(notes[0]);
  expect(text).toContain("\nnot tried:\n  ");
  expect(text).toContain("\n  No refund: the dry run carries none out.\n");
  expect(text).not.toContain("Chargebacks");
});

/** Opens a page for a cart. After a lost answer it opens another, under a new reference. */
const opensAnother =
  (asks: boolean) =>
  async (lane: SandboxLane): Promise<Beliefs> => {
    if (await created(lane, "A-1")) return {};
    if (asks) await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
    await created(lane, "A-1b");
    return {};
  };

it.each([
  ["never asks about", false, 1],
  ["queries", true, 0],
])("a note tells of an order whose create's answer was lost if the shop %s it", async (_, asks, notes) => {
  const report = await judge(opensAnother(asks), { ...QUICK, only: "create#1/after-commit/c*" });
  expect(report.findings).toEqual([]);
  expect(report.notes.filter((note) => note.startsWith("create#1: after its answer was lost"))).toHaveLength(notes);
});
