import { describe, expect, it } from "vitest";
import { Companions, type Tried } from "../../../src/app/notifications/companions.js";
import type { OutboxEntry } from "../../../src/app/ports/outbox.js";
import { NOW } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

/** What was sent before, newest first, and what is put back into the outbox. */
function world(earlier: readonly Partial<OutboxEntry>[] = []) {
  const requeued: unknown[][] = [];
  const asked: unknown[] = [];
  const companions = new Companions({
    store: {
      requeue: async (...one) => requeued.push(one) > 0,
      views: {
        notifications: async (filter) => {
          asked.push(filter);
          return earlier.map((over) => ({ ...outboxEntry({ state: "acknowledged", ...over }), attempts: [] }));
        },
      },
    },
  });
  return { companions, requeued, asked };
}
const tried = (over: Partial<Tried> = {}): Tried => ({ id: 50, orderId: 5, attemptCount: 0, effects: {}, ...over });
const swapped = (id: number, orderId: number) => outboxEntry({ id, orderId, effects: { swap: true } });

describe("what waits to leave behind another", () => {
  it("leaves behind the next one of another order, once", async () => {
    const { companions, requeued } = world();
    companions.frozen([swapped(1, 5), swapped(2, 6), outboxEntry({ id: 3, orderId: 6 }), swapped(4, 5)]);
    expect(await companions.behind(tried({ orderId: 6, id: 9 }), NOW)).toEqual([1, 4]);
    expect(requeued).toEqual([
      [1, { state: "due", dueAt: NOW }],
      [4, { state: "due", dueAt: NOW }],
    ]);
    expect(await companions.behind(tried({ orderId: 6, id: 9 }), NOW)).toEqual([]);
    expect(await companions.behind(tried({ orderId: 5, id: 9 }), NOW)).toEqual([2]);
  });

  it("does not wait any more where it had its attempt itself", async () => {
    const { companions, requeued } = world();
    companions.frozen([swapped(1, 5)]);
    expect(await companions.behind(tried({ id: 1, orderId: 5 }), NOW)).toEqual([]);
    expect(await companions.behind(tried({ id: 9, orderId: 6 }), NOW)).toEqual([]);
    expect(requeued).toEqual([]);
  });
});

describe("an earlier order's notice that is sent again", () => {
  const replay = { effects: { replay: true } };

  it("is the last one that was acknowledged and is no forgery", async () => {
    const { companions, requeued, asked } = world([
      { id: 51, orderId: 1 },
      { id: 50, orderId: 1 },
      { id: 49, orderId: 5 },
      { id: 48, orderId: undefined, kind: "token" },
      { id: 47, orderId: 1, state: "gave-up" },
      { id: 46, orderId: 1, effects: { forge: "amount" } },
      { id: 45, orderId: 2 },
      { id: 44, orderId: 3 },
    ]);
    expect(await companions.behind(tried(replay), NOW)).toEqual([45]);
    expect(requeued).toEqual([[45, { state: "due", dueAt: NOW }]]);
    expect(asked).toEqual([{ limit: 100 }]);
  });

  it("comes behind those that waited", async () => {
    const { companions } = world([{ id: 45, orderId: 2 }]);
    companions.frozen([swapped(1, 7)]);
    expect(await companions.behind(tried(replay), NOW)).toEqual([1, 45]);
  });

  it.each<[string, Partial<Tried>, readonly Partial<OutboxEntry>[]]>([
    ["no rule wants it", {}, [{ id: 45, orderId: 2 }]],
    ["it was no first attempt", { ...replay, attemptCount: 1 }, [{ id: 45, orderId: 2 }]],
    ["there is none", replay, []],
  ])("is none where %s", async (_, over, earlier) => {
    const { companions, requeued } = world(earlier);
    expect([await companions.behind(tried(over), NOW), requeued]).toEqual([[], []]);
  });
});
