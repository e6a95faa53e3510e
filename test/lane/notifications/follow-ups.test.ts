import { describe, expect, it } from "vitest";
import { type AttemptedNotification, FollowUps, replays } from "../../../src/lane/notifications/follow-ups.js";
import type { OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { NOW } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

/** What the outbox holds, newest first, and what is put back into it. */
function world(held: readonly Partial<OutboxEntry>[] = []) {
  const requeued: unknown[][] = [];
  const asked: unknown[] = [];
  const followUps = new FollowUps({
    store: {
      requeue: async (...one) => requeued.push(one) > 0,
      views: {
        notifications: async (filter) => {
          asked.push(filter);
          return held
            .map((over) => ({ ...outboxEntry({ state: "acknowledged", ...over }), attempts: [] }))
            .filter(({ id }) => filter.id === undefined || id === filter.id);
        },
      },
    },
  });
  return { followUps, requeued, asked };
}
const tried = (over: Partial<AttemptedNotification> = {}): AttemptedNotification => ({
  id: 50,
  orderId: 5,
  attemptCount: 0,
  effects: {},
  ...over,
});
const swap = { swap: true };
const swapped = (id: number, orderId: number) => outboxEntry({ id, orderId, effects: swap });
const due = (id: number) => ({ id, state: "due" }) as const;

describe("what waits to leave behind another", () => {
  it("leaves behind the next one of another order, once", async () => {
    const { followUps, requeued } = world([due(1), due(2), due(3), due(4)]);
    followUps.frozen([swapped(1, 5), swapped(2, 6), outboxEntry({ id: 3, orderId: 6 }), swapped(4, 5)]);
    expect(await followUps.after(tried({ orderId: 6, id: 9 }), NOW)).toEqual([1, 4]);
    expect(requeued).toEqual([
      [1, { state: "due", dueAt: NOW }],
      [4, { state: "due", dueAt: NOW }],
    ]);
    expect(await followUps.after(tried({ orderId: 6, id: 9 }), NOW)).toEqual([]);
    expect(await followUps.after(tried({ orderId: 5, id: 9 }), NOW)).toEqual([2]);
  });

  it("does not wait any more where it had its attempt itself", async () => {
    const { followUps, requeued } = world([due(1)]);
    followUps.frozen([swapped(1, 5)]);
    expect(await followUps.after(tried({ id: 1, orderId: 5 }), NOW)).toEqual([]);
    expect(await followUps.after(tried({ id: 9, orderId: 6 }), NOW)).toEqual([]);
    expect(requeued).toEqual([]);
  });

  it("does not leave behind one that was frozen before it", async () => {
    const { followUps } = world([due(9)]);
    followUps.frozen([swapped(9, 5)]);
    expect(await followUps.after(tried({ id: 8, orderId: 6 }), NOW)).toEqual([]);
    expect(await followUps.after(tried({ id: 10, orderId: 6 }), NOW)).toEqual([9]);
  });

  it("does not leave where it was held or sent by hand meanwhile, and does not wait any more", async () => {
    const { followUps, requeued } = world([{ id: 1, state: "held" }]);
    followUps.frozen([swapped(1, 5), swapped(2, 5)]);
    for (let n = 0; n < 2; n++) expect(await followUps.after(tried({ id: 9, orderId: 6 }), NOW)).toEqual([]);
    expect(requeued).toEqual([]);
  });

  it("is nothing that was held or dropped from the beginning", async () => {
    const { followUps } = world([due(1), due(2)]);
    followUps.frozen([
      outboxEntry({ id: 1, effects: swap, state: "held" }),
      outboxEntry({ id: 2, effects: swap, state: "dropped" }),
    ]);
    expect(await followUps.after(tried({ id: 9, orderId: 6 }), NOW)).toEqual([]);
  });

  it("leaves behind one of two that come at once", async () => {
    const { followUps } = world([due(1)]);
    followUps.frozen([swapped(1, 5)]);
    const both = [6, 7].map((orderId) => followUps.after(tried({ id: 9, orderId }), NOW));
    expect((await Promise.all(both)).flat()).toEqual([1]);
  });
});

describe("an earlier order's notice that is sent again", () => {
  const replay = { effects: { replay: true } };

  it("is the last one that was acknowledged and is no forgery", async () => {
    const { followUps, requeued, asked } = world([
      { id: 51, orderId: 1 },
      { id: 50, orderId: 1 },
      { id: 49, orderId: 5 },
      { id: 48, orderId: undefined, kind: "token" },
      { id: 47, orderId: 1, state: "gave-up" },
      { id: 46, orderId: 1, effects: { forge: "amount" } },
      { id: 45, orderId: 2 },
      { id: 44, orderId: 3 },
    ]);
    expect(await followUps.after(tried(replay), NOW)).toEqual([45]);
    expect(requeued).toEqual([[45, { state: "due", dueAt: NOW }]]);
    expect(asked).toEqual([{ limit: 100 }]);
  });

  it("comes behind those that waited", async () => {
    const { followUps } = world([{ id: 45, orderId: 2 }, due(1)]);
    followUps.frozen([swapped(1, 7)]);
    expect(await followUps.after(tried(replay), NOW)).toEqual([1, 45]);
  });

  it.each<[string, Partial<AttemptedNotification>, readonly Partial<OutboxEntry>[]]>([
    ["no rule wants it", {}, [{ id: 45, orderId: 2 }]],
    ["it was no first attempt", { ...replay, attemptCount: 1 }, [{ id: 45, orderId: 2 }]],
    ["there is none", replay, []],
  ])("is none where %s", async (_, over, held) => {
    const { followUps, requeued } = world(held);
    expect([await followUps.after(tried(over), NOW), requeued]).toEqual([[], []]);
  });

  it("is wanted behind a first attempt alone", () => {
    expect([tried(), tried(replay), tried({ ...replay, attemptCount: 1 })].map(replays)).toEqual([false, true, false]);
  });
});
