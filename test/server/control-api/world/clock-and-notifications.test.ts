import { describe, expect, it } from "vitest";
import type { Lane } from "../../../../src/lane/lane.js";
import type { ControlContext } from "../../../../src/server/control-api/context.js";
import { mount } from "../../../../src/server/control-api/http/mount.js";
import { notificationCalls } from "../../../../src/server/control-api/traffic/notifications.js";
import { clockCalls } from "../../../../src/server/control-api/world/clock.js";
import { created } from "../../../support/client.js";
import { answer, failed, laneParts, order, ScriptedNotifier } from "../../../support/lane-parts.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const SHOP = "http://127.0.0.1:9/notify";

interface Told {
  readonly fired: readonly unknown[];
  readonly notifications: readonly unknown[];
  readonly attempts: readonly unknown[];
  readonly state: string;
  readonly note: string;
  readonly hint?: string;
}

function api(options: Parameters<typeof laneParts>[1] = {}) {
  const notifier = new ScriptedNotifier();
  const lane = laneParts(notifier, options);
  const context = {
    withLane: (_c, _how, use) => use(lane as unknown as Lane, async () => lane as unknown as Lane),
  } satisfies Partial<ControlContext> as unknown as ControlContext;
  const app = mount([...clockCalls, ...notificationCalls], () => context);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await app.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as Told };
  };
  return { lane, notifier, call };
}

describe("PUT clock", () => {
  it("answers when all that fell due has happened, and lists it", async () => {
    const { lane, notifier, call } = api();
    notifier.reply = () => (notifier.sent.length === 1 ? failed : answer());
    await call("PUT", "/clock", { action: "freeze", at: "2026-01-05T10:00:00+08:00" });
    const { order: paid } = await order(lane, { notifyUrl: SHOP });
    const { body } = await call("PUT", "/clock", { action: "advance", by: "1m" });
    expect(body).toMatchObject({ now: "2026-01-05T02:01:00.000+00:00", mode: "frozen" });
    expect(body.fired).toMatchObject([
      { kind: "notification", at: "2026-01-05T02:00:00.000+00:00", orderId: paid.id, attempt: 1, state: "due" },
      { kind: "notification", at: "2026-01-05T02:00:15.000+00:00", attempt: 2, state: "acknowledged" },
    ]);
  });

  it.each([
    [{ action: "advance", by: "0" }, 200],
    [{ action: "resume" }, 200],
    [{ action: "advance" }, 400],
    [{ action: "advance", by: "soon" }, 400],
    [{ action: "advance", by: "3650001d" }, 400],
    [{ action: "set", at: "9999-12-31T23:59:59-00:01" }, 400],
    [{ action: "freeze", at: "0000-01-01T00:00:00+00:01" }, 400],
    [{ action: "set" }, 400],
    [{ action: "resume", at: "2026-01-05T10:00:00Z" }, 400],
    [{ action: "stop" }, 400],
    [{}, 400],
  ])("answers %j with %i", async (body, status) => {
    expect((await api().call("PUT", "/clock", body)).status).toBe(status);
  });

  const evening = "2026-01-05T23:59:00+08:00";
  it.each([
    ["over midnight, with a paid order", { isPaid: true, by: "1m" }, expect.stringContaining("POST /_sandbox/settle")],
    ["up to midnight", { isPaid: true, by: "59s" }, undefined],
    ["over midnight, without a paid order", { isPaid: false, by: "1m" }, undefined],
    ["over midnight, if that settles", { isPaid: true, by: "1m", dailySettlement: true }, undefined],
  ])("says that nothing is settled by a move %s: %j", async (_, { isPaid, by, ...options }, hint) => {
    const { lane, call } = api(options);
    await call("PUT", "/clock", { action: "freeze", at: evening });
    if (isPaid) await order(lane);
    expect((await call("PUT", "/clock", { action: "advance", by })).body.hint).toEqual(hint);
  });

  it("says so once, at the first midnight of the oldest paid order", async () => {
    const { lane, call } = api();
    await call("PUT", "/clock", { action: "freeze", at: evening });
    await order(lane);
    const hints = [];
    for (const by of ["2d", "30d"]) {
      hints.push((await call("PUT", "/clock", { action: "advance", by })).body.hint);
      await order(lane);
    }
    expect(hints).toEqual([expect.stringContaining("a midnight has passed"), undefined]);
  });

  it("says so of an order that was made before an earlier midnight, and paid after it", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await control(url, "PUT", "clock", { action: "freeze", at: evening });
    const { id } = await created(client, { expiryTime: "2026-01-20T00:00:00+08:00" });
    const hints = [];
    for (const isPaid of [false, true]) {
      if (isPaid) await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
      hints.push((await control(url, "PUT", "clock", { action: "advance", by: "1d" })).body.hint);
    }
    expect(hints).toEqual([undefined, expect.stringContaining("a midnight has passed")]);
  });

  it("names an unknown member", async () => {
    const { body } = await api().call("PUT", "/clock", { action: "advance", by: "1m", untill: 1 });
    expect(body).toMatchObject({ code: "unknown-member", message: "unknown member: untill" });
  });
});

describe("notifications", () => {
  it("are listed newest first, with their attempts", async () => {
    const { lane, call } = api();
    await order(lane, { notifyUrl: SHOP });
    await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.deliverNow([1, 2]);
    const { body } = await call("GET", "/notifications");
    expect(body.notifications).toMatchObject([
      { id: 2, state: "acknowledged", nextAt: null, attempts: [{ status: 200, body: "OK", durationMs: 1, why: null }] },
      { id: 1, state: "acknowledged" },
    ]);
  });

  it("are resent at once, whatever the clock", async () => {
    const { lane, notifier, call } = api();
    await lane.clock.freeze();
    await order(lane, { notifyUrl: SHOP, notify: { delayMs: 3_600_000 } });
    const { status, body } = await call("POST", "/notifications/1/resend");
    expect([status, body.state, notifier.sent.length]).toEqual([200, "acknowledged", 1]);
  });

  it("on their way are resent when their attempt has ended", async () => {
    const { lane, notifier, call } = api();
    const shop = Promise.withResolvers<void>();
    notifier.reply = async () => {
      await shop.promise;
      return answer({});
    };
    await order(lane, { notifyUrl: SHOP });
    const first = lane.deliveries.deliverNow([1]);
    const resent = call("POST", "/notifications/1/resend");
    shop.resolve();
    await first;
    expect(await resent).toMatchObject({ status: 200, body: { state: "acknowledged", attempts: [{}, {}] } });
  });

  it("that were acknowledged stay so when they are resent and the shop fails: one attempt more, no retries", async () => {
    const { lane, notifier, call } = api();
    await lane.clock.freeze();
    await order(lane, { notifyUrl: SHOP });
    await lane.deliveries.deliverNow([1]);
    notifier.reply = async () => answer({ status: 500, verdict: "failed", why: "answered 500" });
    const { body } = await call("POST", "/notifications/1/resend");
    expect(body).toMatchObject({
      state: "acknowledged",
      nextAt: null,
      effects: {},
      attempts: [{ why: null }, { why: "answered 500" }],
    });
    expect(JSON.stringify(body)).not.toContain("wasAcknowledged");
    await call("PUT", "/clock", { action: "advance", by: "1d" });
    expect((await call("GET", "/notifications/1")).body.attempts).toHaveLength(2);
  });

  it("that a rule holds are released", async () => {
    const { lane, call } = api();
    await order(lane, { notifyUrl: SHOP, notify: { hold: true } });
    expect((await call("GET", "/notifications/1")).body.note).toBe("held by a rule, until it is released");
    const { status, body } = await call("POST", "/notifications/1/release");
    expect([status, body.state]).toEqual([200, "acknowledged"]);
  });

  it("held for their public host say how it is allowed", async () => {
    const { lane, notifier, call } = api();
    notifier.reply = () => answer({ verdict: "held", why: "public host" });
    await order(lane, { notifyUrl: "https://shop.example.com/n" });
    await lane.deliveries.deliverNow([1]);
    expect((await call("GET", "/notifications/1")).body).toMatchObject({
      state: "held",
      note: "public host (allow it with --allow-notify shop.example.com, or allowNotify in the library)",
    });
  });

  it.each([
    ["GET", "/notifications/99", 404],
    ["POST", "/notifications/99/resend", 404],
    ["POST", "/notifications/1/release", 409],
    ["POST", "/notifications/2/resend", 409],
    ["GET", "/notifications?limit=0", 400],
    ["GET", "/notifications?before=req-1", 400],
    ["GET", "/notifications?before=notification-1", 200],
    ["GET", "/notifications?stat=due", 400],
  ])("%s %s answers %i", async (method, path, status) => {
    const { lane, call } = api();
    await order(lane, { notifyUrl: SHOP });
    await order(lane, { notifyUrl: "app://paid" });
    expect((await call(method, path)).status).toBe(status);
  });
});
