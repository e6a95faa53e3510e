import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { instant } from "../../../src/core/domain/money.js";
import { HttpNotifier } from "../../../src/lane/notify/http-notifier.js";
import type { OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { KeptLog } from "../../support/lane-parts.js";

const text = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const key = createPrivateKey(text("../../../fixtures/keys/notification.private.pem"));
const proxy = createServer(
  { key: text("certificates/shop.key.pem"), cert: text("certificates/shop.pem") },
  (_, response) => response.end("OK"),
).listen(0, "127.0.0.1");
await once(proxy, "listening");
const { port } = proxy.address() as AddressInfo;
const notifiers: HttpNotifier[] = [];
afterAll(async () => {
  await Promise.all(notifiers.map((notifier) => notifier.close()));
  proxy.close();
});

const entry = (url: string): OutboxEntry => ({
  id: 1,
  kind: "payment",
  merchantId: 3,
  url,
  fields: { amount: "1.00", signature: "" },
  createdAt: instant(0),
  dueAt: instant(0),
  state: "in-flight",
  attemptCount: 0,
  effects: {},
  causedBy: 1,
});

function notifier(ca?: string) {
  const log = new KeptLog();
  // One address near by, one public: the target counts as public, and the socket reaches the first.
  const resolve = async () => ["127.0.0.1", "203.0.113.5"];
  const made = new HttpNotifier({ key, log, ca, resolve, allow: ["shop.example.com"] });
  notifiers.push(made);
  return { made, log };
}

it("reaches a shop near by whose certificate nobody knows, and says once that it was not verified", async () => {
  const { made, log } = notifier();
  for (let i = 0; i < 2; i++)
    expect((await made.deliver(entry(`https://127.0.0.1:${port}/`))).verdict).toBe("acknowledged");
  expect(log.lines).toEqual(["certificates of loopback and private targets are not verified (logged once)"]);
});

it("reaches an allowed public shop whose CA was given", async () => {
  const { made } = notifier(text("certificates/ca.pem"));
  expect((await made.deliver(entry(`https://shop.example.com:${port}/`))).verdict).toBe("acknowledged");
});

it("does not trust a public shop's unknown CA, and names the option", async () => {
  const { made } = notifier();
  const delivery = await made.deliver(entry(`https://shop.example.com:${port}/`));
  expect(delivery).toMatchObject({ verdict: "failed", status: null });
  expect(delivery.why).toContain("certificate not trusted");
  expect(delivery.advice).toContain("--notify-ca");
});
