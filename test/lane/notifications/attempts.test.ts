import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { later } from "../../../src/core/domain/money.js";
import type { Attempted } from "../../../src/lane/notifications/delivery-lane.js";
import { failTogether } from "../../../src/lane/notifications/failing-together.js";
import { HostQueue } from "../../../src/lane/notifications/host-queue.js";
import { tokenNotifications } from "../../../src/lane/notifications/notification.js";
import { attemptCure, MOVES_CLOCK } from "../../../src/lane/ports/attempt-failures.js";
import { messageOf } from "../../../src/lane/ports/log.js";
import type { Delivery } from "../../../src/lane/ports/notifier.js";
import type { OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { ClockHeldUp } from "../../../src/lane/ports/store-errors.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { answer, failed, laneParts, order, type Parts, ScriptedNotifier, START } from "../../support/lane-parts.js";
import { storedToken } from "../../support/orders.js";
import { commit } from "../../support/stores.js";

const SHOP = "http://127.0.0.1:9/notify";
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function world(reply?: ScriptedNotifier["reply"]) {
  const notifier = new ScriptedNotifier();
  if (reply) notifier.reply = reply;
  const lane = laneParts(notifier);
  await lane.clock.freeze();
  const told: Attempted[] = [];
  lane.deliveries.watch((attempted) => told.push(attempted));
  const changed = vi.fn();
  lane.deliveries.onChange = changed;
  return { lane, notifier, told, changed, sent: () => notifier.sent.map(({ id }) => id) };
}
const entryOf = async ({ store }: Parts, id = 1) => (await store.views.notifications({ id }))[0]!;
const through = async ({ deliveries }: Parts) => {
  await deliveries.dispatch();
  await deliveries.drain();
};

describe("an attempt", () => {
  it("that was acknowledged is told, and nothing falls due after it", async () => {
    const { lane, told, changed } = await world();
    const { order: paid } = await order(lane, { notifyUrl: SHOP });
    await through(lane);
    const expected = { kind: "notification", at: START, id: 1, orderId: paid.id, attempt: 1, status: 200, why: null };
    expect(told).toEqual([{ ...expected, merchantReference: paid.reference, state: "acknowledged" }]);
    expect(changed).not.toHaveBeenCalled();
  });

  it.each([
    ["no answer within 15 s", "no answer within 15 s, while another move of the clock waited"],
    ["answered 500", "answered 500"],
  ])("whose handler waits for a move of the clock says so if it failed by %s", async (why, expected) => {
    const { lane, notifier, told } = await world();
    const inner: Promise<unknown>[] = [];
    notifier.reply = () => {
      inner.push(moveClock(lane, { action: "advance", byMs: 1 }));
      return { ...failed, status: null, why };
    };
    await order(lane, { notifyUrl: SHOP });
    await moveClock(lane, { action: "advance", byMs: 0 });
    await Promise.all(inner);
    expect(told).toMatchObject([{ attempt: 1, why: expected }]);
    expect(attemptCure({ status: null, why: told[0]!.why }).startsWith(MOVES_CLOCK)).toBe(why !== expected);
  });

  it("whose handler has waited for a move of the clock before is told at its retry", async () => {
    const { lane, notifier, told } = await world();
    const inner: Promise<unknown>[] = [];
    notifier.reply = () => {
      inner.push(moveClock(lane, { action: "advance", byMs: 1 }).catch(messageOf));
      return inner.length === 1 ? { ...failed, status: null, why: "no answer within 15 s" } : answer();
    };
    await order(lane, { notifyUrl: SHOP });
    await moveClock(lane, { action: "advance", byMs: 15_000 });
    expect(told).toMatchObject([{ attempt: 1 }, { attempt: 2, why: null }]);
    expect(await Promise.all(inner)).toEqual([[], new ClockHeldUp().message]);
    await moveClock(lane, { action: "advance", byMs: 1 });
    expect(await lane.clock.now()).toBe(later(START, 15_002));
  });

  it("that failed is told, and the timer looks again", async () => {
    const { lane, told, changed } = await world(() => failed);
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    expect(told).toMatchObject([{ attempt: 1, status: 500, why: "answered 500", state: "due" }]);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(await entryOf(lane)).toMatchObject({
      state: "due",
      dueAt: START + 15_000,
      attempts: [{ n: 1, at: START, request: "{}", status: 500, body: "no", durationMs: 1, why: "answered 500" }],
    });
    await moveClock(lane, { action: "advance", byMs: 15_000 });
    expect(told.map(({ attempt, at }) => [attempt, at])).toEqual([
      [1, START],
      [2, START + 15_000],
    ]);
  });

  it.each([
    ["an error", new Error("no key"), "not sent: no key"],
    ["a text", "no key", "not sent: no key"],
  ])("whose notifier threw %s has failed, with nothing sent", async (_, thrown, why) => {
    const { lane } = await world(() => Promise.reject(thrown));
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    const { attempts } = await entryOf(lane);
    expect(attempts).toEqual([{ n: 1, at: START, request: "", status: null, body: "", durationMs: 0, why }]);
  });

  it("that another process took over is neither told nor said", async () => {
    const { lane, told, changed } = await world(() => failed);
    await order(lane, { notifyUrl: SHOP });
    vi.spyOn(lane.store, "attempted").mockResolvedValue(false);
    await through(lane);
    expect([told, lane.log.lines, changed.mock.calls]).toEqual([[], [], []]);
  });

  it("is made of nothing that the store does not hand out any more", async () => {
    const { lane, told, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    vi.spyOn(lane.store, "sending").mockResolvedValue(undefined);
    await through(lane);
    expect([sent(), told, lane.deliveries.inFlight]).toEqual([[], [], 0]);
  });

  it("that cannot be read is said, unless the lane is gone", async () => {
    for (const [isClosed, lines] of [
      [false, ["notification 1 could not be read: disk full"]],
      [true, []],
    ] as const) {
      const { lane } = await world();
      await order(lane, { notifyUrl: SHOP });
      vi.spyOn(lane.store, "sending").mockImplementation(async () => {
        if (isClosed) lane.deliveries.close();
        throw new Error("disk full");
      });
      await through(lane);
      expect(lane.log.lines).toEqual(lines);
    }
  });

  it("of a forged notice beside the genuine one is the only one", async () => {
    const { lane } = await world(() => failed);
    const beside = { forge: "amount", sent: "after" } as const;
    await order(lane, { notifyUrl: SHOP, notify: { beside } });
    await through(lane);
    expect([(await entryOf(lane, 1)).state, (await entryOf(lane, 2)).state]).toEqual(["due", "gave-up"]);
    expect((await entryOf(lane, 2)).dueAt).toBeNull();
  });

  it("that is held by its host is told without being kept", async () => {
    const { lane, told } = await world(() => answer({ verdict: "held", status: null, why: "public host" }));
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    expect(await entryOf(lane)).toMatchObject({ state: "held", dueAt: null, attemptCount: 0, attempts: [] });
    expect(told).toMatchObject([{ attempt: 1, state: "held" }]);
    expect(lane.log.lines).toEqual([`notification 1 to ${SHOP} held: public host`]);
  });

  it("is told to nobody who ended it, or once the lane is gone", async () => {
    const { lane, told } = await world();
    const ended = vi.fn();
    lane.deliveries.watch(ended)();
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    expect([ended.mock.calls.length, told.length]).toEqual([0, 1]);
    await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    lane.deliveries.close();
    await lane.deliveries.drain();
    expect(told).toHaveLength(1);
  });
});

describe("what is claimed", () => {
  it("is asked for five hundred at a time, until fewer come", async () => {
    const { lane, sent } = await world();
    for (let n = 0; n < 500; n++) await order(lane, { notifyUrl: SHOP });
    const claim = vi.spyOn(lane.store, "claim");
    await through(lane);
    expect(claim.mock.calls).toEqual([
      [START, 500],
      [START, 500],
    ]);
    expect(sent()).toHaveLength(500);
    await lane.clock.advance(9);
    await lane.deliveries.dispatch(later(START, 5));
    expect(claim.mock.lastCall).toEqual([START + 5, 500]);
    await lane.deliveries.dispatch(later(START, 50));
    expect(claim.mock.lastCall).toEqual([START + 9, 500]);
  });

  it("is nothing once the lane is gone", async () => {
    const { lane, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    const claim = vi.spyOn(lane.store, "claim");
    lane.deliveries.close();
    await lane.deliveries.dispatch();
    expect([claim.mock.calls, sent()]).toEqual([[], []]);
  });

  it("goes side by side where it is of no order", async () => {
    const ends: (() => void)[] = [];
    const { lane, notifier, sent } = await world(() => new Promise((end) => ends.push(() => end(answer()))));
    let id = 0;
    const cause = { now: START, causedBy: 1 };
    const outbox = [1, 2].flatMap(() => tokenNotifications(storedToken(), SHOP, { notificationId: () => ++id }, cause));
    await commit(lane.store, { outbox });
    await lane.deliveries.dispatch();
    await turn();
    expect(sent()).toEqual([1, 2]);
    expect(lane.deliveries.inFlight).toBe(2);
    for (const end of ends) end();
    await lane.deliveries.drain();
    expect([lane.deliveries.inFlight, notifier.sent.length]).toEqual([0, 2]);
  });
});

describe("all that is on its way", () => {
  it("has been tried when it is waited for, what is being claimed now too", async () => {
    const { lane, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    const { claim } = lane.store;
    let go = (): void => {};
    vi.spyOn(lane.store, "claim").mockImplementationOnce(async (...asked) => {
      await new Promise<void>((resolve) => (go = resolve));
      return claim.apply(lane.store, asked);
    });
    const dispatching = lane.deliveries.dispatch();
    await turn();
    const drained = lane.deliveries.drain();
    go();
    await drained;
    expect(sent()).toEqual([1]);
    await dispatching;
  });

  it("is waited for although a claim failed", async () => {
    const { lane } = await world();
    vi.spyOn(lane.store, "claim").mockRejectedValueOnce(new Error("disk full"));
    const dispatching = expect(lane.deliveries.dispatch()).rejects.toThrow("disk full");
    await lane.deliveries.drain();
    await dispatching;
  });

  it("of other processes is waited for: what they leave behind is sent here", async () => {
    const { lane, sent } = await world();
    vi.spyOn(lane.store, "inFlightBesides").mockImplementationOnce(async () => {
      await order(lane, { notifyUrl: SHOP });
      return 1;
    });
    await lane.deliveries.drain();
    expect(sent()).toEqual([1]);
    expect(lane.store.inFlightBesides).toHaveBeenCalledTimes(2);
  });

  it("of other processes is not asked for once the lane is gone", async () => {
    const { lane } = await world();
    const elsewhere = vi.spyOn(lane.store, "inFlightBesides");
    lane.deliveries.close();
    await lane.deliveries.drain();
    expect(elsewhere).not.toHaveBeenCalled();
  });
});

describe("until its answer has left", () => {
  it("a notification is kept back, and all are let go at once", async () => {
    const { lane, sent, changed } = await world();
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify: { copies: 2 } });
    const left = lane.deliveries.answering(outbox[0]!.causedBy);
    await through(lane);
    expect([sent(), lane.deliveries.inFlight]).toEqual([[], 2]);
    left();
    expect(changed).toHaveBeenCalledTimes(1);
    await lane.deliveries.drain();
    expect(sent()).toEqual([1, 2]);
    left();
    await lane.deliveries.drain();
    expect(sent()).toEqual([1, 2]);
  });

  it("a notification of another call is not kept back", async () => {
    const { lane, sent } = await world();
    const { outbox } = await order(lane, { notifyUrl: SHOP });
    lane.deliveries.answering(outbox[0]!.causedBy + 1);
    await through(lane);
    expect(sent()).toEqual([1]);
  });

  it.each([1, 2])("one that had its first attempt is not kept back (attempts: %i)", async (attemptCount) => {
    const { lane, sent } = await world();
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify: { hold: true } });
    await commit(lane.store, {
      outbox: [{ ...outbox[0]!, id: 2, state: "due", dueAt: START, effects: {}, attemptCount }],
    });
    lane.deliveries.answering(outbox[0]!.causedBy);
    await through(lane);
    expect(sent()).toEqual([2]);
  });
});

describe("sent by hand", () => {
  it("is waited for, also where another claim has it just now", async () => {
    const { lane, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    const { store, deliveries } = lane;
    const due = await store.claim(START, 10);
    const { promise: claimed, resolve: claim } = Promise.withResolvers<typeof due>();
    vi.spyOn(store, "claim").mockReturnValueOnce(claimed).mockResolvedValue([]);
    const claiming = deliveries.dispatch();
    await turn();
    const delivered = deliveries.deliverNow([1]).then(sent);
    await turn();
    claim(due);
    expect(await delivered).toEqual([1]);
    await claiming;
  });

  it("a held or dropped one loses what kept it, and nothing else", async () => {
    const { lane } = await world();
    const notify = { hold: true, drop: true, forge: "amount" } as const;
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify });
    expect(await lane.deliveries.resend(outbox[0]!)).toBe(true);
    expect(await entryOf(lane)).toMatchObject({ state: "acknowledged", attemptCount: 1, effects: { forge: "amount" } });
    expect((await entryOf(lane)).effects).toEqual({ forge: "amount", manual: [1] });
  });

  it("one that is under way is waited for, and not sent once more", async () => {
    let end = (_: Delivery): void => {};
    const { lane, sent } = await world(() => new Promise((resolve) => (end = resolve)));
    await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    await turn();
    const requeue = vi.spyOn(lane.store, "requeue");
    const again = lane.deliveries.resend(await entryOf(lane));
    await turn();
    end(answer());
    expect(await again).toBe(true);
    expect([sent(), requeue.mock.calls]).toEqual([[1], []]);
  });

  it("one that is under way is waited for only so long", async () => {
    const { lane } = await world(() => new Promise(() => {}));
    await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    await lane.deliveries.attempted(1, 1);
    expect((await entryOf(lane)).state).toBe("in-flight");
  });

  it("nothing is sent to what is no HTTP address", async () => {
    const { lane, sent } = await world();
    const { outbox } = await order(lane, { notifyUrl: "app://paid" });
    expect([await lane.deliveries.resend(outbox[0] as OutboxEntry), sent()]).toEqual([false, []]);
  });
});

describe("an attempt that cannot be written", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is tried again after 100 ms, twice as long each time, and ten seconds at most", async () => {
    const { lane, told, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    const attempted = vi.spyOn(lane.store, "attempted").mockRejectedValue("disk full");
    await through(lane);
    const waits: number[] = [];
    for (let tries = 1, waited = 0; tries < 11; ) {
      await vi.advanceTimersByTimeAsync(100);
      waited += 100;
      if (attempted.mock.calls.length === tries) continue;
      tries = attempted.mock.calls.length;
      waits.push(waited);
      waited = 0;
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    expect(told).toEqual([]);
    attempted.mockRestore();
    await vi.advanceTimersByTimeAsync(10_000);
    await turn();
    expect(told).toMatchObject([{ attempt: 1, state: "acknowledged" }]);
    expect(sent()).toEqual([1]);
    expect(lane.log.lines).toEqual([
      "cannot write notification attempts, retrying: disk full",
      "writing notification attempts works again",
    ]);
    // Once it could be written, the next time is said again.
    vi.spyOn(lane.store, "attempted").mockRejectedValueOnce(new Error("disk full"));
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    expect(lane.log.lines).toHaveLength(3);
    expect(lane.log.lines[2]).toBe(lane.log.lines[0]);
  });

  it("is given up with the lane, and nothing is said", async () => {
    const { lane } = await world();
    await order(lane, { notifyUrl: SHOP });
    const attempted = vi.spyOn(lane.store, "attempted").mockImplementation(async () => {
      lane.deliveries.close();
      throw new Error("closed");
    });
    await through(lane);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([attempted.mock.calls.length, lane.log.lines]).toEqual([1, []]);
  });
});

describe("those that fail with another one", () => {
  const nobody = answer({ verdict: "failed", status: null, why: "connection refused", isNobodyThere: true });
  const lines = (lane: Parts) => lane.log.lines.filter((line) => line.includes("failed with it"));

  it("are told as attempts of their own, counted, and the timer looks again", async () => {
    const { lane, told, changed } = await world(() => nobody);
    for (let n = 0; n < 20; n++) await order(lane, { notifyUrl: SHOP });
    await through(lane);
    expect(told).toHaveLength(20);
    expect(new Set(told.map(({ id }) => id)).size).toBe(20);
    const { id: _, orderId: _o, merchantReference: _r, ...last } = told.at(-1)!;
    expect(last).toEqual({
      ...{ kind: "notification", at: START, attempt: 1, status: null, why: "connection refused", state: "due" },
    });
    expect(told.every(({ orderId }) => orderId !== undefined)).toBe(true);
    expect(changed).toHaveBeenCalled();
    expect(lines(lane)[0]).toMatch(/^\d+ more notifications to 127\.0\.0\.1:9 failed with it: connection refused$/);
  });

  it("are said when they first fail and when they are given up, and not between", async () => {
    const { lane, notifier } = await world(() => nobody);
    for (let n = 0; n < 20; n++) await order(lane, { notifyUrl: SHOP });
    await through(lane);
    const first = lines(lane).length;
    await moveClock(lane, { action: "advance", byMs: 15_000 });
    expect(lines(lane)).toHaveLength(first);
    await moveClock(lane, { action: "run-until-idle" });
    expect(lines(lane).length).toBeGreaterThan(first);
    expect(notifier.sent.length).toBeLessThan(20 * 16);
    const all = await lane.store.views.notifications({ limit: 100 });
    expect(new Set(all.map(({ state, attemptCount, dueAt }) => `${state} ${attemptCount} ${dueAt}`))).toEqual(
      new Set(["gave-up 16 null"]),
    );
  });

  const refused = (queue: HostQueue, over: object = {}) => ({
    ...{ host: "h", queue, at: START, delivery: nobody },
    nextAfter: async (attempts: number) => ({ state: "due" as const, dueAt: later(START, attempts) }),
    ...over,
  });
  /** Eight are under way; all others wait. */
  const waiting = (tickets: readonly { readonly id: number; readonly attempts: number }[]) => {
    const done: number[] = [];
    const queue = new HostQueue(() => new Promise(() => {}));
    for (const { id, attempts } of [
      ...Array.from({ length: 8 }, (_, n) => ({ id: 9000 + n, attempts: 0 })),
      ...tickets,
    ])
      queue.add({ id, orderId: id + 100, stream: id, attempts, isPlain: true, done: () => done.push(id) });
    return { queue, done };
  };

  it("are recorded together by how many attempts they had", async () => {
    const { lane } = await world();
    const { queue, done } = waiting([
      { id: 1, attempts: 0 },
      { id: 2, attempts: 3 },
      { id: 3, attempts: 0 },
    ]);
    const kept = vi
      .spyOn(lane.store, "attemptedTogether")
      .mockImplementation(async (ids) => ids.filter((id) => id !== 3));
    const [warned, murmured] = [vi.spyOn(lane.log, "warn"), vi.spyOn(lane.log, "debug")];
    const told = await failTogether(lane, refused(queue));
    const record = { at: START, request: "", status: null, body: "", durationMs: 0, why: "connection refused" };
    expect(kept.mock.calls).toEqual([
      [[1, 3], { ...record, n: 1 }, { state: "due", dueAt: START }],
      [[2], { ...record, n: 4 }, { state: "due", dueAt: START + 3 }],
    ]);
    expect(told.map(({ id, orderId, attempt, state }) => [id, orderId, attempt, state])).toEqual([
      [1, 101, 1, "due"],
      [2, 102, 4, "due"],
    ]);
    expect(done).toEqual([1, 3, 2]);
    // A later failure is said quietly.
    const line = "1 more notifications to h failed with it: connection refused";
    expect(warned.mock.calls).toEqual([[line, { attempt: 1 }]]);
    expect(murmured.mock.calls).toEqual([[line, { attempt: 4 }]]);
  });

  it("are five hundred at most", async () => {
    const { lane } = await world();
    const { queue } = waiting(Array.from({ length: 600 }, (_, n) => ({ id: n + 1, attempts: 0 })));
    vi.spyOn(lane.store, "attemptedTogether").mockImplementation(async (ids) => ids);
    expect(await failTogether(lane, refused(queue))).toHaveLength(500);
  });

  it("are sent as if nothing were known where that cannot be written", async () => {
    const { lane } = await world();
    const { queue, done } = waiting([
      { id: 1, attempts: 0 },
      { id: 2, attempts: 3 },
    ]);
    vi.spyOn(lane.store, "attemptedTogether").mockImplementation(async (ids) => {
      if (ids.includes(1)) throw new Error("disk full");
      return ids;
    });
    const told = await failTogether(lane, refused(queue));
    expect([told.map(({ id }) => id), done]).toEqual([[2], [2]]);
    expect(queue.takePlain(9).map(({ id }) => id)).toEqual([1]);
  });

  it("are none where none wait", async () => {
    const { lane } = await world();
    const together = vi.spyOn(lane.store, "attemptedTogether");
    expect(await failTogether(lane, refused(waiting([]).queue))).toEqual([]);
    expect([together.mock.calls, lane.log.lines]).toEqual([[], []]);
  });
});

describe("deliveries that end when the test says so", () => {
  const nobody = answer({ verdict: "failed", status: null, why: "connection refused", isNobodyThere: true });
  async function pending() {
    const ends = new Map<number, (delivery: Delivery) => void>();
    const it = await world(({ id }) => new Promise((end) => ends.set(id, end)));
    const end = async (id: number, delivery = answer()) => {
      ends.get(id)!(delivery);
      await turn();
      await turn();
    };
    return { ...it, end };
  }

  it("are waited for also where they were kept back until an answer had left", async () => {
    const { lane, end } = await pending();
    const { outbox } = await order(lane, { notifyUrl: SHOP });
    const left = lane.deliveries.answering(outbox[0]!.causedBy);
    await lane.deliveries.dispatch();
    left();
    await turn();
    const drained = vi.fn();
    const draining = lane.deliveries.drain().then(drained);
    await turn();
    expect(drained).not.toHaveBeenCalled();
    await end(1);
    await draining;
    expect((await entryOf(lane)).state).toBe("acknowledged");
  });

  it("are not kept back any more once the answer has left", async () => {
    const { lane, sent } = await world();
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify: { hold: true } });
    lane.deliveries.answering(outbox[0]!.causedBy)();
    await lane.deliveries.resend(outbox[0]!);
    expect(sent()).toEqual([1]);
  });

  it("are not begun once the lane is gone", async () => {
    const { lane, sent, end } = await pending();
    for (let n = 0; n < 9; n++) await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    await turn();
    const [sending, together] = [vi.spyOn(lane.store, "sending"), vi.spyOn(lane.store, "attemptedTogether")];
    lane.deliveries.close();
    await end(1, nobody);
    expect(sent()).toHaveLength(8);
    expect([sending.mock.calls, together.mock.calls]).toEqual([[], []]);
  });

  it("fail those that wait for the same host, and the timer looks again for them", async () => {
    const { lane, told, changed, end } = await pending();
    for (let n = 0; n < 10; n++) await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    await turn();
    await end(1, nobody);
    expect(told.map(({ id, state }) => [id, state])).toEqual([
      [1, "due"],
      [9, "due"],
      [10, "due"],
    ]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("fail those that wait for good where those had all attempts but one, and nothing falls due", async () => {
    const { lane, told, changed, end } = await pending();
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify: { hold: true } });
    const last = (id: number) =>
      ({ ...outbox[0]!, state: "due", dueAt: START, effects: {}, attemptCount: 15, id, orderId: id }) as const;
    await commit(lane.store, { outbox: [2, 3, 4, 5, 6, 7, 8, 9, 10].map(last) });
    await lane.deliveries.dispatch();
    await turn();
    await end(2, nobody);
    expect(told.map(({ id, attempt, state }) => [id, attempt, state])).toEqual([
      [2, 16, "gave-up"],
      [10, 16, "gave-up"],
    ]);
    expect(changed).not.toHaveBeenCalled();
  });

  it("let what waits to leave behind another go, also behind one that failed with others", async () => {
    const { lane, sent, end } = await pending();
    const waits = await order(lane, { notifyUrl: "http://127.0.0.1:10/notify", notify: { swap: true } });
    lane.deliveries.frozen(waits.outbox);
    for (let n = 0; n < 8; n++) await order(lane, { notifyUrl: SHOP });
    const { outbox } = await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.dispatch();
    await turn();
    const companions = vi.spyOn(lane.store, "attempted").mockResolvedValue(false);
    await end(2, nobody);
    companions.mockRestore();
    expect((await entryOf(lane, outbox[0]!.id)).attemptCount).toBe(1);
    expect(sent()).toContain(1);
  });
});

describe("what follows an attempt", () => {
  const replay = { notifyUrl: SHOP, notify: { replay: true } };
  async function twoOnTheirWay() {
    const ends = new Map<number, (delivery: Delivery) => void>();
    const it = await world(({ id }) => new Promise((end) => ends.set(id, end)));
    await order(it.lane, { notifyUrl: SHOP });
    await order(it.lane, replay);
    await order(it.lane, { notifyUrl: SHOP });
    await it.lane.deliveries.dispatch();
    await turn();
    const end = async (id: number) => {
      ends.get(id)!(answer());
      await turn();
      await turn();
    };
    return { ...it, end };
  }

  it("is an earlier notice, looked for when those before it had their attempt", async () => {
    const { lane, sent, end } = await twoOnTheirWay();
    expect(sent()).toEqual([1, 2, 3]);
    await end(2);
    expect(sent()).toEqual([1, 2, 3]);
    const drained = vi.fn();
    const draining = lane.deliveries.drain().then(drained);
    await end(3);
    await turn();
    expect(drained).not.toHaveBeenCalled();
    await end(1);
    expect(sent()).toEqual([1, 2, 3, 1]);
    await end(1);
    await draining;
    expect((await entryOf(lane)).attempts.map(({ n }) => n)).toEqual([1, 2]);
  });

  it("does not wait for those that came later", async () => {
    const { sent, end } = await twoOnTheirWay();
    await end(1);
    await end(2);
    expect(sent()).toEqual([1, 2, 3, 1]);
  });

  it("does not wait for those that are kept back until an answer has left", async () => {
    const { lane, sent } = await world();
    await order(lane, { notifyUrl: SHOP });
    await through(lane);
    const { outbox } = await order(lane, { notifyUrl: SHOP });
    lane.deliveries.answering(outbox[0]!.causedBy);
    await order(lane, replay);
    await through(lane);
    expect(sent()).toEqual([1, 3, 1]);
  });

  it.each([
    ["an earlier notice", replay],
    ["one that waited", { notifyUrl: SHOP }],
  ])("and cannot be sent is said, unless the lane is gone: %s", async (_, wanted) => {
    for (const isClosed of [false, true]) {
      const { lane, told } = await world();
      await order(lane, { notifyUrl: SHOP });
      await through(lane);
      const waits = await order(lane, { notifyUrl: SHOP, notify: { swap: true } });
      lane.deliveries.frozen(waits.outbox);
      await order(lane, wanted);
      vi.spyOn(lane.store, "requeue").mockImplementation(async () => {
        if (isClosed) lane.deliveries.close();
        throw new Error("disk full");
      });
      await through(lane);
      expect(lane.log.lines).toEqual(isClosed ? [] : ["the notification after 3 could not be sent: disk full"]);
      expect(told.map(({ id }) => id)).toEqual([1, 3]);
      expect(lane.deliveries.inFlight).toBe(0);
    }
  });
});
