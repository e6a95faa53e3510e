import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lane } from "../../src/lane/lane.js";
import { requests } from "../support/client.js";
import { testLanes } from "../support/lanes.js";
import { startTestSandbox } from "../support/sandbox.js";
import { allExchanges } from "../support/stores.js";
import { walk } from "./steps.js";
import { take } from "./walker.js";
import { expectAsTheModel, frozen, numRuns } from "./walks.js";

// PostgreSQL and two nodes walk in test/lane/store/postgres.
describe("random walks answer and leave what the model says", () => {
  it.each([
    ["refuse", Math.ceil(numRuns / 8)],
    ["replace-open", Math.ceil(numRuns / 32)],
  ] as const)("in memory (duplicate-reference: %s)", (choice, runs) =>
    expectAsTheModel({ choice, runs, outlives: false, where: () => ({}) }),
  );

  it.each([
    ["refuse", numRuns],
    ["replace-open", Math.ceil(numRuns / 4)],
  ] as const)("on file, over restarts too (duplicate-reference: %s)", (choice, runs) =>
    expectAsTheModel({ choice, runs, outlives: true, where: (dataDir) => ({ dataDir }) }),
  );
});

describe("random walks", () => {
  it("give the same bytes in two lanes of one seed", async () => {
    await fc.assert(
      fc.asyncProperty(walk(30), async (steps) => {
        await using lanes = await testLanes();
        const [a, b] = [await frozen(lanes.ready("a")), await frozen(lanes.ready("b"))];
        for (const step of steps) {
          const [said, saidToo] = [await take(a, step), await take(b, step)];
          expect(saidToo.replaceAll("/lane/b/", "/lane/a/")).toBe(said);
        }
        const journal = async (lane: Lane) =>
          (await allExchanges(lane.store.views)).map((e) => JSON.stringify(e).replaceAll("/lane/b/", "/lane/a/"));
        expect(await journal(b)).toEqual(await journal(a));
        expect(await b.store.views.ledger({})).toEqual(await a.store.views.ledger({}));
      }),
      { numRuns: Math.ceil(numRuns / 2), interruptAfterTimeLimit: 30_000 },
    );
  });

  it("give other ids in lanes of another seed", async () => {
    await using lanes = await testLanes();
    const ids = await Promise.all(
      [1, 2].map(async (seed) => {
        const lane = await frozen(lanes.create(`seed-${seed}`, seed));
        return JSON.parse(
          await take(lane, { kind: "create", reference: "A", amount: 1, currency: "HKD", recurring: false }),
        ).order.id;
      }),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe("thirty at once, over HTTP", () => {
  const codes = (answers: readonly { body: { responseCode: string } }[]) => {
    const all = answers.map(({ body }) => body.responseCode);
    return Object.fromEntries([...new Set(all)].map((code) => [code, all.filter((one) => one === code).length]));
  };

  it("refunds of one order end as one success", {
    tags: [
      "spec:3/an-order-can-be-refunded",
      "spec:3/success-refunded-by-hosted-checkout-refund-if-order-not-refunded-before-one-refund-per-order",
      "spec:8/refunds-per-order",
    ],
  }, async () => {
    await using sandbox = await startTestSandbox();
    const { client, lane } = await sandbox.lane();
    const { body } = await client("tokenization/sale", requests.sale());
    const refund = { merchantId: 3, orderId: body.order.id, amount: 1 };
    const answers = await Promise.all(Array.from({ length: 30 }, () => client("hosted-checkout/refund", refund)));
    expect(codes(answers)).toEqual({ "0000": 1, "2004": 29 });
    expect((await lane.store.views.balances(3)).HKD).toBe(4900);
  });

  it("sales of one reference end as one order", {
    tags: ["spec:4/a-reference-merchantreference-is-unique"],
  }, async () => {
    await using sandbox = await startTestSandbox();
    const { client, lane } = await sandbox.lane();
    const sale = requests.sale();
    const answers = await Promise.all(Array.from({ length: 30 }, () => client("tokenization/sale", sale)));
    expect(codes(answers)).toEqual({ "0000": 1, "2002": 29 });
    expect(await lane.store.views.orders({})).toHaveLength(1);
    expect((await lane.store.views.balances(3)).HKD).toBe(5000);
  });

  it("refunds and voids of one order end as one of them", async () => {
    await using sandbox = await startTestSandbox();
    const { client, lane } = await sandbox.lane();
    const { body } = await client("tokenization/sale", requests.sale());
    const key = { merchantId: 3, orderId: body.order.id };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 2 ? client("direct/void", key) : client("hosted-checkout/refund", { ...key, amount: 50 }),
      ),
    );
    expect(codes(answers)["0000"]).toBe(1);
    expect((await lane.store.views.balances(3)).HKD).toBe(0);
  });
});
