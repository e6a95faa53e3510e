import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { instant } from "../../../src/core/domain/money.js";
import { PulseTimer } from "../../../src/lane/runtime/pulse-timer.js";
import { failed, KeptLog, laneParts, order, ScriptedNotifier, START } from "../../support/lane-parts.js";

const SHOP = "http://127.0.0.1:9/notify";

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many turns of the event loop a pulse takes, at most: each of its commits ends with one. */
const TURNS = 50;

/** Moves time, and lets all that began by it come to its end. */
async function later(byMs: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(byMs);
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function running() {
  const notifier = new ScriptedNotifier();
  const real = { at: START, now: () => instant(Date.now()) };
  const lane = laneParts(notifier, { real });
  return { lane, notifier, timer: new PulseTimer(lane) };
}

it("sends what fell due once it is woken", async () => {
  const { lane, notifier, timer } = running();
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await later(0);
  expect(notifier.sent).toHaveLength(1);
});

it("tries again when the retry falls due, and not before", async () => {
  const { lane, notifier, timer } = running();
  notifier.reply = () => failed;
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await later(0);
  await later(14_900);
  expect(notifier.sent).toHaveLength(1);
  await later(200);
  expect(notifier.sent).toHaveLength(2);
});

it("records an expiry at its instant", async () => {
  const { lane, timer } = running();
  const { order: open } = await order(lane, { paid: false });
  timer.wake(open.expiresAt);
  await later(0);
  await later(1_000_001);
  expect((await lane.store.views.order(open.id))?.closedAt).toBe(open.expiresAt);
});

it("lets the first attempt leave on a frozen clock, and no retry", async () => {
  const { lane, notifier, timer } = running();
  await lane.clock.freeze();
  notifier.reply = () => failed;
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await later(0);
  await later(3_600_000);
  expect(notifier.sent).toHaveLength(1);
});

it("waits in pieces for what falls due later than a timer can wait", async () => {
  const { lane, notifier, timer } = running();
  const days = 60;
  await order(lane, { notifyUrl: SHOP, notify: { delayMs: days * 86_400_000 } });
  timer.wake();
  await later(days * 86_400_000 - 1);
  expect(notifier.sent).toHaveLength(0);
  await later(1);
  expect(notifier.sent).toHaveLength(1);
});

it("says nothing about a lane that was replaced before the timer is stopped", async () => {
  const log = new KeptLog();
  const lane = { ...laneParts(new ScriptedNotifier()), log };
  const timer = new PulseTimer(lane);
  await lane.store.close({ isDropped: true });
  timer.wake();
  await later(0);
  timer.stop();
  expect(log.lines).toEqual([]);
});

it("does nothing more once it is stopped", async () => {
  const { lane, notifier, timer } = running();
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  timer.stop();
  timer.wake();
  await later(60_000);
  expect(notifier.sent).toHaveLength(0);
});

it("backs off while the store cannot write, says so once, and goes on when it can", async () => {
  const { lane, notifier, timer } = running();
  await order(lane, { notifyUrl: SHOP });
  const claim = vi.spyOn(lane.store, "claim").mockRejectedValue(new Error("database or disk is full"));
  timer.wake();
  for (let s = 0; s < 30; s++) await later(1000);
  expect(claim.mock.calls.length).toBeLessThan(12);
  expect(lane.log.lines.filter((line) => line.includes("disk is full"))).toHaveLength(1);
  claim.mockRestore();
  for (let s = 0; s < 11; s++) await later(1000);
  expect(notifier.sent).toHaveLength(1);
  expect(lane.log.lines.at(-1)).toContain("works again");
});

it("looks again at what came while it read what is due next", async () => {
  const { lane, notifier, timer } = running();
  const { views } = lane.store;
  const { nextDue } = views;
  let reads = 0;
  vi.spyOn(views, "nextDue").mockImplementation(async (of) => {
    const due = await nextDue(of);
    if (++reads !== 2) return due;
    await order(lane, { notifyUrl: SHOP });
    timer.wake();
    return due;
  });
  timer.wake();
  await later(0);
  await later(0);
  expect(notifier.sent).toHaveLength(1);
});
