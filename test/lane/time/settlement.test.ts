import { describe, expect, it } from "vitest";
import { later } from "../../../src/core/domain/money.js";
import { statusOf } from "../../../src/core/domain/order.js";
import { checkInvariants } from "../../../src/lane/invariants.js";
import type { Lane } from "../../../src/lane/lane.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { nextMidnight, settle } from "../../../src/lane/time/settlement.js";
import { call } from "../../property/walker.js";
import { requests } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { FROZEN_AT } from "../../support/sandbox.js";

/** More than one commit. */
const MANY = 501;
const statuses = async ({ store, clock }: Lane) => {
  const now = await clock.now();
  const all = (await store.views.orders({ limit: 10_000 })).map((order) => statusOf(order, now));
  return Object.fromEntries(
    [...new Set(all)].sort().map((status) => [status, all.filter((one) => one === status).length]),
  );
};

describe("many orders", () => {
  it("are settled in commits of 500, all of them, once", async () => {
    await using lanes = await testLanes();
    const lane = await lanes.ready("many");
    await lane.clock.freeze(FROZEN_AT);
    for (let n = 0; n < MANY; n++) await call(lane, "tokenization/sale", requests.sale());
    await call(lane, "tokenization/sale", requests.sale({ merchantId: 4 }));
    expect(await settle(lane, 3)).toBe(MANY);
    expect(await settle(lane, 3)).toBe(0);
    expect(await statuses(lane)).toEqual({ SETTLED: MANY, SUCCESS: 1 });
    expect([(await lane.store.views.balances(3)).HKD, (await lane.store.views.balances(4)).HKD]).toEqual([0, 5000]);
    expect(await settle(lane)).toBe(1);
    expect((await checkInvariants(lane)).broken).toEqual([]);
  });

  it("that expire at once are all recorded, at their own instants", async () => {
    await using lanes = await testLanes();
    const lane = await lanes.ready("many");
    await lane.clock.freeze(FROZEN_AT);
    for (let n = 0; n < MANY; n++) await call(lane, "hosted-checkout/create", requests.create());
    const happened = await moveClock(lane, { action: "advance", byMs: 2_000_000 });
    expect(happened).toHaveLength(MANY);
    expect(new Set(happened.map(({ at }) => at))).toEqual(new Set([FROZEN_AT + 1_000_000]));
    expect(
      new Set(
        (await lane.store.views.orders({ limit: 10_000 })).flatMap(({ closedAt, updatedAt }) => [closedAt, updatedAt]),
      ),
    ).toEqual(new Set([FROZEN_AT + 1_000_000]));
    expect(await statuses(lane)).toEqual({ CLOSED: MANY });
  });
});

describe("daily settlement", () => {
  it("leaves what was paid at midnight or later to the next day, so that no order is updated before it was made", async () => {
    await using lanes = await testLanes();
    const lane = await lanes.ready("late");
    const midnight = nextMidnight(FROZEN_AT);
    for (const at of [later(midnight, -1), midnight, later(midnight, 40)]) {
      await lane.clock.freeze(at);
      await call(lane, "tokenization/sale", requests.sale());
    }
    expect(await settle(lane, undefined, midnight)).toBe(1);
    const all = await lane.store.views.orders({});
    expect(all.map(({ settledAt }) => settledAt)).toEqual([undefined, undefined, midnight]);
    expect(all.every(({ createdAt, updatedAt }) => createdAt <= updatedAt)).toBe(true);
    expect(await settle(lane)).toBe(2);
  });
});
