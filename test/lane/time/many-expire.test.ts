import { expect, it } from "vitest";
import { instant } from "../../../src/core/domain/money.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { append, type Happened } from "../../../src/lane/time/pulse.js";
import { laneParts, order, ScriptedNotifier } from "../../support/lane-parts.js";
import { commit } from "../../support/stores.js";

/** More than two commits of expiries. */
const ORDERS = 1_200;

it("a move of the clock past the end of many orders tells of each", async () => {
  const lane = laneParts(new ScriptedNotifier());
  await lane.clock.freeze();
  const { order: first } = await order(lane, { paid: false });
  const orders = Array.from({ length: ORDERS }, (_, n) => {
    const id = first.id + 1 + n;
    return { before: undefined, after: { ...first, id, reference: `M-${id}`, session: `session-${id}` } };
  });
  await commit(lane.store, { orders });
  const happened = await moveClock(lane, { action: "advance", byMs: 2_000_000 });
  expect([happened.length, new Set(happened.map(({ kind }) => kind))]).toEqual([ORDERS + 1, new Set(["expiry"])]);
});

it("what happened may be more than a call of a function takes as arguments", () => {
  const one: Happened = { kind: "expiry", at: instant(0), orderId: 1, merchantReference: "A-1" };
  const all = [one];
  append(all, new Array<Happened>(140_000).fill(one));
  expect(all).toHaveLength(140_001);
});
