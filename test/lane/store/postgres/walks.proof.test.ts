import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import type { Lane } from "../../../../src/lane/lane.js";
import { codeOf, foretold } from "../../../property/foretold.js";
import { Model } from "../../../property/model.js";
import { walk } from "../../../property/steps.js";
import { compare, take } from "../../../property/walker.js";
import { expectAsTheModel } from "../../../property/walks.js";
import { plainExchange } from "../../../support/exchange.js";
import { testLanes } from "../../../support/lanes.js";
import { testStore } from "../../../support/postgres.js";
import { casesFor } from "../../../support/proof.js";
import { FROZEN_AT } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

/** RUNS=1000 walks longer by hand. */
const numRuns = Number(process.env.RUNS ?? 5);

it.each(
  casesFor([
    ["refuse", numRuns],
    ["replace-open", Math.ceil(numRuns / 4)],
  ] as const),
)(
  "random walks say and leave what the model says, over restarts too (duplicate-reference: %s)",
  async (choice, runs) => {
    const store = await testStore();
    await expectAsTheModel({ choice, runs, outlives: true, where: () => ({ store }) });
  },
);

it.each(casesFor(["refuse", "replace-open"] as const))(
  "random walks over two nodes say and leave what the model says (duplicate-reference: %s)",
  async (choice) => {
    const policy = { ...defaultPolicy, "duplicate-reference": choice };
    const store = await testStore();
    let n = 0;
    await fc.assert(
      fc.asyncProperty(walk(30), fc.infiniteStream(fc.boolean()), async (steps, draws) => {
        const name = `walk-${++n}`;
        const open = () => testLanes({ store, policy });
        const nodes = [await open(), await open()];
        try {
          const lane = async (): Promise<Lane> => nodes[draws.next().value ? 1 : 0]!.ready(name);
          await (await lane()).clock.freeze(FROZEN_AT);
          const model = new Model(FROZEN_AT, { replacesOpen: choice === "replace-open" });
          for (const step of steps) {
            expect([step, codeOf(await take(await lane(), step))]).toEqual([step, foretold(model, step)]);
            if (step.kind !== "restart") continue;
            await nodes[0]!.close();
            nodes[0] = await open();
          }
          await compare(await lane(), model);
        } finally {
          await Promise.all(nodes.map((node) => node.close()));
        }
      }),
      { numRuns, interruptAfterTimeLimit: 45_000 },
    );
  },
);

it("the same steps give the same bytes on PostgreSQL as in SQLite", async () => {
  const store = await testStore();
  await using inMemory = await testLanes();
  await using inPostgres = await testLanes({ store });
  let n = 0;
  await fc.assert(
    fc.asyncProperty(walk(60), async (steps) => {
      const name = `bytes-${++n}`;
      const lanes = [await inMemory.ready(name), await inPostgres.ready(name)] as const;
      for (const lane of lanes) await lane.clock.freeze(FROZEN_AT);
      for (const step of steps) expect(await take(lanes[1], step)).toBe(await take(lanes[0], step));
      const kept = async ({ store: { views } }: Lane) => ({
        journal: (await allExchanges(views))
          .map(plainExchange)
          .map((one) => JSON.stringify(one, Object.keys(one!).sort())),
        ledger: await views.ledger({}),
        orders: JSON.stringify(await views.orders({ limit: 1000 })),
        notifications: await views.notifications({ limit: 1000 }),
        counts: await views.ruleCounts(),
      });
      expect(await kept(lanes[1])).toEqual(await kept(lanes[0]));
    }),
    { numRuns, interruptAfterTimeLimit: 45_000 },
  );
});
