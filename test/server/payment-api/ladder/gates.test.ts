import { describe, expect, it } from "vitest";
import { clientOf, DEMO_MERCHANT, reference, requests } from "../../../support/client.js";
import { listening } from "../../../support/listening.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const LONG_MS = 600_000;

const held = (url: string) => control(url, "POST", "wait", { for: "request", match: {}, timeoutMs: 5000 });
const gatesOf = async (url: string) => (await control(url, "GET", "gates")).body.gates;

describe("a gate", () => {
  it("holds the answer after the commit until it is released", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", { then: { gate: { name: "sale", idleMs: LONG_MS } } });
    const params = requests.sale();
    let hasAnswered = false;
    const answering = client("tokenization/sale", params).finally(() => {
      hasAnswered = true;
    });
    await held(url);
    const { merchantReference } = params;
    expect(await gatesOf(url)).toMatchObject([
      { gate: "sale", request: "req-1", operation: "tokenization/sale", merchantReference },
    ]);
    expect((await control(url, "GET", "orders")).body.orders).toMatchObject([{ merchantReference, status: "SUCCESS" }]);
    expect(hasAnswered).toBe(false);
    expect((await control(url, "POST", "gates/sale/release")).body).toEqual({ name: "sale", released: 1 });
    expect((await answering).body.responseCode).toBe("0000");
    expect(await gatesOf(url)).toEqual([]);
  });

  it("opens by itself, on a frozen clock too", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "next", { gate: { name: "sale", idleMs: 1 } });
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
    expect(await gatesOf(url)).toEqual([]);
  });

  it("keeps the notification back as long as the answer, unless that leaves before", async () => {
    for (const [notify, heard] of [
      [{}, 0],
      [{ notify: { before: "answer" } }, 1],
    ] as const) {
      await using sandbox = await startTestSandbox();
      await using shop = await startShop();
      const { url, client } = await sandbox.lane();
      await control(url, "POST", "next", { gate: { name: "sale", idleMs: LONG_MS }, ...notify });
      const answering = client("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notifyUrl } }));
      await held(url);
      if (heard > 0) await control(url, "POST", "wait", { for: "notification", match: { acknowledged: true } });
      expect(shop.heard).toHaveLength(heard);
      await control(url, "POST", "gates/sale/release");
      await answering;
      await control(url, "POST", "wait", { for: "notification", match: { acknowledged: true } });
      expect(shop.heard).toHaveLength(1);
    }
  });

  it("of one lane is not another lane's, though they have the same name", async () => {
    await using sandbox = await startTestSandbox();
    const [one, other] = [await sandbox.lane(), await sandbox.lane()];
    const answering: Promise<unknown>[] = [];
    for (const { url, client } of [one, other]) {
      await control(url, "POST", "rules", { then: { gate: { name: "sale", idleMs: LONG_MS } } });
      answering.push(client("tokenization/sale", requests.sale()));
      await held(url);
    }
    for (const released of [1, 0])
      expect((await control(one.url, "POST", "gates/sale/release")).body.released).toBe(released);
    await answering[0];
    expect(await gatesOf(other.url)).toMatchObject([{ gate: "sale" }]);
    expect((await control(other.url, "POST", "gates/sale/release")).body.released).toBe(1);
    await answering[1];
  });

  it("lets go when its lane is reset, and holds the next call anew", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    const gate = { name: "sale", idleMs: LONG_MS };
    await control(url, "POST", "next", { gate });
    const answering = client("tokenization/sale", requests.sale()).catch(() => undefined);
    await held(url);
    await control(url, "POST", "reset");
    await answering;
    expect(await gatesOf(url)).toEqual([]);
    await control(url, "POST", "next", { gate });
    const again = client("tokenization/sale", requests.sale());
    await held(url);
    expect((await control(url, "POST", "gates/sale/release")).body.released).toBe(1);
    expect((await again).body.responseCode).toBe("0000");
  });

  it.each(["x".repeat(65), "a b", "../x", "é"])("can't be named %j", async (name) => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    expect((await control(url, "POST", "rules", { then: { gate: { name } } })).http).toBe(400);
    const released = await control(url, "POST", `gates/${encodeURIComponent(name)}/release`);
    expect([released.http, released.body.code]).toEqual([400, "invalid-name"]);
  });

  it("that no rule names is none; one that holds nothing releases nothing", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    expect(await control(url, "POST", "gates/sale/release")).toMatchObject({ http: 404, body: { code: "not-found" } });
    await control(url, "POST", "rules", { then: { gate: { name: "sale" } } });
    expect((await control(url, "POST", "gates/sale/release")).body).toEqual({ name: "sale", released: 0 });
  });

  it("holds what a fault cuts afterwards, and nothing of a fault before the commit", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    const gate = { name: "sale", idleMs: LONG_MS };
    await control(url, "POST", "next", { gate, fault: "http-502", placed: "before-commit" });
    expect((await client("tokenization/sale", requests.sale())).http).toBe(502);
    await control(url, "POST", "next", { gate, fault: "http-502", placed: "after-commit" });
    const answering = client("tokenization/sale", requests.sale());
    await control(url, "POST", "wait", { for: "request", match: {}, count: 2 });
    await control(url, "POST", "gates/sale/release");
    expect((await answering).http).toBe(502);
  });
});

/** A shop whose handler asks for the order before it answers. */
async function askingShop(sandboxUrl: () => string) {
  let running = 0;
  let most = 0;
  const server = await listening(async (incoming, outgoing) => {
    most = Math.max(most, ++running);
    let body = "";
    for await (const piece of incoming) body += piece;
    const { merchantReference } = JSON.parse(body);
    await clientOf(sandboxUrl())("hosted-checkout/query", { merchantId: DEMO_MERCHANT, merchantReference });
    running--;
    outgoing.end("OK");
  });
  return { ...server, notify: `${server.url}/`, most: () => most };
}

describe("two handlers of one order", () => {
  const twoHeld = async (url: string) => {
    await control(url, "POST", "wait", { for: "request", match: { operation: "hosted-checkout/query" }, count: 2 });
    expect(await gatesOf(url)).toHaveLength(2);
  };

  it("run at the same time with notify.overlap", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await using shop = await askingShop(() => url);
    await control(url, "POST", "rules", { when: { operation: "*/query" }, then: { gate: { name: "query" } } });
    await control(url, "POST", "next", { notify: { overlap: true } });
    const merchantReference = reference();
    await client("tokenization/sale", requests.sale({ merchantReference, callbackUrl: { notify: shop.notify } }));
    await twoHeld(url);
    expect(shop.most()).toBe(2);
    expect((await control(url, "POST", "gates/query/release")).body.released).toBe(2);
    await control(url, "POST", "wait", { for: "notification", match: { acknowledged: true }, count: 2 });
    const { notifications } = (await control(url, "GET", "notifications")).body;
    expect(notifications).toMatchObject([{ attempts: [{ n: 1 }] }, { attempts: [{ n: 1 }] }]);
  });

  it("run at the same time with notify.giveUp: the first counts as timed out", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await using shop = await askingShop(() => url);
    await control(url, "POST", "rules", { when: { operation: "*/query" }, then: { gate: { name: "query" } } });
    await control(url, "POST", "next", { notify: { giveUp: "when-held" } });
    await client("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notify } }));
    await twoHeld(url);
    expect(shop.most()).toBe(2);
    await control(url, "POST", "gates/query/release");
    await control(url, "POST", "wait", { for: "notification", match: { acknowledged: true } });
    const [{ attempts }] = (await control(url, "GET", "notifications")).body.notifications;
    expect(attempts).toMatchObject([
      { status: null, why: "no answer within 15 s" },
      { status: 200, why: null },
    ]);
  });
});
