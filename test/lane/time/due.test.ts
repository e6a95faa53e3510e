import { describe, expect, it, vi } from "vitest";
import { instant, later } from "../../../src/core/domain/money.js";
import { TaskEnded } from "../../../src/lane/ports/time.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { expireDue } from "../../../src/lane/time/expiry.js";
import { LaneTime } from "../../../src/lane/time/lane-clock.js";
import { append, type Happened, happen, nextDue, pulse } from "../../../src/lane/time/pulse.js";
import { runDueTasks } from "../../../src/lane/time/scheduled-tasks.js";
import {
  expectSettlementAfter,
  nextMidnight,
  settle,
  settlementDone,
  settlementDue,
} from "../../../src/lane/time/settlement.js";
import { laneParts, order, type Parts, ScriptedNotifier, START } from "../../support/lane-parts.js";
import { allExchanges, commit } from "../../support/stores.js";

const URL_OF_SHOP = "http://127.0.0.1:9/notify";
/** The first 00:00 in Hong Kong behind START. */
const MIDNIGHT = Date.UTC(2026, 0, 5, 16);
const DAY = 86_400_000;

async function frozen(dailySettlement?: boolean) {
  const notifier = new ScriptedNotifier();
  const lane = laneParts(notifier, dailySettlement === undefined ? {} : { dailySettlement });
  await lane.clock.freeze();
  return { lane, notifier };
}
const task = (id: number, afterMs: number, orderId = 1) => ({
  ...{ id, at: later(START, afterMs), kind: "page", orderId, what: {} },
});

describe("midnight in Hong Kong", () => {
  it.each([
    [START, MIDNIGHT],
    [MIDNIGHT - 1, MIDNIGHT],
    [MIDNIGHT, MIDNIGHT + DAY],
    [MIDNIGHT + 1, MIDNIGHT + DAY],
  ])("after %i comes at %i", (at, expected) => {
    expect(nextMidnight(instant(at))).toBe(expected);
  });
});

describe("the next thing that falls due", () => {
  it("is nothing in a lane that waits for nothing", async () => {
    const { lane } = await frozen();
    expect([await nextDue(lane), await nextDue(lane, "work")]).toEqual([undefined, undefined]);
  });

  it("is the earliest, an expiry and a settlement only where all is looked at", async () => {
    const { lane } = await frozen(true);
    expect([await nextDue(lane), await nextDue(lane, "all"), await nextDue(lane, "work")]).toEqual([
      ...[MIDNIGHT, MIDNIGHT, undefined],
    ]);
    await order(lane, { paid: false });
    expect([await nextDue(lane), await nextDue(lane, "work")]).toEqual([START + 1_000_000, undefined]);
    await order(lane, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 5 } });
    expect([await nextDue(lane), await nextDue(lane, "work")]).toEqual([START + 5, START + 5]);
  });
});

describe("a pulse", () => {
  it("lets happen what is due, in order, and nothing that is to come", async () => {
    const { lane, notifier } = await frozen();
    const { order: open } = await order(lane, { paid: false });
    await order(lane, { notifyUrl: URL_OF_SHOP });
    await commit(lane.store, { tasks: { added: [task(1, 0, open.id), task(2, 5000, open.id)] } });
    expect(await pulse(lane, START)).toEqual([{ kind: "page", at: START, orderId: open.id }]);
    await lane.deliveries.drain();
    expect(notifier.sent).toHaveLength(1);
    await lane.clock.set(later(START, 1_000_000));
    expect(await pulse(lane, later(START, 1_000_000))).toEqual([
      { kind: "page", at: START + 5000, orderId: open.id },
      { kind: "expiry", at: START + 1_000_000, orderId: open.id, merchantReference: open.reference },
    ]);
    expect(await pulse(lane, later(START, 1_000_000))).toEqual([]);
  });

  it("ends where the same instant comes again and nothing was done", async () => {
    const { lane } = await frozen();
    const nextDueAt = vi.spyOn(lane.store.views, "nextDue").mockResolvedValue(START);
    expect(await pulse(lane, START)).toEqual([]);
    expect(nextDueAt.mock.calls.length).toBe(4);
  });

  it("lets orders expire together up to the next other thing, each at its own instant", async () => {
    const { lane } = await frozen();
    const opened: number[] = [];
    for (let n = 0; n < 6; n++) {
      opened.push((await order(lane, { paid: false })).order.id);
      await lane.clock.advance(10);
    }
    await commit(lane.store, { tasks: { added: [task(1, 1_000_025, opened[5])] } });
    await lane.clock.set(later(START, 1_000_050));
    const transact = vi.spyOn(lane.store, "transact");
    const happened = await pulse(lane, later(START, 1_000_050));
    expect(happened.map(({ kind, at }) => [kind, at - START - 1_000_000])).toEqual([
      ...[0, 10, 20].map((at) => ["expiry", at]),
      ["page", 25],
      ...[30, 40, 50].map((at) => ["expiry", at]),
    ]);
    // Two commits expire all six; four look for tasks and end the one.
    expect(transact).toHaveBeenCalledTimes(6);
  });

  it("goes on where nothing was done, to the next instant", async () => {
    const { lane } = await frozen();
    const asked = vi.spyOn(lane.store.views, "nextDue");
    for (const at of [START, later(START, 1), later(START, 1)])
      asked.mockResolvedValueOnce(at).mockResolvedValueOnce(at);
    expect(await pulse(lane, later(START, 5))).toEqual([]);
    expect(asked.mock.calls.length).toBe(6);
  });

  it("settles the day once, and says when the next one is", async () => {
    const { lane } = await frozen(true);
    await order(lane);
    await lane.clock.set(instant(MIDNIGHT));
    expect(await settlementDue(lane)).toBe(MIDNIGHT + DAY);
    await expectSettlementAfter(lane, START);
    expect(await pulse(lane, instant(MIDNIGHT))).toEqual([{ kind: "settlement", at: MIDNIGHT, settled: 1 }]);
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT + DAY);
  });

  it.each<[string, number, number]>([
    ["the clock was put back before it", MIDNIGHT - 1, MIDNIGHT],
    ["the next one was put elsewhere", MIDNIGHT, MIDNIGHT + DAY],
  ])("leaves the next settlement where it is, where %s", async (_, now, next) => {
    const { lane } = await frozen(true);
    await lane.clock.set(instant(now));
    await expectSettlementAfter(lane, instant(next - 1));
    await settlementDone(lane, instant(MIDNIGHT), instant(MIDNIGHT + 5 * DAY));
    expect((await lane.store.views.lane()).nextSettlement).toBe(next);
  });

  it("puts the next settlement behind what is passed over", async () => {
    const { lane } = await frozen(true);
    await lane.clock.set(instant(MIDNIGHT));
    await expectSettlementAfter(lane, START);
    await settlementDone(lane, instant(MIDNIGHT), instant(MIDNIGHT + 5 * DAY));
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT + 6 * DAY);
  });

  it("does not settle before the day is over", async () => {
    const { lane } = await frozen(true);
    await order(lane);
    expect(await settlementDue(lane)).toBe(MIDNIGHT);
    expect(await happen(lane, instant(MIDNIGHT - 1), instant(MIDNIGHT))).toEqual([]);
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT);
  });

  it("passes over days without a sale, up to what falls due, and to its own end", async () => {
    const { lane } = await frozen(true);
    expect(await settlementDue(lane)).toBe(MIDNIGHT);
    await lane.clock.set(instant(MIDNIGHT));
    const end = instant(MIDNIGHT + 10 * DAY);
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT);
    expect(await happen(lane, instant(MIDNIGHT), end)).toEqual([]);
    expect((await lane.store.views.lane()).nextSettlement).toBe(end);
    await expectSettlementAfter(lane, START);
    await order(lane, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 3 * DAY + 1 } });
    await settle(lane);
    await happen(lane, instant(MIDNIGHT), end);
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT + 4 * DAY);
  });
});

describe("a settlement", () => {
  it("stands in the journal as a call does, where it moved money", async () => {
    const { lane } = await frozen();
    expect(await settle(lane)).toBe(0);
    expect(await allExchanges(lane.store.views)).toEqual([]);
    await order(lane);
    await order(lane);
    await lane.clock.advance(5);
    expect(await settle(lane, 4)).toBe(0);
    expect(await settle(lane, 3)).toBe(2);
    const [note, ...others] = await allExchanges(lane.store.views);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ at: START + 5, operation: "settlement", merchantId: 3, signature: "unchecked", responseCode: "0000" },
      ...{ http: 200, request: '{"merchantId":3}', response: '{"settled":2}' },
    });
    expect(JSON.parse(note!.explain)).toEqual({
      ...{ scenarios: "", subject: { operation: "settlement", merchantId: "3" }, matched: [] },
    });
    await order(lane);
    expect(await settle(lane, undefined, later(START, 9))).toBe(0);
    await lane.clock.advance(5);
    expect(await settle(lane, undefined, later(START, 5))).toBe(0);
    expect(await settle(lane, undefined, later(START, 6))).toBe(1);
    const all = (await allExchanges(lane.store.views))[1]!;
    expect([all.at, all.merchantId, all.request]).toEqual([START + 6, undefined, "{}"]);
    expect(JSON.parse(all.explain).subject).toEqual({ operation: "settlement" });
  });

  it("moves the net amount of each order out", async () => {
    const { lane } = await frozen();
    const { order: paid } = await order(lane);
    await settle(lane);
    const settled = await lane.store.views.order(paid.id);
    expect(settled).toMatchObject({ settledAt: START, updatedAt: START });
    expect(
      (await lane.store.views.ledger({ orderId: paid.id })).map(({ account, amount }) => [account, amount]),
    ).toEqual([
      ["unsettled", 69_900],
      ["scheme", -69_900],
      ["unsettled", -69_900],
      ["payout", 69_900],
    ]);
    expect(await lane.store.views.balances(3)).toEqual({ HKD: 0, USD: 0 });
  });
});

describe("expiries", () => {
  it("are recorded at their instants, earliest first, five hundred a commit", async () => {
    const { lane } = await frozen();
    const open: number[] = [];
    for (let n = 0; n < 3; n++) {
      open.push((await order(lane, { paid: false })).order.id);
      await lane.clock.advance(10);
    }
    await lane.clock.set(later(START, 1_000_010));
    expect(await expireDue(lane, later(START, 1_000_010))).toMatchObject([
      { kind: "expiry", at: START + 1_000_000, orderId: open[0] },
      { kind: "expiry", at: START + 1_000_010, orderId: open[1] },
    ]);
    expect(await expireDue(lane, later(START, 1_000_010))).toEqual([]);
  });

  it("ask for one more page only where one was full", async () => {
    const { lane } = await frozen();
    for (let n = 0; n < 500; n++) await order(lane, { paid: false });
    await lane.clock.set(later(START, 1_000_000));
    const transact = vi.spyOn(lane.store, "transact");
    expect(await expireDue(lane, later(START, 1_000_000))).toHaveLength(500);
    expect(transact).toHaveBeenCalledTimes(2);
    await expireDue(lane, later(START, 1_000_000));
    expect(transact).toHaveBeenCalledTimes(3);
  });
});

it("what happened may be more than a call of a function takes as arguments", () => {
  const one: Happened = { kind: "expiry", at: instant(0), orderId: 1, merchantReference: "A-1" };
  const all = [one];
  append(all, new Array<Happened>(140_000).fill(one));
  expect(all).toHaveLength(140_001);
});

describe("tasks", () => {
  const withTasks = async (runTask: Parts["runTask"]) => {
    const { lane } = await frozen();
    const { order: open } = await order(lane, { paid: false });
    await commit(lane.store, { tasks: { added: [task(2, 0, open.id), task(1, 0, open.id)] } });
    return { ...lane, runTask };
  };

  it("are run one after another by their ids, and end", async () => {
    const ran: number[] = [];
    const lane = await withTasks(async ({ id }) => void ran.push(id));
    expect((await runDueTasks(lane, START)).map(({ id }) => id)).toEqual([1, 2]);
    expect([ran, await runDueTasks(lane, START)]).toEqual([[1, 2], []]);
  });

  it("that another did meanwhile are passed over", async () => {
    const lane = await withTasks(async ({ id }) => {
      if (id !== 1) return;
      await commit(lane.store, { tasks: { ended: [1] } });
      throw new TaskEnded("it is done");
    });
    expect((await runDueTasks(lane, START)).map(({ id }) => id)).toEqual([2]);
  });

  it("that throw are told, and still due", async () => {
    const runTask = vi.fn().mockRejectedValueOnce(new Error("on purpose")).mockResolvedValue(undefined);
    const lane = await withTasks(runTask);
    await expect(runDueTasks(lane, START)).rejects.toThrow("on purpose");
    expect(await runDueTasks(lane, START)).toHaveLength(2);
  });
});

describe("a clock that is watched", () => {
  it("tells of each change, but not where it only stands for a while", async () => {
    const { lane } = await frozen();
    const seen = vi.fn();
    const end = lane.clock.watch(seen);
    await lane.clock.advance(5);
    expect(seen).toHaveBeenCalledTimes(1);
    await lane.clock.stand(later(START, 9));
    await order(lane);
    expect(seen).toHaveBeenCalledTimes(1);
    lane.clock.committed(undefined);
    lane.clock.committed({});
    lane.clock.committed({ lane: {} });
    expect(seen).toHaveBeenCalledTimes(1);
    end();
    await lane.clock.advance(5);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it("stands in either mode, and goes on in it", async () => {
    const lane = laneParts(new ScriptedNotifier());
    const clock = new LaneTime(lane.store);
    await clock.stand(later(START, 50));
    lane.real.at += 5;
    expect(await clock.read()).toEqual({ now: START + 50, mode: "wall" });
    await clock.freeze();
    expect(await clock.read()).toEqual({ now: START + 50, mode: "frozen" });
    await clock.stand(later(START, 70));
    expect((await lane.store.views.lane()).clock).toEqual({ mode: "frozen", at: START + 70, standingAt: START + 70 });
  });
});

describe("a move of the clock", () => {
  it("freezes where it stands, or where it is told to, and goes on when it is resumed", async () => {
    const lane = laneParts(new ScriptedNotifier());
    await moveClock(lane, { action: "freeze" });
    lane.real.at += 5;
    expect(await lane.clock.read()).toEqual({ now: START, mode: "frozen" });
    await moveClock(lane, { action: "freeze", at: later(START, 100) });
    expect(await lane.clock.read()).toEqual({ now: START + 100, mode: "frozen" });
    await moveClock(lane, { action: "resume" });
    lane.real.at += 5;
    expect(await lane.clock.read()).toEqual({ now: START + 105, mode: "wall" });
  });

  it("that failed does not hold up the next one", async () => {
    const { lane } = await frozen();
    const failing = moveClock(lane, { action: "advance", byMs: Number.NaN });
    await expect(failing).rejects.toThrow("not beyond");
    await moveClock(lane, { action: "advance", byMs: 5 });
    expect(await lane.clock.now()).toBe(START + 5);
  });

  it("back lets the days to come be settled again, where that is wanted", async () => {
    const { lane } = await frozen(true);
    await moveClock(lane, { action: "set", at: instant(MIDNIGHT + 3 * DAY) });
    await moveClock(lane, { action: "set", at: START });
    expect((await lane.store.views.lane()).nextSettlement).toBe(MIDNIGHT);
    const { lane: other } = await frozen();
    await moveClock(other, { action: "set", at: later(START, -DAY) });
    expect((await other.store.views.lane()).nextSettlement).toBeUndefined();
  });

  it("until idle does what falls due on the way to its work, and stays where there is none", async () => {
    const { lane } = await frozen();
    expect(await moveClock(lane, { action: "run-until-idle" })).toEqual([]);
    expect(await lane.clock.now()).toBe(START);
    const { order: open } = await order(lane, { paid: false });
    await order(lane, { notifyUrl: URL_OF_SHOP, notify: { delayMs: 2_000_000 } });
    const happened = await moveClock(lane, { action: "run-until-idle" });
    expect(happened.map(({ kind, at }) => [kind, at - START])).toEqual([
      ["expiry", 1_000_000],
      ["notification", 2_000_000],
    ]);
    expect((await lane.store.views.order(open.id))?.closedAt).toBe(START + 1_000_000);
    expect(await lane.clock.now()).toBe(START + 2_000_000);
  });

  it("that breaks off leaves the clock where it was to come to, and no watcher behind", async () => {
    const { lane } = await frozen();
    const { order: open } = await order(lane, { paid: false });
    await commit(lane.store, { tasks: { added: [task(1, 1000, open.id)] } });
    const runTask = vi.fn().mockRejectedValue(new Error("on purpose"));
    await expect(moveClock({ ...lane, runTask }, { action: "advance", byMs: 5000 })).rejects.toThrow("on purpose");
    expect(await lane.clock.read()).toEqual({ now: START + 5000, mode: "frozen" });
    expect((await lane.store.views.lane()).clock).toEqual({ mode: "frozen", at: START + 5000 });
  });
});
