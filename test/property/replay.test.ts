import fc from "fast-check";
import { expect, it } from "vitest";
import type { Lane } from "../../src/lane/lane.js";
import type { Exchange } from "../../src/lane/ports/exchange.js";
import { payOrder, settleOrder } from "../../src/lane/shopper/checkout.js";
import { moveClock } from "../../src/lane/time/clock-moves.js";
import { settle } from "../../src/lane/time/settlement.js";
import { testLanes } from "../support/lanes.js";
import { FROZEN_AT } from "../support/sandbox.js";
import { allExchanges } from "../support/stores.js";
import { walk } from "./steps.js";
import { call, take } from "./walker.js";

/** Does again what an exchange tells, from its own text alone. */
async function replay(lane: Lane, { at, operation, request }: Exchange): Promise<void> {
  if (at !== (await lane.clock.now())) await moveClock(lane, { action: "set", at });
  const { orderId, method, ...params } = JSON.parse(request);
  const key = { merchantId: 3, orderId };
  if (operation === "checkout/pay") (await payOrder(lane, key, { method })).release?.();
  else if (operation === "checkout/settle") await settleOrder(lane, key);
  else if (operation === "settlement") await settle(lane, params.merchantId);
  else await call(lane, operation, { ...params, ...(orderId !== undefined && { orderId }) });
}

/** All that a lane holds of money. */
const stateOf = async ({ store: { views } }: Lane) => ({
  orders: await views.orders({ limit: 1000 }),
  ledger: await views.ledger({}),
  balances: await views.balances(3),
  journal: (await allExchanges(views)).map(({ response, responseCode }) => [
    responseCode,
    response.replace(/\/lane\/\w+/, ""),
  ]),
});

it("replaying a journal into a fresh lane gives the same state", async () => {
  await fc.assert(
    fc.asyncProperty(walk(30), async (steps) => {
      await using lanes = await testLanes();
      const [first, second] = [await lanes.ready("first"), await lanes.ready("second")];
      for (const lane of [first, second]) await lane.clock.freeze(FROZEN_AT);
      for (const step of steps) {
        // The journal tells of calls: an order that expired between two of them, on a clock that was set back, it does not know.
        if (step.kind === "back") continue;
        await take(first, step);
      }
      for (const exchange of await allExchanges(first.store.views)) await replay(second, exchange);
      await moveClock(second, { action: "set", at: await first.clock.now() });
      expect(await stateOf(second)).toEqual(await stateOf(first));
    }),
    { numRuns: Number(process.env.RUNS ?? 25), interruptAfterTimeLimit: 30_000 },
  );
});
