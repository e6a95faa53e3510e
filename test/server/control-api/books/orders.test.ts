import { describe, expect, it } from "vitest";
import { created, reference, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const simulate = ({ url }: TestLane, id: number | string, body: object) =>
  control(url, "POST", `orders/${id}/simulate`, body);

describe("POST orders/:id/simulate", () => {
  const actions = [
    [{ action: "pay" }, "SUCCESS"],
    [{ action: "pay", card: "master" }, "SUCCESS"],
    [{ action: "pay", method: "ALIPAYHK" }, "SUCCESS"],
    [{ action: "decline" }, "OPEN"],
    [{ action: "decline", reason: "lost-card" }, "OPEN"],
    [{ action: "pay", card: "insufficient-funds" }, "OPEN"],
    [{ action: "cancel" }, "OPEN"],
    [{ action: "expire" }, "CLOSED"],
  ] as const;
  it.each(actions)("%j leaves an open order %s", async (body, status) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    const answer = await simulate(world, id, body);
    expect(answer).toMatchObject({ http: 200, body: { order: { id, status } } });
    const asked = await world.client("hosted-checkout/query", { merchantId: 3, orderId: id });
    expect(asked.body.order.status).toBe(status);
  });

  it("settles a paid order", async () => {
    const world = await sandbox.lane();
    const { id } = await sold(world.client);
    expect((await simulate(world, id, { action: "settle" })).body.order.status).toBe("SETTLED");
  });

  it.each([
    [{ action: "pay", reason: "lost-card" }, "reason: goes with action decline, expected no reason"],
    [{ action: "cancel", card: "master" }, "card: goes with action pay or decline, expected no card"],
    [{ action: "expire", method: "CARD" }, "method: goes with action pay or decline, expected no method"],
  ])("refuses %j, of which a part would be ignored", async (body, message) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    expect(await simulate(world, id, body)).toMatchObject({
      http: 400,
      body: { message: expect.stringContaining(message) },
    });
    expect((await control(world.url, "GET", `orders/${id}`)).body.order.status).toBe("OPEN");
    expect((await simulate(world, id, { action: "decline", card: "master" })).http).toBe(200);
  });

  it("declines a declining test card for that card's reason", async () => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    await simulate(world, id, { action: "decline", card: "insufficient-funds" });
    const [call] = (await control(world.url, "GET", "requests?operation=checkout/pay")).body.requests;
    expect(call.responseCode).toBe("3051");
  });

  const contradictions = [
    ["pay", "pay", /^order \d+ \(.+\) is paid already$/],
    ["pay", "cancel", /could not be cancelled: order \d+ \(.+\) is SUCCESS, and only an OPEN order can be cancelled$/],
    ["pay", "expire", /could not expire: .* is SUCCESS, and only an OPEN order can expire$/],
    ["expire", "pay", /could not be paid: order \d+ \(.+\) is CLOSED$/],
    ["decline", "settle", /could not be settled: .* is OPEN, and only a paid order that is not settled can be$/],
  ] as const;
  it.each(contradictions)("after %s answers 409 to %s, and changes nothing", async (first, second, says) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    await simulate(world, id, { action: first });
    const before = (await control(world.url, "GET", `orders/${id}`)).body.order;
    const { http, body } = await simulate(world, id, { action: second });
    expect([http, body]).toEqual([
      409,
      { code: expect.any(String), message: expect.stringMatching(says), fix: expect.any(String) },
    ]);
    expect((await control(world.url, "GET", `orders/${id}`)).body.order).toEqual(before);
  });

  it.each([
    ["refund", "refunded"],
    ["void", "voided"],
  ] as const)("refuses to pay after a %s, and says that the order was %s", async (operation, was) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    await simulate(world, id, { action: "pay" });
    await world.client(`hosted-checkout/${operation}`, { merchantId: 3, orderId: id, amount: 1 });
    expect((await simulate(world, id, { action: "pay" })).body.message).toMatch(
      new RegExp(`^order ${id} \\(.+\\) was paid and then ${was}$`),
    );
  });

  it.each(["pay", "decline"])(
    "refuses to %s the order of a declined stored card, which has no page",
    async (action) => {
      const world = await sandbox.lane();
      await control(world.url, "POST", "next", { outcome: "insufficient-funds" });
      const params = requests.sale({ merchantReference: "NO-PAGE" });
      await world.client("tokenization/sale", params);
      const [{ id }] = (await control(world.url, "GET", "orders")).body.orders;
      const { http, body } = await simulate(world, id, { action });
      expect([http, body]).toEqual([
        409,
        {
          code: "order-not-payable",
          message: `order ${id} (NO-PAGE) has no payment page: its stored card was declined`,
          fix: "charge again under a new merchantReference, because this one is used up",
        },
      ]);
      expect((await control(world.url, "GET", `orders/${id}`)).body.order.status).toBe("OPEN");
    },
  );

  it("says of a closed order that another one is needed", async () => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    await simulate(world, id, { action: "expire" });
    expect((await simulate(world, id, { action: "pay" })).body.fix).toBe(
      "create another order: only an OPEN one can be paid",
    );
  });

  it.each([
    ["pay", "expire", "the order could not be paid: order ID (LATE) is CLOSED"],
    ["decline", "expire", "the order could not be declined: order ID (LATE) is CLOSED"],
    [
      "cancel",
      "expire",
      "the order could not be cancelled: order ID (LATE) is CLOSED, and only an OPEN order can be cancelled",
    ],
  ] as const)("names the state after the act: %s, with %s meanwhile", async (action, meanwhile, message) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client, { merchantReference: "LATE" });
    const operation = action === "cancel" ? "checkout/cancel" : "checkout/pay";
    await control(world.url, "POST", "rules", { when: { operation }, times: 1, then: { meanwhile } });
    expect((await simulate(world, id, { action })).body.message).toBe(
      `${message.replace("ID", String(id))}; rule "rule-1" fired`,
    );
  });

  it("answers 404 where there is no such order, in this lane", async () => {
    const [world, other] = [await sandbox.lane(), await sandbox.lane()];
    const { id } = await created(other.client);
    for (const which of [id, 1, "x"]) expect((await simulate(world, which, { action: "pay" })).http).toBe(404);
  });

  const wrong = [
    [{}, "action"],
    [{ action: "refund" }, "action"],
    [{ action: "pay", card: "no-such-card" }, 'card: is "no-such-card", expected a test card\'s name'],
    [{ action: "pay", method: "CASH" }, "method"],
    [{ action: "decline", reason: "because" }, "reason"],
    [{ action: "pay", crad: "visa" }, "unknown member: crad"],
  ] as const;
  it.each(wrong)("answers 400 to %j, naming what is wrong", async (body, message) => {
    const world = await sandbox.lane();
    const { id } = await created(world.client);
    const answer = await simulate(world, id, body);
    expect([answer.http, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("GET orders", () => {
  it("lists the newest first, filtered, at most as many as asked for", async () => {
    const world = await sandbox.lane();
    const merchantReference = reference();
    const open = await created(world.client, { merchantReference });
    const paid = await sold(world.client);
    const closed = await created(world.client);
    await simulate(world, closed.id, { action: "expire" });
    const ids = async (query: string) =>
      (await control(world.url, "GET", `orders${query}`)).body.orders.map((order: { id: number }) => order.id);
    expect(await ids("")).toEqual([closed.id, paid.id, open.id]);
    expect(await ids("?limit=2")).toEqual([closed.id, paid.id]);
    expect(await ids("?status=SUCCESS")).toEqual([paid.id]);
    expect(await ids("?status=CLOSED")).toEqual([closed.id]);
    expect(await ids(`?merchantReference=${merchantReference}`)).toEqual([open.id]);
    expect(await ids("?merchantId=4")).toEqual([]);
  });

  it("lists those of some days, or between two instants, by the lane's clock", async () => {
    const world = await sandbox.lane();
    const at = async (instant: string) => {
      await control(world.url, "PUT", "clock", { action: "set", at: instant });
      return (await created(world.client)).id;
    };
    const first = await at("2030-01-04T23:59:59Z");
    const second = await at("2030-01-05T00:00:00Z");
    const third = await at("2030-01-06T12:00:00Z");
    const ids = async (query: string) =>
      (await control(world.url, "GET", `orders?${query}`)).body.orders.map((order: { id: number }) => order.id);
    expect(await ids("from=2030-01-05")).toEqual([third, second]);
    expect(await ids("to=2030-01-05")).toEqual([second, first]);
    expect(await ids("from=2030-01-05&to=2030-01-05")).toEqual([second]);
    expect(await ids("from=2030-01-05T00:00:01Z&status=OPEN&limit=1")).toEqual([third]);
    expect(await ids("to=2030-01-05T07:59:59%2B08:00")).toEqual([first]);
  });

  it.each([
    "from=yesterday",
    "to=2030-13-01",
    "to=2030-02-30",
    "from=2030-01-05T10:00",
    "status=PAID",
    "limit=0",
    "limit=x",
    "ref=1",
  ])("answers 400 to ?%s", async (query) => {
    expect((await sandbox.control("GET", `orders?${query}`)).http).toBe(400);
  });
});

describe("an order by its reference", () => {
  it("is the newest one that has it", async () => {
    const world = await sandbox.lane();
    const name = "2026/11 A&B";
    await created(world.client, { merchantId: 4, merchantReference: name });
    const { id } = await created(world.client, { merchantReference: name });
    const path = encodeURIComponent(name);
    expect(await simulate(world, path, { action: "pay" })).toMatchObject({ http: 200, body: { order: { id } } });
    expect((await control(world.url, "GET", `orders/${path}`)).body.order).toMatchObject({ id, status: "SUCCESS" });
  });

  it("gives way to an order with this id", async () => {
    const world = await sandbox.lane();
    const first = await created(world.client);
    const second = await created(world.client, { merchantReference: String(first.id) });
    const third = await created(world.client, { merchantReference: "77" });
    const ids = [first.id, 77].map(async (text) => (await control(world.url, "GET", `orders/${text}`)).body.order.id);
    expect(await Promise.all(ids)).toEqual([first.id, third.id]);
    expect(second.id).not.toBe(first.id);
  });

  it("names its newest notification, forged ones only if there is no other", async () => {
    const world = await sandbox.lane();
    const merchantReference = reference();
    await created(world.client, { merchantReference, callbackUrl: { notify: "app://shop" } });
    expect((await control(world.url, "GET", `notifications/${merchantReference}`)).http).toBe(404);
    const forged = { when: { merchantReference }, then: { notify: { beside: { forge: "amount", sent: "after" } } } };
    expect((await control(world.url, "POST", "rules", forged)).http).toBe(201);
    await simulate(world, merchantReference, { action: "pay" });
    const { notifications } = (await control(world.url, "GET", "notifications")).body;
    const own = notifications.find(({ effects }: { effects: { forge?: string } }) => effects.forge === undefined);
    expect(notifications.length).toBe(2);
    expect((await control(world.url, "GET", `notifications/${merchantReference}`)).body.id).toBe(own.id);
    const sent = await control(world.url, "POST", `notifications/${merchantReference}/resend`, {});
    expect(sent).toMatchObject({ http: 409, body: { code: "not-http" } });
  });
});

describe("GET orders/:id", () => {
  it("tells the order, its transactions, ledger lines, notifications and timeline", async () => {
    const world = await sandbox.lane();
    const { id } = await created(world.client, { callbackUrl: { notify: "app://shop" } });
    await simulate(world, id, { action: "decline" });
    await simulate(world, id, { action: "pay" });
    await world.client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount: 20 });
    const { body } = await control(world.url, "GET", `orders/${id}`);
    expect(body.order).toMatchObject({ id, merchantId: 3, status: "REFUNDED", amount: 50, netAmount: 30 });
    expect(body.checkoutUrl).toContain(`${world.url}/checkout/`);
    const transactions = body.transactions.map((t: { type: string; status: string }) => [t.type, t.status]);
    expect(transactions).toEqual([
      ["SALE", "DECLINED"],
      ["SALE", "REFUNDED"],
      ["REFUND", "SUCCESS"],
    ]);
    const sum = body.ledger.reduce((total: number, line: { amount: number }) => total + line.amount, 0);
    expect([body.ledger.length, sum]).toEqual([4, 0]);
    expect(body.notifications).toMatchObject([{ orderId: id, state: "refused", attempts: [] }]);
    expect(body.timeline.map(({ what }: { what: string }) => what)).toEqual([
      "hosted-checkout/create",
      "checkout/pay",
      "checkout/pay",
      "hosted-checkout/refund",
    ]);
  });
});
