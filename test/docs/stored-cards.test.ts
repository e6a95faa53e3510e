import { describe, expect, it } from "vitest";
import { afterCharge, afterLostAnswer } from "../../build/docs/stored-cards.js";
import { allCodes, isDeclineName } from "../../src/core/facts/codes.js";
import { startTestSandbox, type TestSandbox } from "../support/sandbox.js";

/** Charges the demo merchant's stored card on a lane of the test's own. */
async function till(sandbox: TestSandbox) {
  const { url, client } = await sandbox.lane();
  const control = async (path: string, body: unknown) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${url}/_sandbox${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
  };
  const codeOf = async (path: string, params: object) => (await client(path, { merchantId: 3, ...params })).body;
  const charge = (operation: string) => async (merchantReference: string) => {
    const card = { userId: "user1", tokenId: 351, merchantReference, amount: 30 };
    const lineItems = [{ quantity: 1, priceData: { unitAmount: 30, name: "Box" } }];
    const more = operation.endsWith("sale") ? { lineItems } : { reason: "membership" };
    return (await codeOf(operation, { ...card, ...more }))?.responseCode as string;
  };
  const query = (merchantReference: string) => codeOf("hosted-checkout/query", { merchantReference });
  return { control, charge, query };
}

/** What the next charge answers under the same reference. */
const again = { same: "0000", new: "2002", taken: "2002" } as const;

const operations = ["tokenization/sale", "tokenization/recurring"] as const;

describe("the table of what to do after a charge of a stored card", () => {
  const rows = afterCharge.flatMap(({ after, reference }) =>
    after.flatMap((name) => operations.map((operation) => [operation, name, reference] as const)),
  );
  it.each(rows)("%s answers %s: the reference of the next charge is %s", async (operation, name, reference) => {
    await using sandbox = await startTestSandbox();
    const { control, charge, query } = await till(sandbox);
    const chargeCard = charge(operation);
    if (reference === "taken") await chargeCard("A-1");
    else await control("/next", { outcome: name });
    expect(await chargeCard("A-1")).toBe(allCodes[name].code);
    const { responseCode, order } = await query("A-1");
    expect(order?.status ?? responseCode).toBe({ same: "2001", new: "OPEN", taken: "SUCCESS" }[reference]);
    expect([await chargeCard("A-1"), await chargeCard("A-2")]).toEqual([again[reference], "0000"]);
  });

  const lost = {
    "2001": { fault: "connection-reset", placed: "before-commit" },
    OPEN: { outcome: "insufficient-funds", fault: "connection-reset", placed: "after-commit" },
    SUCCESS: { fault: "connection-reset", placed: "after-commit" },
  } as const;
  it.each(afterLostAnswer)("after a lost answer, and a query that says $query: $reference", async (row) => {
    await using sandbox = await startTestSandbox();
    const { control, charge, query } = await till(sandbox);
    const chargeCard = charge("tokenization/sale");
    await control("/next", lost[row.query]);
    await expect(chargeCard("A-1")).rejects.toThrow();
    const { responseCode, order } = await query("A-1");
    expect([order?.status ?? responseCode, await chargeCard("A-1")]).toEqual([row.query, again[row.reference]]);
  });

  it("has each decline once", () => {
    const named = afterCharge.flatMap(({ after }) => after).filter(isDeclineName);
    expect(named.toSorted()).toEqual(Object.keys(allCodes).filter(isDeclineName).toSorted());
  });
});
