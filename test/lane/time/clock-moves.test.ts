import { describe, expect, it, vi } from "vitest";
import { instant, later } from "../../../src/core/domain/money.js";
import { retryDelaysMs } from "../../../src/core/facts/retries.js";
import { type ClockMove, moveClock } from "../../../src/lane/time/clock-moves.js";
import { pulse } from "../../../src/lane/time/pulse.js";
import { answer, failed, laneParts, order, ScriptedNotifier, START } from "../../support/lane-parts.js";
import { commit } from "../../support/stores.js";

const URL_OF_SHOP = "http://127.0.0.1:9/notify";
const TEN_HOURS = { action: "advance", byMs: 10 * 3_600_000 } as const;

async function frozen(dailySettlement = false) {
  const notifier = new ScriptedNotifier();
  const lane = laneParts(notifier, { dailySettlement });
  await lane.clock.freeze();
  return { lane, notifier };
}

describe("the ladder of retries", () => {
  it("is walked whole by one move of a frozen clock", {
    tags: ["facts:2/retries-after-a-failed-delivery"],
  }, async () => {
    const { lane, notifier } = await frozen();
    notifier.reply = () => failed;
    await order(lane, { notifyUrl: URL_OF_SHOP });
    const happened = await moveClock(lane, TEN_HOURS);
    let at: number = START;
    const instants = [START, ...retryDelaysMs.newer.map((waitMs) => (at += waitMs))];
    const [entry] = await lane.store.views.notifications({});
    expect(entry?.attempts.map((attempt) => attempt.at)).toEqual(instants);
    expect(entry).toMatchObject({ state: "gave-up", dueAt: null, attemptCount: 16 });
    expect(happened.filter(({ kind }) => kind === "notification").map((each) => each.at)).toEqual(instants);
    expect(await lane.clock.now()).toBe(START + TEN_HOURS.byMs);
  });

  it("ends with the first acknowledgement", async () => {
    const { lane, notifier } = await frozen();
    notifier.reply = () => (notifier.sent.length < 3 ? failed : answer());
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await moveClock(lane, TEN_HOURS);
    expect(notifier.sent).toHaveLength(3);
    expect((await lane.store.views.notifications({}))[0]).toMatchObject({ state: "acknowledged", attemptCount: 3 });
  });

  it("follows the older schedule where that was chosen", {
    tags: ["facts:2/retries-after-a-failed-delivery"],
  }, async () => {
    const notifier = new ScriptedNotifier();
    notifier.reply = () => failed;
    const lane = laneParts(notifier, { policy: { "retry-schedule": "older" } });
    await lane.clock.freeze();
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await moveClock(lane, TEN_HOURS);
    expect(notifier.sent).toHaveLength(13);
  });

  it("says the first failure and the last, and nothing between", async () => {
    const { lane, notifier } = await frozen();
    notifier.reply = () => failed;
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await moveClock(lane, TEN_HOURS);
    expect(lane.log.lines).toEqual([
      `notification 1 to ${URL_OF_SHOP} failed: answered 500; next try in 15 s on the lane's clock`,
      `notification 1 to ${URL_OF_SHOP} given up after 16 attempts: answered 500`,
    ]);
  });
});

describe("a move", () => {
  it("lets things happen in the order of their instants", async () => {
    const { lane, notifier } = await frozen();
    const open = await order(lane, { paid: false });
    await order(lane, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 2_000_000 } });
    const page = { id: 1, at: later(START, 500_000), kind: "page", orderId: open.order.id, what: {} };
    await commit(lane.store, { tasks: { added: [page] } });
    const happened = await moveClock(lane, { action: "advance", byMs: 3_000_000 });
    expect(happened.map(({ kind, at }) => [kind, at - START])).toEqual([
      ["page", 500_000],
      ["expiry", 1_000_000],
      ["notification", 2_000_000],
    ]);
    expect(notifier.sent).toHaveLength(1);
  });

  it("into the past lets nothing happen", async () => {
    const { lane } = await frozen();
    await order(lane, { paid: false });
    expect(await moveClock(lane, { action: "set", at: later(START, -86_400_000) })).toEqual([]);
    expect(await lane.clock.now()).toBe(START - 86_400_000);
  });

  it("of a running clock leaves it running", async () => {
    const lane = laneParts(new ScriptedNotifier());
    await moveClock(lane, { action: "advance", byMs: 1000 });
    lane.real.at += 5;
    expect(await lane.clock.read()).toEqual({ mode: "wall", now: START + 1005 });
  });

  it.each<ClockMove>([{ action: "advance", byMs: 1 }, { action: "resume" }, { action: "run-until-idle" }])(
    "by $action puts no clock back that runs on meanwhile",
    async (move) => {
      // A second passes just before the nth time that the real clock is looked at.
      for (let n = 1; n <= 8; n++) {
        const lane = laneParts(new ScriptedNotifier());
        let looks = 0;
        const seen: number[] = [];
        lane.real.now = () => {
          lane.real.at += ++looks === n ? 1_000 : 0;
          return instant(lane.real.at);
        };
        const { views } = lane.store;
        const look = views.lane;
        views.lane = async () => {
          const state = await look();
          seen.push(state.now);
          return state;
        };
        await moveClock(lane, move);
        await lane.clock.now();
        expect(seen.length).toBeGreaterThan(0);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      }
    },
  );

  it("waits for the one before it", async () => {
    const { lane } = await frozen();
    await Promise.all([
      moveClock(lane, { action: "advance", byMs: 1000 }),
      moveClock(lane, { action: "advance", byMs: 1000 }),
    ]);
    expect(await lane.clock.now()).toBe(START + 2000);
  });

  it("until idle stops at the last retry, not at an expiry", async () => {
    const { lane, notifier } = await frozen();
    notifier.reply = () => (notifier.sent.length < 4 ? failed : answer());
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await order(lane, { paid: false });
    await moveClock(lane, { action: "run-until-idle" });
    expect(await lane.clock.now()).toBe(START + 60_000);
    expect((await lane.store.views.orders({ limit: 1 }))[0]?.closedAt).toBeUndefined();
  });

  it("sends the first attempt of a frozen lane without moving", async () => {
    const { lane, notifier } = await frozen();
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await moveClock(lane, { action: "advance", byMs: 0 });
    expect(notifier.sent).toHaveLength(1);
  });
});

describe("daily settlement", () => {
  const MIDNIGHT = instant(Date.UTC(2026, 0, 5, 16));

  it("settles at 00:00 Hong Kong where it is wanted, however the clock comes there", async () => {
    const { lane } = await frozen(true);
    const { order: paid } = await order(lane);
    expect(await moveClock(lane, { action: "set", at: later(MIDNIGHT, -1) })).toEqual([]);
    const happened = await moveClock(lane, { action: "advance", byMs: 1 });
    expect(happened).toEqual([{ kind: "settlement", at: MIDNIGHT, settled: 1 }]);
    expect((await lane.store.views.order(paid.id))?.settledAt).toBe(MIDNIGHT);
    expect((await lane.store.views.balances(3)).HKD).toBe(0);
    await order(lane);
    const next = later(MIDNIGHT, 86_400_000);
    const passed = await moveClock(lane, { action: "set", at: later(next, 5) });
    expect(passed).toEqual([{ kind: "settlement", at: next, settled: 1 }]);
  });

  it("does not happen by itself otherwise", async () => {
    const { lane } = await frozen();
    await order(lane);
    expect(await moveClock(lane, { action: "advance", byMs: 40 * 86_400_000 })).toEqual([]);
  });

  it("passes over a thousand years in which there is nothing to settle", async () => {
    const { lane } = await frozen(true);
    await moveClock(lane, { action: "set", at: instant(Date.UTC(3026, 0, 1)) });
    const { order: paid } = await order(lane);
    await moveClock(lane, { action: "advance", byMs: 86_400_000 });
    expect((await lane.store.views.order(paid.id))?.settledAt).toBe(Date.UTC(3026, 0, 1, 16));
  });
});

describe("beyond the year 9999", () => {
  const LAST = instant(Date.parse("9999-12-31T23:59:59.999Z"));

  it.each<[string, ClockMove]>([
    ["an advance", { action: "advance", byMs: 99_999_999 * 86_400_000 }],
    ["an advance without end", { action: "advance", byMs: Number.POSITIVE_INFINITY }],
    ["an instant", { action: "set", at: instant(LAST + 1) }],
    ["an instant to freeze at", { action: "freeze", at: instant(Number.NaN) }],
  ])("%s is refused, and the clock goes on as before", async (_what, move) => {
    const lane = laneParts(new ScriptedNotifier());
    await expect(moveClock(lane, move)).rejects.toThrow(
      "the clock, which shows 2026-01-05T02:00:00.000+00:00, can be moved up to 9999-12-31T23:59:59.999+00:00, not beyond",
    );
    lane.real.at += 1;
    expect(await lane.clock.read()).toEqual({ now: START + 1, mode: "wall" });
  });

  it("nothing falls due: what would, does at its end", async () => {
    const { lane, notifier } = await frozen(true);
    notifier.reply = () => failed;
    await moveClock(lane, { action: "set", at: instant(LAST - 1000) });
    const { outbox } = await order(lane, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 3_600_000 } });
    expect(outbox.map(({ dueAt }) => dueAt)).toEqual([LAST]);
    await moveClock(lane, { action: "advance", byMs: 1000 });
    expect(await lane.clock.now()).toBe(LAST);
    expect((await lane.store.views.notifications({}))[0]).toMatchObject({ state: "gave-up", attemptCount: 16 });
  });

  it("a running clock stands at the last instant", async () => {
    const lane = laneParts(new ScriptedNotifier());
    await moveClock(lane, { action: "set", at: LAST });
    lane.real.at += 86_400_000;
    expect(await lane.clock.now()).toBe(LAST);
  });
});

it("what read the time before the clock was put back ends no order and does no task", async () => {
  const { lane } = await frozen();
  const tomorrow = later(START, 86_400_000);
  const { order: open } = await order(lane, { paid: false });
  const at = later(START, 1000);
  await commit(lane.store, { tasks: { added: [{ id: 1, at, kind: "page", orderId: open.id, what: {} }] } });
  const runTask = vi.fn();
  expect(await pulse({ ...lane, runTask }, tomorrow)).toEqual([]);
  expect((await lane.store.views.order(open.id))?.closedAt).toBeUndefined();
  expect(runTask).not.toHaveBeenCalled();
});

it("what read the time before the clock was put back tells no shop and settles no day", async () => {
  const { lane, notifier } = await frozen(true);
  notifier.reply = () => failed;
  await order(lane, { notifyUrl: URL_OF_SHOP });
  const tomorrow = later(START, 86_400_000);
  expect(await moveClock(lane, { action: "advance", byMs: 0 })).toHaveLength(1);
  const before = await lane.store.views.lane();
  expect(await pulse(lane, tomorrow)).toEqual([]);
  await lane.deliveries.drain();
  expect(notifier.sent).toHaveLength(1);
  expect((await lane.store.views.orders({}))[0]?.settledAt).toBeUndefined();
  expect((await lane.store.views.lane()).nextSettlement).toBe(before.nextSettlement);
});

it("tells what happened by a move, also where the lane's own timer was quicker", async () => {
  const { lane } = await frozen();
  const { order: open } = await order(lane, { paid: false });
  const { clock } = lane;
  const stand = clock.stand.bind(clock);
  vi.spyOn(clock, "stand").mockImplementation(async (at) => {
    await stand(at);
    if (at !== undefined) await pulse(lane, at);
  });
  const happened = await moveClock(lane, TEN_HOURS);
  expect(happened).toEqual([
    { kind: "expiry", at: open.expiresAt, orderId: open.id, merchantReference: open.reference },
  ]);
});
