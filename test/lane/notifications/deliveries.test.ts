import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Delivery } from "../../../src/lane/ports/notifier.js";
import type { OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { moveClock } from "../../../src/lane/time/clock-moves.js";
import { answer, laneParts, order, ScriptedNotifier, START } from "../../support/lane-parts.js";

const SHOP = "http://127.0.0.1:9/notify";

/** Deliveries that end when the test says so. */
class Pending extends ScriptedNotifier {
  readonly open: { readonly entry: OutboxEntry; readonly end: (delivery: Delivery) => void }[] = [];
  override reply = (entry: OutboxEntry) => new Promise<Delivery>((end) => this.open.push({ entry, end }));
}
const nobodyThere: Delivery = {
  ...{ verdict: "failed", request: "{}", status: null, body: "", durationMs: 1, isNobodyThere: true },
  why: "connection refused",
};
const laterOn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function frozen<N extends ScriptedNotifier>(notifier: N) {
  const lane = laneParts(notifier);
  await lane.clock.freeze();
  return { lane, notifier };
}

describe("what is due", () => {
  it("does not wait for a slow target of another host", async () => {
    const { lane, notifier } = await frozen(new Pending());
    for (let i = 0; i < 600; i++) await order(lane, { notifyUrl: SHOP });
    await order(lane, { notifyUrl: "http://127.0.0.1:10/notify" });
    await lane.deliveries.dispatch();
    await laterOn();
    expect(notifier.open.map(({ entry }) => entry.url)).toContain("http://127.0.0.1:10/notify");
  });

  it("is sent where it was claimed once more just as its first claim was found to have ended", async () => {
    const { lane, notifier } = await frozen(new ScriptedNotifier());
    await order(lane, { notifyUrl: SHOP });
    const { store, deliveries } = lane;
    const due = await store.claim(START, 10);
    vi.spyOn(store, "claim").mockResolvedValue(due);
    vi.spyOn(store, "sending").mockImplementationOnce(async () => {
      await deliveries.dispatch();
      return undefined;
    });
    await deliveries.dispatch();
    await expect.poll(() => notifier.sent).toHaveLength(1);
    await deliveries.drain();
    expect((await store.views.notifications({})).map(({ state }) => state)).toEqual(["acknowledged"]);
  });

  it("fails with the first whose connection was refused, for that host alone, and is tried again later", async () => {
    const { lane, notifier } = await frozen(new ScriptedNotifier());
    const url = (n: number) => (n % 100 === 50 ? "http://127.0.0.1:10/notify" : SHOP);
    for (let n = 0; n < 600; n++) await order(lane, { notifyUrl: url(n) });
    await order(lane, { notifyUrl: SHOP, notify: { forge: "amount" } });
    notifier.reply = ({ url }) => (url === SHOP ? nobodyThere : answer());
    const happened = await moveClock(lane, { action: "advance", byMs: 15_000 });
    // Two rounds of eight at once, the forged one, and at most one more where the first eight had left a few behind.
    expect(notifier.sent.filter(({ url }) => url === SHOP).length).toBeLessThan(25);
    expect(notifier.sent.filter(({ effects }) => effects.forge)).toHaveLength(2);
    expect(notifier.sent.filter(({ url }) => url !== SHOP)).toHaveLength(6);
    expect(happened).toHaveLength(6 + 595 * 2);
    for (const { url, orderId, ...one } of await lane.store.views.notifications({ limit: 1000 }))
      expect({ orderId, ...one }).toMatchObject(
        url === SHOP
          ? {
              ...{ state: "due", dueAt: START + 30_000, attemptCount: 2 },
              attempts: [
                { n: 1, at: START, status: null, why: nobodyThere.why },
                { n: 2, at: START + 15_000, status: null, why: nobodyThere.why },
              ],
            }
          : { state: "acknowledged", attemptCount: 1 },
      );
    notifier.reply = () => answer();
    await moveClock(lane, { action: "advance", byMs: 15_000 });
    const states = (await lane.store.views.notifications({ limit: 1000 })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["acknowledged"]));
  });

  it("goes one after another for an order", async () => {
    const { lane, notifier } = await frozen(new Pending());
    await order(lane, { notifyUrl: SHOP, notify: { copies: 3 } });
    await lane.deliveries.dispatch();
    await laterOn();
    const ids = (): number[] => notifier.open.map(({ entry }) => entry.id);
    expect(ids()).toEqual([1]);
    notifier.open[0]?.end(answer());
    await laterOn();
    expect(ids()).toEqual([1, 2]);
  });
});

describe("what goes out of its turn", () => {
  it("is the attempt that a rule wants before the answer", async () => {
    const { lane, notifier } = await frozen(new ScriptedNotifier());
    const { outbox } = await order(lane, { notifyUrl: SHOP, notify: { before: "answer" } });
    lane.deliveries.answering(outbox[0]?.causedBy ?? 0);
    await lane.deliveries.deliverNow(outbox.map(({ id }) => id));
    expect(notifier.sent).toHaveLength(1);
  });

  it("is an acknowledged one that is sent again, on a frozen clock too", async () => {
    const { lane, notifier } = await frozen(new ScriptedNotifier());
    const { outbox } = await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.deliverNow([1]);
    await lane.deliveries.resend(outbox[0] as OutboxEntry);
    expect(notifier.sent).toHaveLength(2);
    expect((await lane.store.views.notifications({}))[0]).toMatchObject({ state: "acknowledged", attemptCount: 2 });
  });
});

it("sends after a restart what was on its way, and nothing that was acknowledged", async () => {
  const from = join(mkdtempSync(join(tmpdir(), "lane-")), "lane.sqlite");
  const before = laneParts(new Pending(), { from });
  await before.clock.freeze();
  await order(before, { notifyUrl: SHOP });
  const pending = new ScriptedNotifier();
  await before.deliveries.dispatch();
  await before.store.close();

  const after = laneParts(pending, { from });
  await after.deliveries.dispatch();
  await after.deliveries.drain();
  expect(pending.sent.map(({ id }) => id)).toEqual([1]);
  await after.store.close();

  const last = laneParts(new ScriptedNotifier(), { from });
  await last.deliveries.dispatch();
  await last.deliveries.drain();
  expect((await last.store.views.notifications({}))[0]).toMatchObject({ state: "acknowledged", attemptCount: 1 });
  await last.store.close();
});

describe("an attempt that cannot be written", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("ends nothing where the store is away again when what follows it is looked for", async () => {
    const { lane, notifier } = await frozen(new ScriptedNotifier());
    await order(lane, { notifyUrl: SHOP });
    const { store } = lane;
    const attempted = store.attempted.bind(store);
    vi.spyOn(store, "attempted")
      .mockRejectedValueOnce(new Error("database or disk is full"))
      .mockImplementationOnce(async (...given) => {
        const isKept = await attempted(...given);
        vi.spyOn(lane.clock, "now").mockRejectedValue(new Error("the database is away"));
        return isKept;
      });
    await lane.deliveries.dispatch();
    await lane.deliveries.drain();
    await vi.advanceTimersByTimeAsync(10_000);
    await laterOn();
    expect(lane.log.lines).toContain("the notification after 1 could not be sent: the database is away");
    expect([(await store.views.notifications({}))[0]?.state, notifier.sent.length]).toEqual(["acknowledged", 1]);
  });
});
