import { describe, expect, it } from "vitest";
import { later, parseInstant } from "../../../src/core/domain/money.js";
import { statusOf } from "../../../src/core/domain/order.js";
import { checkInvariants } from "../../../src/lane/invariants.js";
import type { Lane } from "../../../src/lane/lane.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { nextMidnight, settle } from "../../../src/lane/time/settlement.js";
import { call } from "../../property/walker.js";
import { requests } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { FROZEN_AT } from "../../support/sandbox.js";

const MANY = 1203;
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
      (await lane.store.views.orders({ limit: 10_000 })).every(({ closedAt }) => closedAt === FROZEN_AT + 1_000_000),
    ).toBe(true);
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

  it("is off unless it is wanted", async () => {
    await using lanes = await testLanes();
    const lane = await lanes.ready("off");
    await lane.clock.freeze(FROZEN_AT);
    await call(lane, "tokenization/sale", requests.sale());
    await moveClock(lane, { action: "advance", byMs: 5 * 86_400_000 });
    expect(await statuses(lane)).toEqual({ SUCCESS: 1 });
  });

  it("comes at 00:00 Hong Kong", async () => {
    await using lanes = await testLanes({ dailySettlement: true });
    const lane = await lanes.ready("daily");
    await lane.clock.freeze(FROZEN_AT);
    const midnight = parseInstant("2026-01-06T00:00:00+08:00");
    expect(nextMidnight(FROZEN_AT)).toBe(midnight);
    await call(lane, "tokenization/sale", requests.sale());
    await moveClock(lane, { action: "set", at: later(midnight, -1) });
    expect(await statuses(lane)).toEqual({ SUCCESS: 1 });
    const happened = await moveClock(lane, { action: "advance", byMs: 1 });
    expect(happened).toEqual([{ kind: "settlement", at: midnight, settled: 1 }]);
    expect((await lane.store.views.orders({}))[0]?.settledAt).toBe(midnight);
  });
});
