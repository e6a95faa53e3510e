import { describe, expect, it } from "vitest";
import { created, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const sandbox = ofFile(await startTestSandbox());

const wait = (url: string, body: object) => control(url, "POST", "wait", body);

describe("a wait", () => {
  it("is answered at once for what is so already", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await sold(client, { merchantReference: "A" });
    const order = await wait(url, { for: "order", match: { merchantReference: "A", status: "SUCCESS" } });
    expect(order.body.matched).toMatchObject([{ id, netAmount: 50 }]);
    const request = await wait(url, { for: "request", match: { operation: "tokenization/*", amount: { gt: 49 } } });
    expect(request.body.matched).toMatchObject([{ requestId: "req-1", amount: 50, responseCode: "0000" }]);
  });

  it("is answered as soon as it becomes so", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await created(client, { merchantReference: "B" });
    const paid = wait(url, { for: "order", match: { merchantReference: "B", status: "SUCCESS" }, timeoutMs: 60_000 });
    const asked = wait(url, { for: "request", match: { operation: "*/query" }, count: 2, timeoutMs: 60_000 });
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    expect((await paid).body.matched).toMatchObject([{ id }]);
    for (let i = 0; i < 2; i++) await client("hosted-checkout/query", { merchantId: 3, orderId: id });
    expect((await asked).body.matched).toHaveLength(2);
  });

  it("for a notification ends when the shop has answered", async () => {
    await using shop = await startShop(({ fields }) => fields.merchantReference === "C");
    const { url, client } = await sandbox.lane();
    const callbackUrl = { notify: shop.notifyUrl };
    await sold(client, { merchantReference: "C", callbackUrl });
    await sold(client, { merchantReference: "D", callbackUrl });
    const ofC = { for: "notification", match: { merchantReference: "C", acknowledged: true } };
    expect((await wait(url, ofC)).body.matched).toMatchObject([{ state: "acknowledged", attempts: [{ status: 200 }] }]);
    const ofD = { for: "notification", match: { merchantReference: "D" } };
    expect((await wait(url, ofD)).body.matched).toMatchObject([{ attempts: [{ status: 400 }] }]);
    expect((await wait(url, { ...ofD, match: { ...ofD.match, acknowledged: true }, timeoutMs: 0 })).http).toBe(408);
  });

  it("sees a call whose answer was lost", async () => {
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "next", { fault: "connection-reset", placed: "before-commit" });
    await expect(client("tokenization/sale", requests.sale())).rejects.toThrow();
    const seen = await wait(url, { for: "request", match: { operation: "tokenization/sale" } });
    expect(seen.body.matched).toMatchObject([{ rule: "rule-1" }]);
  });

  it("for a notification that cannot come says that its order has no address", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await sold(client, { merchantReference: "A-1" });
    const late = await wait(url, { for: "notification", match: { merchantReference: "A-1" }, timeoutMs: 1 });
    expect(late.body).toMatchObject({
      fix: `order ${id} (A-1) is SUCCESS but has no callbackUrl.notify: nothing is sent`,
    });
  });

  it("for a second notification of a refunded order says that a refund sends none", async () => {
    await using shop = await startShop(() => true);
    const { url, client } = await sandbox.lane();
    const { id } = await sold(client, { merchantReference: "A-1", callbackUrl: { notify: shop.notifyUrl } });
    const refund = { merchantId: 3, orderId: id, amount: 5 };
    expect(await client("hosted-checkout/refund", refund)).toMatchObject({ body: { responseCode: "0000" } });
    const paid = { for: "notification", match: { merchantReference: "A-1", acknowledged: true } };
    expect((await wait(url, paid)).http).toBe(200);
    const late = await wait(url, { ...paid, count: 2, timeoutMs: 1 });
    expect(late.body.fix).toBe(`order ${id} (A-1) is REFUNDED: a refund or void sends no notification`);
  });

  it.each([
    [
      "notification",
      { merchantReference: "NOPE-1" },
      "no order of this lane has the reference NOPE-1; it has A-1: check it, and the lane",
    ],
    ["notification", { orderId: 7 }, "no order of this lane has the id 7; it has A-1: check it, and the lane"],
    [
      "order",
      { merchantReference: "NOPE-*" },
      "no order of this lane has the reference NOPE-*; it has A-1: check it, and the lane",
    ],
    [
      "request",
      { merchantReference: "NOPE-1", operation: "*/refund" },
      "no call names an order with the reference NOPE-1: check it, and the lane",
    ],
  ])("for the %s of %j that nobody has says so, and no reason of another order", async (what, match, fix) => {
    const { url, client } = await sandbox.lane();
    await sold(client, { merchantReference: "A-1", callbackUrl: { notify: "app://shop" } });
    const late = await wait(url, { for: what, match, timeoutMs: 1 });
    expect(late.body).toMatchObject({ fix, nearest: [{ merchantReference: "A-1" }] });
  });

  it("for the notification of one order gives no reason of another's", async () => {
    await using shop = await startShop(() => true);
    const { url, client } = await sandbox.lane();
    const { id } = await created(client, { merchantReference: "A-1", callbackUrl: { notify: shop.notifyUrl } });
    await sold(client, { merchantReference: "A-2", callbackUrl: { notify: "app://shop" } });
    const late = await wait(url, { for: "notification", match: { merchantReference: "A-1" }, timeoutMs: 1 });
    expect(late.body.fix).toBe(`order ${id} (A-1) is OPEN: nothing is sent before it is paid`);
  });

  it("for a stored card's notification is named by kind and token, and lists are, too", async () => {
    await using shop = await startShop(() => true);
    const { url, client } = await sandbox.lane();
    await sold(client, { callbackUrl: { notify: shop.notifyUrl } });
    const tokenIds: number[] = [];
    for (const userId of ["amy", "ben"]) {
      await client("tokenization/add-token", { merchantId: 3, userId, callbackUrl: { notify: shop.notifyUrl } });
      const [entry] = (await control(url, "GET", "card-entries")).body.cardEntries;
      await control(url, "POST", `card-entries/${entry.id}/simulate`, { action: "save" });
      const [token] = (await control(url, "GET", `tokens?userId=${userId}`)).body.tokens;
      tokenIds.push(token.tokenId);
    }
    const [first, second] = tokenIds;
    const ofToken = (body: { notifications: { fields: { tokenId?: string } }[] }) =>
      body.notifications.map(({ fields }) => fields.tokenId);
    const both = await wait(url, { for: "notification", match: { kind: "token" }, count: 2 });
    expect(ofToken({ notifications: both.body.matched })).toEqual([String(first), String(second)]);
    const one = await wait(url, { for: "notification", match: { tokenId: first } });
    expect(ofToken({ notifications: one.body.matched })).toEqual([String(first)]);
    expect(ofToken((await control(url, "GET", `notifications?tokenId=${second}`)).body)).toEqual([String(second)]);
    expect((await control(url, "GET", "notifications?kind=payment")).body.notifications).toHaveLength(1);
  });

  it.each([
    ["late", { delay: "10m" }, /^notification 1 is due at 20.*: advance the clock by 10m with PUT \/_sandbox\/clock$/],
    ["dropped", { drop: true }, /^notification 1 was dropped by rule "rule-1": send it with POST .*\/1\/resend$/],
  ])("for a notification that is %s says what to do", async (_, notify, fix) => {
    await using shop = await startShop(() => true);
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", { then: { notify } });
    await sold(client, { merchantReference: "L-1", callbackUrl: { notify: shop.notifyUrl } });
    const match = { merchantReference: "L-1", acknowledged: true };
    const late = await wait(url, { for: "notification", match, timeoutMs: 1 });
    expect(late.body.fix).toMatch(fix);
  });

  it("for the acknowledgement of a notification that the shop refuses says why before how to send it again", async () => {
    await using shop = await startShop(() => false);
    const { url, client } = await sandbox.lane();
    await control(url, "PUT", "clock", { action: "freeze" });
    await sold(client, { merchantReference: "R-1", callbackUrl: { notify: shop.notifyUrl } });
    const match = { merchantReference: "R-1" };
    await wait(url, { for: "notification", match });
    const vain = async () =>
      (await wait(url, { for: "notification", match: { ...match, acknowledged: true }, timeoutMs: 1 })).body.fix;
    expect(await vain()).toMatch(
      /^the last attempt of notification 1 failed: answered 400.* Mend that, then advance the clock by 15s with PUT \/_sandbox\/clock, or send it with POST \/_sandbox\/notifications\/1\/resend$/,
    );
    await control(url, "PUT", "clock", { action: "advance", by: "30d" });
    await wait(url, { for: "notification", match: { ...match, state: "gave-up" } });
    expect(await vain()).toMatch(
      /^the last .* failed: answered 400.* Mend that, then send it with POST .*\/1\/resend$/,
    );
    const other = await wait(url, { for: "notification", match: { ...match, attempts: 99 }, timeoutMs: 1 });
    expect(other.body.fix).not.toContain("Mend that");
    await control(url, "POST", "reset");
    await control(url, "PUT", "clock", { action: "freeze" });
    await sold(client, { merchantReference: "R-1", callbackUrl: { notify: shop.notifyUrl } });
    await wait(url, { for: "notification", match });
    const second = await wait(url, { for: "notification", match: { ...match, attempts: 2 }, timeoutMs: 1 });
    expect(second.body.fix).toMatch(
      /^the last attempt of notification 1 failed: answered 400.*\. notification 1 is due at 20\S+: advance the clock by 15s with/,
    );
  });

  it.each([
    ["a rule that has a name", { name: "late notice" }, ' by rule "late notice"'],
    ["a rule without one", {}, ' by rule "rule-1"'],
    ["nobody's rule", undefined, ""],
  ])("for a notification that is held by %s names it, and how it is released", async (_, rule, by) => {
    await using shop = await startShop(() => true);
    const { url, client } = await sandbox.lane();
    if (rule) await control(url, "POST", "rules", { ...rule, then: { notify: { hold: true } } });
    else await control(url, "PUT", "clock", { action: "freeze" });
    await sold(client, { merchantReference: "H-1", callbackUrl: { notify: shop.notifyUrl } });
    const match = { merchantReference: "H-1" };
    if (!rule) await control(url, "POST", "notifications/1/hold");
    const late = await wait(url, { for: "notification", match, timeoutMs: 1 });
    expect(late.body.fix).toBe(`notification 1 is held${by}: release it with POST /_sandbox/notifications/1/release`);
    const more = await wait(url, { for: "notification", match: { ...match, state: "held" }, count: 2, timeoutMs: 1 });
    expect(more.body.fix).toBe("see nearest; check the lane, whose clock is frozen");
  });

  it("that was in vain tells the nearest facts", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await created(client, { merchantReference: "E" });
    const vain = (status: string) =>
      wait(url, { for: "order", match: { merchantReference: "E", status }, timeoutMs: 1 });
    const late = await vain("SUCCESS");
    expect(late.http).toBe(408);
    expect(late.body).toMatchObject({ code: "timeout", nearest: [{ merchantReference: "E", status: "OPEN" }] });
    expect(late.body.message).toContain("0 of 1");
    const until = `order ${id} (E) is OPEN until ${late.body.nearest[0].expiryTime}: `;
    expect(late.body.fix).toBe(`${until}pay it with POST /_sandbox/orders/${id}/simulate`);
    expect((await vain("CLOSED")).body.fix).toBe(`${until}advance the clock by 1000s with PUT /_sandbox/clock`);
  });

  it.each([{}, { acknowledged: true }])("for a notification %j in a lane that has none says why", async (match) => {
    const { url, client } = await sandbox.lane();
    const fix = async () => (await wait(url, { for: "notification", match, timeoutMs: 1 })).body.fix;
    const none = "no order was created in this lane, so it has no notifications: check the lane";
    expect(await fix()).toBe(`${none}, whose clock is frozen`);
    await control(url, "PUT", "clock", { action: "resume" });
    expect(await fix()).toBe(none);
    const silent = await sold(client, { merchantReference: "A-1" });
    const why = "no notification in this lane:";
    expect(await fix()).toBe(
      `${why} order ${silent.id} (A-1) is SUCCESS but has no callbackUrl.notify: nothing is sent`,
    );
    const open = await created(client, { merchantReference: "A-2", callbackUrl: { notify: "http://localhost:1/n" } });
    await sold(client, { merchantReference: "A-3" });
    expect(await fix()).toBe(`${why} order ${open.id} (A-2) is OPEN: nothing is sent before it is paid`);
    const stored = await wait(url, { for: "notification", match: { ...match, kind: "token" }, timeoutMs: 1 });
    expect(stored.body.fix).toBe("check the lane");
  });

  it("ends when its lane is reset", async () => {
    const { url, client } = await sandbox.lane();
    const waiting = wait(url, { for: "order", match: { merchantReference: "F" }, timeoutMs: 60_000 });
    // A call behind the wait on the same server: the wait is there when it is answered.
    await created(client);
    await control(url, "POST", "reset");
    expect((await waiting).http).toBe(408);
  });

  it.each([
    ["a kind that there is not", { for: "refund" }, /for/],
    ["an unknown member", { for: "order", match: { reference: "A" } }, /match\.reference/],
    ["a member of another kind", { for: "order", match: { acknowledged: true } }, /match\.acknowledged/],
    ["no time at all below zero", { for: "order", timeoutMs: -1 }, /timeoutMs/],
  ])("for %s is refused", async (_, body, named) => {
    const told = await wait(sandbox.url, body);
    expect(told.http).toBe(400);
    expect(told.body.message).toMatch(named);
  });
});
