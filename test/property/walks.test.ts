import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lane } from "../../src/app/lane.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import { requests } from "../support/client.js";
import { testLanes } from "../support/lanes.js";
import { testStore } from "../support/postgres.js";
import { FROZEN_AT, startTestSandbox, testFolder } from "../support/sandbox.js";
import { allExchanges } from "../support/stores.js";
import { codeOf, foretold } from "./foretold.js";
import { Model } from "./model.js";
import { walk } from "./steps.js";
import { compare, take } from "./walker.js";

/** RUNS=1000 walks longer by hand. */
const numRuns = Number(process.env.RUNS ?? 40);

async function frozen(lane: Promise<Lane>): Promise<Lane> {
  const ready = await lane;
  await ready.clock.freeze(FROZEN_AT);
  return ready;
}

/** Where lanes are kept: what a restart finds again. RUNS is for the files; the others are slower, or shorter. Two nodes walk in test/store/postgres. */
const stores = {
  "sqlite-memory": { runs: Math.ceil(numRuns / 8), outlives: false },
  "sqlite-file": { runs: numRuns, outlives: true },
  postgres: { runs: Math.ceil(numRuns / 10), outlives: true },
} as const;

const walks = (Object.keys(stores) as (keyof typeof stores)[]).flatMap((kind) => [
  { kind, choice: "refuse", runs: stores[kind].runs },
  { kind, choice: "replace-open", runs: Math.ceil(stores[kind].runs / 4) },
]);

describe("random walks", () => {
  it.each(walks)(
    "say and leave what the model says, over restarts too ($kind, duplicate-reference: $choice)",
    async ({ kind, choice, runs }) => {
      const policy = { ...defaultPolicy, "duplicate-reference": choice as "refuse" };
      const store = kind === "postgres" ? await testStore() : undefined;
      let n = 0;
      await fc.assert(
        fc.asyncProperty(walk(40), async (steps) => {
          using folder = testFolder();
          const name = `walk-${++n}`;
          const where = { "sqlite-memory": {}, "sqlite-file": { dataDir: folder.path }, postgres: { store } }[kind];
          let lanes = await testLanes({ ...where, policy });
          let lane = await frozen(lanes.ready(name));
          const model = new Model(FROZEN_AT, { replacesOpen: choice === "replace-open" });
          try {
            for (const step of steps) {
              expect([step, codeOf(await take(lane, step))]).toEqual([step, foretold(model, step)]);
              if (step.kind !== "restart" || !stores[kind].outlives) continue;
              await lanes.close();
              lanes = await testLanes({ ...where, policy });
              lane = await lanes.ready(name);
              expect(await lane.clock.now()).toBe(model.now);
            }
            await compare(lane, model);
          } finally {
            await lanes.close();
          }
        }),
        { numRuns: runs, interruptAfterTimeLimit: 45_000 },
      );
    },
  );

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

  it("refunds of one order end as one success", async () => {
    await using sandbox = await startTestSandbox();
    const { client, lane } = await sandbox.lane();
    const { body } = await client("tokenization/sale", requests.sale());
    const refund = { merchantId: 3, orderId: body.order.id, amount: 1 };
    const answers = await Promise.all(Array.from({ length: 30 }, () => client("hosted-checkout/refund", refund)));
    expect(codes(answers)).toEqual({ "0000": 1, "2004": 29 });
    expect((await lane.store.views.balances(3)).HKD).toBe(4900);
  });

  it("sales of one reference end as one order", async () => {
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
