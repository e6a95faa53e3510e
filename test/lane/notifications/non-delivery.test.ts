import { describe, expect, it } from "vitest";
import { later } from "../../../src/core/domain/money.js";
import { describeDelivery, describeFrozen, noteOf } from "../../../src/lane/notifications/non-delivery.js";
import type { Log } from "../../../src/lane/ports/log.js";
import type { OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { answer, failed } from "../../support/lane-parts.js";
import { NOW, orders } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

/** Each line with its level and its facts. */
function kept() {
  const lines: unknown[] = [];
  const at = (level: string) => (line: string, facts?: object) => void lines.push([level, line, facts]);
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn") };
  return { lines, log };
}

describe("a paid order of which nobody hears", () => {
  const who = { orderId: 1, merchantReference: "A-1" };
  const said = (...entries: readonly Partial<OutboxEntry>[]) => {
    const { lines, log } = kept();
    describeFrozen(log, orders.paid, entries.map(outboxEntry));
    return lines;
  };

  it.each<[string, readonly Partial<OutboxEntry>[], readonly unknown[]]>([
    ["says so", [], [["info", "order 1 is paid, but no notification is sent: it has no callbackUrl.notify", who]]],
    ["says nothing where one is due", [{}], []],
    [
      "says why one is held",
      [{}, { id: 2, state: "held", note: "held by a rule" }],
      [["info", "notification 2 of order 1 held: held by a rule", who]],
    ],
    [
      "says quietly that an address is none that can be called",
      [{ state: "refused", note: "not an HTTP address", url: "app://x" }],
      [["debug", "notification 1 of order 1 refused: not an HTTP address (app://x)", who]],
    ],
    [
      "says why one was dropped",
      [{ state: "dropped", note: "dropped by a rule" }],
      [["info", "notification 1 of order 1 dropped: dropped by a rule", who]],
    ],
  ])("%s", (_, entries, expected) => {
    expect(said(...entries)).toEqual(expected);
  });
});

describe("what stands in the way of a notification", () => {
  it.each<[Partial<OutboxEntry>, string | undefined]>([
    [
      { state: "held", url: "https://shop.example:8443/n" },
      "public host (allow it with --allow-notify shop.example, or allowNotify in the library)",
    ],
    [{ state: "held", effects: { hold: true }, note: "held by a rule" }, "held by a rule"],
    [{ state: "due", note: "x" }, undefined],
    [{ state: "acknowledged", note: "x" }, undefined],
    [{ state: "dropped", note: "dropped by a rule" }, "dropped by a rule"],
    [{ state: "refused", note: "not an HTTP address" }, "not an HTTP address"],
  ])("of %j is %s", (over, expected) => {
    expect(noteOf(outboxEntry(over))).toBe(expected);
  });
});

describe("what came of an attempt", () => {
  const url = "https://shop.example/notify";
  const said = (over: Partial<Parameters<typeof describeDelivery>[1]>) => {
    const { lines, log } = kept();
    const next = { state: "due", dueAt: later(NOW, 15_000) } as const;
    describeDelivery(log, {
      entry: outboxEntry({ id: 4, orderId: 7 }),
      delivery: failed,
      n: 1,
      next,
      now: NOW,
      ...over,
    });
    return lines;
  };
  const facts = { notification: 4, orderId: 7, attempt: 1, status: 500 };
  const ended = (state: "gave-up" | "held" | "refused" | "acknowledged") => ({ next: { state, dueAt: null } });

  it.each<[string, Parameters<typeof said>[0], readonly unknown[]]>([
    [
      "a first failure",
      {},
      ["warn", `notification 4 to ${url} failed: answered 500; next try in 15 s on the lane's clock`, facts],
    ],
    [
      "a failure that can be mended",
      { delivery: { ...failed, advice: "Start the shop." } },
      [
        "warn",
        `notification 4 to ${url} failed: answered 500; next try in 15 s on the lane's clock. Start the shop.`,
        facts,
      ],
    ],
    [
      "a later failure, quietly",
      { n: 2 },
      [
        "debug",
        `notification 4 to ${url} failed: answered 500; next try in 15 s on the lane's clock`,
        { ...facts, attempt: 2 },
      ],
    ],
    [
      "the last failure",
      { n: 16, ...ended("gave-up") },
      ["warn", `notification 4 to ${url} given up after 16 attempts: answered 500`, { ...facts, attempt: 16 }],
    ],
    [
      "the only attempt of one that was forged, and that the shop refused",
      {
        entry: outboxEntry({ id: 4, orderId: 7, effects: { forge: "amount", isBeside: true } }),
        delivery: answer({ status: 400, why: "forged on purpose" }),
        ...ended("gave-up"),
      },
      ["info", `notification 4 to ${url} was forged on purpose`, { ...facts, status: 400 }],
    ],
    [
      "the only attempt of one to which nobody answered",
      { delivery: answer({ status: null, why: "refused" }), ...ended("gave-up") },
      ["warn", `notification 4 to ${url} given up after 1 attempt: refused`, { ...facts, status: null }],
    ],
    [
      "a host that is not allowed",
      { delivery: answer({ status: null, why: "public host" }), ...ended("held") },
      ["warn", `notification 4 to ${url} held: public host`, { ...facts, status: null }],
    ],
    [
      "an address that is never called",
      { delivery: answer({ status: null, why: "the control API" }), ...ended("refused") },
      ["warn", `notification 4 to ${url} refused: the control API`, { ...facts, status: null }],
    ],
    [
      "a refusal of one that was acknowledged before",
      { n: 2, delivery: failed, ...ended("acknowledged") },
      ["warn", `notification 4 to ${url} failed: answered 500`, { ...facts, attempt: 2 }],
    ],
    [
      "an acknowledgement, quietly",
      { delivery: answer(), ...ended("acknowledged") },
      ["debug", `notification 4 acknowledged by ${url}`, { ...facts, status: 200 }],
    ],
  ])("is said: %s", (_, over, expected) => {
    expect(said(over)).toEqual([expected]);
  });
});
