import { describe, expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { sellHosted } from "../../support/hosted-shop.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";

type Shop = Parameters<typeof judge>[0];

/** Sells for each amount. If an answer is lost, it reads the amount from a query and cuts its cents off. */
async function cutting(lane: SandboxLane, { amounts }: { readonly amounts: readonly number[] }): Promise<Beliefs> {
  const beliefs: Beliefs = {};
  for (const [i, amount] of amounts.entries()) {
    const merchantReference = `A-${i}`;
    const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: amount } }];
    const sale = { userId: "user1", tokenId: 351, merchantReference, amount, lineItems };
    const sold = await callOf(lane, "tokenization/sale", sale);
    const order = sold?.order
      ? { amount }
      : (await callOf(lane, "hosted-checkout/query", { merchantReference }))?.order;
    const paid = sold?.order ? amount : Math.trunc((order?.amount ?? 0) * 100) / 100;
    beliefs[merchantReference] = { paid, cart: merchantReference };
  }
  return beliefs;
}

it("a function that sells for the amounts of its second argument is tried with others", async () => {
  const { findings, notTried } = await judge(cutting, { only: "sale#1/amounts/*", depth: 1 });
  expect(findings.map(({ verdict, mutant }) => `${verdict} ${mutant}`)).toContain(
    "amount-differs sale#1/amounts/thirds-lost",
  );
  expect(notTried.join("\n")).not.toContain("Other amounts");
});

it("a function that sells for its own is not, and the report says so", async () => {
  const { notTried } = await judge(rightSale, { only: "sale#1/decline/lost-card" });
  expect(notTried).toContain(
    "Other amounts: nothing was sold for those in PAYMENT_SANDBOX_AMOUNTS (of a function: `amounts` in its second argument).",
  );
});

it("a refund that somebody made in the back office is no call of a recovery", async () => {
  const asking = async (lane: SandboxLane): Promise<Beliefs> => {
    await saleAt(lane, "A-1");
    const { order } = (await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" })) ?? {};
    return { "A-1": order ? { paid: order.amount, refunded: order.amount - order.netAmount } : { paid: null } };
  };
  const { notTried, counts } = await judge(asking, { only: "query#1/state/refunded-by-hand" });
  expect(counts.run).toBe(1);
  expect(notTried.join("\n")).not.toMatch(/No second fault|A refund made by hand/);
});

it("a shop that never asks about a paid order can't learn of a refund by hand, and the report says so", async () => {
  const { notTried } = await judge(rightSale, { only: "sale#1/decline/lost-card" });
  expect(notTried).toContainEqual(expect.stringMatching(/^A refund made by hand .* queries no paid order/));
});

it("a first fault whose finding does not repeat gets no second fault, and the report says so", async () => {
  let cuts = 0;
  const forgetful = async (lane: SandboxLane): Promise<Beliefs> => {
    const sold = await saleAt(lane, "A-1");
    if (sold?.order) return { "A-1": { paid: sold.order.amount } };
    await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
    return cuts++ === 0 ? {} : { "A-1": { paid: 20 } };
  };
  const { notTried, counts } = await judge(forgetful, { only: "sale#1/after-commit/connection-reset*" });
  expect(counts.unstable).toBe(1);
  expect(notTried).toContain(
    "1 mutant without a second fault, since a finding after the first did not repeat: sale#1/after-commit/connection-reset.",
  );
});

describe("of two orders with the same amount, nobody pays the first", () => {
  it("so a shop that books notifications by their amount is found", async () => {
    const run: Shop = (lane, { amounts }) => sellHosted(lane, "books-by-amount", 1, amounts);
    const { findings, practices, notTried, dryRun } = await judge(run, { only: "pay#1/amounts/twins" });
    expect(dryRun.problems).toEqual([]);
    expect(findings.map(({ verdict, references }) => [verdict, references])).toContainEqual(["paid-unpaid", ["H-1"]]);
    expect(practices.map(({ id }) => id)).toEqual(["booked-by-amount"]);
    expect(notTried.join("\n")).not.toContain("same amount");
  });

  it("and a right shop is not accused", async () => {
    const run: Shop = (lane, { amounts }) => sellHosted(lane, undefined, 1, amounts);
    const { mutants } = await judge(run, { only: "pay#1/amounts/twins" });
    expect(mutants.map(({ id, verdict }) => [id, verdict])).toContainEqual(["pay#1/amounts/twins", "survived"]);
  });

  it.each<[string, readonly number[] | undefined, string | undefined]>([
    ["if that run was not tried", undefined, "--only '*/amounts/twins' makes two."],
    ["if the shop never sells for one amount twice", [20, 30], "Sell two for the same amount"],
    ["not if the shop sells for one amount twice", [20, 20], undefined],
  ])("what was not tried says so %s", async (_, own, expected) => {
    const run: Shop = (lane, { amounts }) => sellHosted(lane, undefined, 1, own ?? amounts);
    const { notTried } = await judge(run, { only: "pay#1/notice/doubled" });
    const [line] = notTried.filter((one) => one.startsWith("Two orders with the same amount"));
    if (expected === undefined) expect(line).toBeUndefined();
    else expect(line).toContain(expected);
  });
});
