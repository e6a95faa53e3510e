import { fork } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { instant } from "../../../src/core/domain/money.js";
import { tokenNotifications } from "../../../src/lane/notifications/notification.js";
import { Connections } from "../../../src/lane/notify/connections.js";
import { HttpNotifier, type HttpNotifierOptions } from "../../../src/lane/notify/http-notifier.js";
import type { NotificationEffects, OutboxEntry } from "../../../src/lane/ports/outbox.js";
import { notificationJson } from "../../../src/lane/views/order-json.js";
import { beforeEnd } from "../../support/before-end.js";
import { KeptLog } from "../../support/lane-parts.js";
import { listening } from "../../support/listening.js";
import { storedToken } from "../../support/orders.js";

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const key = createPrivateKey(readFileSync(file("fixtures/keys/notification.private.pem"), "utf8"));
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

function notifier(options: Partial<HttpNotifierOptions> = {}) {
  const log = new KeptLog();
  const made = new HttpNotifier({ key, log, ...options });
  closing.push(() => made.close());
  return { deliver: (entry: OutboxEntry) => made.deliver(entry), log };
}

async function shop(answer: RequestListener): Promise<string> {
  const server = await listening(answer);
  closing.push(() => server[Symbol.asyncDispose]());
  return `${server.url}/notify`;
}

const payment = (url: string, effects: NotificationEffects = {}): OutboxEntry => ({
  id: 1,
  kind: "payment",
  merchantId: 3,
  orderId: 489825,
  reference: "訂單 A&B=1",
  url,
  fields: {
    amount: "699.00",
    maskedPan: "400000XXXXXX1000",
    orderId: "489825",
    signature: "",
    cardType: "VISA",
    updateTime: "2026-01-05T02:00:00.000+00:00",
    merchantReference: "訂單 A&B=1",
    status: "SUCCESS",
  },
  createdAt: instant(0),
  dueAt: instant(0),
  state: "in-flight",
  attemptCount: 0,
  effects,
  causedBy: 1,
});

interface Received {
  readonly method: string;
  readonly type: string;
  readonly length: string;
  readonly text: string;
  readonly payload: Record<string, string>;
  readonly genuine: boolean;
}

describe("a shop in another process, with the public key only", async () => {
  const child = fork(file("test/support/receiver.mjs"), [file("fixtures/keys/notification.public.pem")]);
  closing.push(() => child.kill());
  const [{ port }] = (await beforeEnd(child, once(child, "message"))) as [{ port: number }];
  const url = `http://127.0.0.1:${port}/notify`;
  const received = async (entry: OutboxEntry): Promise<Received> => {
    const message = beforeEnd(child, once(child, "message"));
    expect(await notifier().deliver(entry)).toMatchObject({
      verdict: "acknowledged",
      status: 200,
      body: "OK",
      why: null,
    });
    return (await message)[0];
  };

  it("verifies a payment's notification", {
    tags: [
      "facts:2/post-json-body-to-callbackurl.notify",
      "facts:2/signature-the-service-s-own",
      "spec:6/the-service-then-sends-a",
    ],
  }, async () => {
    const { method, type, length, text, payload, genuine } = await received(payment(url));
    expect({ method, type, genuine }).toEqual({ method: "POST", type: "application/json", genuine: true });
    // Not in chunks, of which some servers read nothing.
    expect(Number(length)).toBe(Buffer.byteLength(text));
    expect(Object.keys(payload)).toEqual(Object.keys(payment(url).fields));
    expect(payload.signature).toHaveLength(344);
  });

  it("verifies a token's notification", { tags: ["facts:2/signature-the-service-s-own"] }, async () => {
    const token = storedToken();
    const [entry] = tokenNotifications(token, url, { notificationId: () => 1 }, { now: instant(0), causedBy: 1 });
    expect((await received(entry as OutboxEntry)).genuine).toBe(true);
  });

  it.each(["signature", "amount", "status", "reference"] as const)(
    "is not deceived by a forged %s",
    { tags: ["facts:2/signature-the-service-s-own"] },
    async (forge) => {
      const forged = payment(url, { forge });
      const { payload, genuine } = await received(forged);
      const { signature: _, ...sent } = payload;
      expect(notificationJson({ ...forged, attempts: [] }).fields).toEqual(sent);
      const name = forge === "reference" ? "merchantReference" : forge;
      expect(genuine).toBe(false);
      expect(payload[name]).not.toBe(payment(url).fields[name]);
    },
  );
});

describe("an answer", () => {
  it.each([
    [200, "OK", null],
    [202, " OK\r\n", null],
    [200, "ok <html>", 'answered 200 but the body was "ok <html>", expected OK'],
    [200, "", "answered 200 but the body was empty, expected OK"],
    [200, "ok", 'answered 200 but the body was "ok", expected OK'],
    [302, "OK", "answered 302: redirects are not followed"],
    [304, "", "answered 304, expected 2XX with the text OK"],
    [404, "OK", 'answered 404 and "OK", expected 2XX with the text OK'],
    [500, "", "answered 500, expected 2XX with the text OK"],
  ])("of %i with %j is judged: %s", { tags: ["facts:2/acknowledged-by-http-2xx-with"] }, async (status, body, why) => {
    const url = await shop((_, response) => response.writeHead(status, { location: "/elsewhere" }).end(body));
    expect(await notifier().deliver(payment(url))).toMatchObject({
      verdict: why === null ? "acknowledged" : "failed",
      status,
      body,
      why,
    });
  });

  it("that refuses a forged notification is right, and needs no advice", async () => {
    const url = await shop((_, response) => response.writeHead(400).end());
    expect(await notifier().deliver(payment(url, { forge: "amount" }))).toMatchObject({
      status: 400,
      why: "forged on purpose (its amount was changed after it was signed), and refused: right",
      advice: undefined,
    });
  });

  it("is kept to its first 4 KB, though it never ends", async () => {
    const url = await shop((_, response) => {
      const pour = (): void => {
        while (response.write("x".repeat(10_000)));
      };
      response.on("drain", pour);
      pour();
    });
    const { body, verdict } = await notifier().deliver(payment(url));
    expect([body.length, verdict]).toEqual([4096, "failed"]);
  });

  it("that never comes ends with the time limit", async () => {
    const url = await shop(() => {});
    expect(await notifier({ timeoutMs: 50 }).deliver(payment(url))).toMatchObject({
      verdict: "failed",
      status: null,
      why: "no answer within 0.05 s",
    });
  });
});

/** A server that answers each request with these bytes, and then does what `then` says. */
async function rawShop(bytes: string, then: "stay" | "close" | "reset"): Promise<string> {
  const server = createTcpServer((socket) => {
    closing.push(() => socket.destroy());
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.write(bytes, () => {
        if (then === "close") socket.end();
        if (then === "reset") setImmediate(() => socket.resetAndDestroy());
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`;
}

describe("an answer of a server", () => {
  const head = (more: string) => `HTTP/1.1 200 OK\r\n${more}\r\n\r\n`;
  const chunked = head("Transfer-Encoding: chunked");
  const end = /^End the answer: Content-Length: 2 .* fastcgi_finish_request\(\)/;
  const died = /^The worker died or was cut while it answered: .* End the answer: Content-Length: 2/;

  it.each([
    ["whole, on a connection that stays", `${head("Content-Length: 2")}OK`, "stay", 200, "OK", null, undefined],
    ["whole by its end", "HTTP/1.0 200 OK\r\n\r\nOK", "close", 200, "OK", null, undefined],
    [
      "in chunks without the last one",
      `${chunked}2\r\nOK\r\n`,
      "stay",
      200,
      "OK",
      'answered 200 and "OK", but the answer did not end within 0.5 s',
      end,
    ],
    [
      "as a head alone",
      chunked,
      "stay",
      200,
      "",
      "answered 200 and no body, but the answer did not end within 0.5 s",
      /its output buffer holds it: .* End the answer: Content-Length: 2/,
    ],
    [
      "shorter than its length",
      `${head("Content-Length: 10")}OK`,
      "close",
      200,
      "OK",
      'answered 200 and "OK", but the answer broke off before its end',
      died,
    ],
    [
      "in chunks that end with the connection",
      `${chunked}2\r\nOK\r\n`,
      "close",
      200,
      "OK",
      'answered 200 and "OK", but the answer broke off before its end',
      died,
    ],
    [
      "in broken chunks",
      `${chunked}2\r\nOK\r\nwarning`,
      "stay",
      200,
      "OK",
      'answered 200 and "OK", but the answer broke off before its end',
      died,
    ],
    [
      "that is not HTTP",
      "SSH-2.0-OpenSSH_9.2\r\n",
      "stay",
      null,
      "",
      expect.stringMatching(/^the answer is not HTTP \(/),
      /^Check the port/,
    ],
    [
      "of half a status line",
      "HTTP/1.1 2",
      "close",
      null,
      "",
      expect.stringMatching(/^connection closed by /),
      /crash/,
    ],
  ] as const)("%s is told as that", async (_, bytes, then, status, body, why, advice) => {
    const url = await rawShop(bytes, then);
    // Only a shop that stays silent is given up.
    const timeoutMs = why === null ? 60_000 : 500;
    const delivery = await notifier({ timeoutMs }).deliver(payment(url));
    expect(delivery).toMatchObject({ verdict: why === null ? "acknowledged" : "failed", status, body, why });
    if (advice) expect(delivery.advice).toMatch(advice);
    else expect(delivery.advice).toBeUndefined();
  });
});

describe("a target that is not reached", () => {
  it("refuses the connection: the line names host.docker.internal", {
    tags: ["facts:2/the-target-may-be-a"],
  }, async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const { verdict, why, advice } = await notifier().deliver(payment(`http://127.0.0.1:${port}/notify`));
    expect([verdict, why]).toEqual(["failed", `connection refused: nothing listens at 127.0.0.1:${port}`]);
    expect(advice).toContain(`http://host.docker.internal:${port}`);
  });

  it("has no address", { tags: ["facts:2/the-target-may-be-a"] }, async () => {
    const { deliver } = notifier({ resolve: async () => [] });
    expect(await deliver(payment("http://shop:8080/notify"))).toMatchObject({ why: "no address known for shop" });
  });

  it("is a public host: held, with the option that allows it", async () => {
    const { deliver } = notifier({ resolve: async () => ["203.0.113.5"] });
    expect(await deliver(payment("https://shop.example.com/notify"))).toMatchObject({
      verdict: "held",
      request: "",
      why: "public host (allow it with --allow-notify shop.example.com, or allowNotify in the library)",
    });
  });

  it.each([
    "http://169.254.169.254/latest",
    "http://2852039166/",
    "http://[fd00:ec2::254]/",
    "http://meta.example.com/",
  ])("is metadata: %s is refused, even where all is allowed", async (url) => {
    const { deliver } = notifier({ allow: ["all"], resolve: async () => ["169.254.169.254"] });
    expect(await deliver(payment(url))).toMatchObject({ verdict: "refused", request: "", status: null });
  });

  it.each(["http://127.0.0.1:4655/_sandbox/reset", "http://localhost:4655/lane/a/%5fsandbox/reset"])(
    "is the sandbox's own control API: %s is refused",
    async (url) => {
      const { deliver } = notifier({ own: () => ["http://localhost:4655"] });
      expect(await deliver(payment(url))).toMatchObject({
        verdict: "refused",
        why: "it is the sandbox's own control API",
      });
    },
  );

  it("changes its name's address after the look: the socket gets none", async () => {
    let looks = 0;
    const { deliver } = notifier({ resolve: async () => (looks++ === 0 ? ["127.0.0.1"] : ["169.254.169.254"]) });
    expect(await deliver(payment("http://rebound.example.com/notify"))).toMatchObject({
      verdict: "failed",
      status: null,
    });
    expect(looks).toBe(2);
  });
});

describe("the connections", () => {
  it("are tried again where the HTTP client could not be loaded once, and can be closed", async () => {
    const load = vi.fn(() => import("undici"));
    load.mockRejectedValueOnce(new Error("EMFILE"));
    const connections = new Connections({ resolve: async () => [], ca: undefined, timeoutMs: 1000, load });
    await expect(connections.agent(false)).rejects.toThrow("the HTTP client cannot be loaded: EMFILE");
    await connections.close();
    const agent = await connections.agent(false);
    expect(await connections.agent(false)).toBe(agent);
    await connections.close();
    expect(agent.destroyed).toBe(true);
  });
});

it("a browser opens nothing where the address is none", async () => {
  const made = new HttpNotifier({ key, log: new KeptLog() });
  expect(await made.visit("nowhere")).toBeNull();
});
