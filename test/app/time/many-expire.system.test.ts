import { expect, it } from "vitest";
import { moveClock } from "../../../src/app/time/clock-moves.js";
import { laneParts, order, ScriptedNotifier } from "../../support/lane-parts.js";
import { commit } from "../../support/stores.js";

/** More than a call of a function takes as arguments. */
const ORDERS = 140_000;
const A_COMMIT = 10_000;

it("a move of the clock past the end of very many orders tells of each", async () => {
  const lane = laneParts(new ScriptedNotifier());
  await lane.clock.freeze();
  const { order: first } = await order(lane, { paid: false });
  for (let made = 0; made < ORDERS; made += A_COMMIT) {
    const orders = Array.from({ length: A_COMMIT }, (_, n) => {
      const id = first.id + 1 + made + n;
      return { before: undefined, after: { ...first, id, reference: `M-${id}`, session: `session-${id}` } };
    });
    await commit(lane.store, { orders });
  }
  const happened = await moveClock(lane, { action: "advance", byMs: 2_000_000 });
  expect([happened.length, new Set(happened.map(({ kind }) => kind))]).toEqual([ORDERS + 1, new Set(["expiry"])]);
});
