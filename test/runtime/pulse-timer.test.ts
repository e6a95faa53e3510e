import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PulseTimer } from "../../src/runtime/pulse-timer.js";
import { failed, laneParts, order, ScriptedNotifier, START } from "../support/lane-parts.js";

const SHOP = "http://127.0.0.1:9/notify";

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function running() {
  const notifier = new ScriptedNotifier();
  const real = { at: START, now: () => Date.now() };
  const lane = laneParts(notifier, { real });
  return { lane, notifier, timer: new PulseTimer(lane) };
}

it("sends what fell due once it is woken", async () => {
  const { lane, notifier, timer } = running();
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(notifier.sent).toHaveLength(1);
});

it("tries again when the retry falls due, and not before", async () => {
  const { lane, notifier, timer } = running();
  notifier.reply = () => failed;
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await vi.advanceTimersByTimeAsync(14_900);
  expect(notifier.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(notifier.sent).toHaveLength(2);
});

it("records an expiry at its instant", async () => {
  const { lane, timer } = running();
  const { order: open } = await order(lane, { paid: false });
  timer.wake(open.expiresAt);
  await vi.advanceTimersByTimeAsync(1_000_001);
  expect(lane.store.views.order(open.id)?.closedAt).toBe(open.expiresAt);
});

it("lets the first attempt leave on a frozen clock, and no retry", async () => {
  const { lane, notifier, timer } = running();
  lane.clock.freeze();
  notifier.reply = () => failed;
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(notifier.sent).toHaveLength(1);
});

it("does nothing more once it is stopped", async () => {
  const { lane, notifier, timer } = running();
  await order(lane, { notifyUrl: SHOP });
  timer.wake();
  timer.stop();
  timer.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notifier.sent).toHaveLength(0);
});
