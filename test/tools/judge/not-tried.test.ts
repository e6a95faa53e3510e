import { expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";

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
  expect(notTried.join("\n")).not.toContain("No second fault");
});
