import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { StoreUnavailable } from "../../../../src/lane/ports/store-errors.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import { startServer } from "../../../../src/server/server.js";
import { envelope, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

// What was committed is answered and told to the shop, whatever comes between: a client that hangs up ends its own wait alone.

/** Against a busy machine only: what is polled for comes at once. */
const PATIENT = { timeout: 10_000 };

const sandbox = ofFile(await startTestSandbox());

/** A connection that a call was written to; nobody reads its answer. */
function written(...calls: readonly { readonly url: string; readonly body: string }[]): Socket {
  const { port } = new URL(calls[0]!.url);
  const socket = connect(Number(port), "127.0.0.1");
  for (const { url, body } of calls)
    socket.write(
      `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  return socket;
}

/** Hangs up, and lets the server hear of it. */
async function leave(socket: Socket): Promise<void> {
  socket.destroy();
  for (let n = 0; n < 3; n++) await fetch(`${sandbox.url}/livez`, { headers: { Connection: "close" } });
}

describe.each([
  ["plain", "tokenization/sale"],
  ["by the routes", "tokenization/sale/"],
])("a call %s", (_, path) => {
  it("whose client left before its answer was made lets its notices go", async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<boolean>();
    await using shop = await startShop(() => mayAnswer);
    const { url, lane } = await sandbox.lane();
    const notify = { before: "answer", beside: { forge: "amount", sent: "after" } };
    await control(url, "POST", "rules", { then: { notify } });
    const sale = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
    const socket = written({ url: `${url}/${path}`, body: envelope(sale) });
    await expect.poll(() => shop.heard.length, PATIENT).toBe(1);
    await leave(socket);
    letAnswer(true);
    await expect.poll(() => shop.heard.length, PATIENT).toBe(2);
    await expect.poll(() => lane.deliveries.inFlight, PATIENT).toBe(0);
  });

  it("that waits behind another one of its connection lets its notices go when the client leaves", async () => {
    await using shop = await startShop();
    const { url } = await sandbox.lane();
    await control(url, "POST", "rules", {
      when: { merchantReference: "FIRST" },
      then: { fault: "no-response", placed: "before-commit" },
    });
    const callbackUrl = { notify: shop.notifyUrl };
    const socket = written(
      { url: `${url}/${path}`, body: envelope(requests.sale({ merchantReference: "FIRST" })) },
      { url: `${url}/${path}`, body: envelope(requests.sale({ merchantReference: "SECOND", callbackUrl })) },
    );
    await control(url, "POST", "wait", { for: "request", match: { merchantReference: "SECOND" } });
    await leave(socket);
    await expect.poll(() => shop.heard.length, PATIENT).toBe(1);
  });
});

it.each(["/tokenization/sale", "/tokenization/sale/"])(
  "a watcher hears of a client that leaves while its answer still waits: %s",
  async (path) => {
    const { promise: cut, resolve: wasCut } = Promise.withResolvers<string>();
    const hooks = { wasCut: (_: unknown, id: string) => wasCut(id) };
    const server = await startServer({ ...defaultSettings, port: 0 }, silentLog, hooks);
    await control(server.url, "POST", "rules", { then: { gate: { name: "late" } } });
    const socket = written({ url: `${server.url}${path}`, body: envelope(requests.sale()) });
    await control(server.url, "POST", "wait", { for: "request" });
    socket.destroy();
    expect(await cut).toBe("req-1");
    await control(server.url, "POST", "gates/late/release");
    const told = async () => (await control(server.url, "GET", "requests/req-1")).body.response.reachedClient;
    await expect.poll(told, PATIENT).toBe(false);
    await server.stop();
  },
);

it.each([
  ["over a socket", async (url: string, init: RequestInit) => fetch(url, init)],
  ["in this process", async (url: string, init: RequestInit) => sandbox.server.fetch(new Request(url, init))],
])("a client that leaves %s is told while its answer still waits, and why says so", async (_, call) => {
  const { url } = await sandbox.lane();
  await control(url, "POST", "rules", { then: { gate: { name: "late" } } });
  const client = new AbortController();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: envelope(requests.sale()) };
  const asked = call(`${url}/tokenization/sale`, { ...init, signal: client.signal }).catch(() => {});
  await control(url, "POST", "wait", { for: "request" });
  client.abort();
  await asked;
  const told = async () => (await control(url, "GET", "requests/req-1")).body;
  await expect.poll(async () => (await told()).response.reachedClient, PATIENT).toBe(false);
  expect((await told()).explain.advice).toMatch(/^The client left before it got the answer .* was carried out\. Ask/);
  await control(url, "POST", "gates/late/release");
});

describe("a client that closes its connection", () => {
  const closings = ["ends", "resets"] as const;
  const close = (socket: Socket, how: (typeof closings)[number]) =>
    how === "ends" ? socket.destroy() : socket.resetAndDestroy();
  const connected = async (url: string): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const send = (socket: Socket, url: string, path: string, { version = "1.1", headers = "" } = {}): void => {
    const body = envelope(requests.sale({ merchantReference: "A-1" }));
    const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.write(
      `POST ${new URL(url).pathname}/${path} HTTP/${version}\r\nHost: localhost\r\n${headers}${type}\r\n\r\n${body}`,
    );
  };
  const first = async (url: string) => (await control(url, "GET", "requests/req-1")).body;
  const paths = ["tokenization/sale", "tokenization/sale/"];

  // Other systems tell a closed connection in other ways.
  it.skipIf(process.platform !== "linux").each(paths.flatMap((path) => closings.map((how) => [path, how] as const)))(
    "just before its answer left has not got it: %s, %s",
    async (path, how) => {
      const { url } = await sandbox.lane();
      const socket = await connected(url);
      send(socket, url, path);
      close(socket, how);
      await expect.poll(async () => (await first(url)).response?.lost, PATIENT).toBe("client-left");
      expect((await first(url)).explain.advice).toMatch(
        /^The client left before it got the answer\. The call was carried out/,
      );
      const again = await fetch(`${url}/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: envelope(requests.sale({ merchantReference: "A-1" })),
      });
      expect(await again.json()).toMatchObject({ responseCode: "2002" });
      expect((await control(url, "GET", "requests/req-2")).body.explain.lookup.found).not.toContain("StrictMode");
    },
  );

  it.each<[string, object, (socket: Socket) => void]>([
    ["when it has read the answer", {}, (socket) => socket.end()],
    ["when it has read the answer, by a reset", {}, (socket) => socket.resetAndDestroy()],
    ["with the answer, as HTTP/1.0 does", { version: "1.0" }, () => {}],
    ["with the answer, as Connection: close asks", { headers: "Connection: close\r\n" }, () => {}],
  ])("%s, has got it", async (_, how, end) => {
    const { url } = await sandbox.lane();
    const socket = await connected(url);
    send(socket, url, "tokenization/sale", how);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain('"0000"');
    end(socket);
    await leave(socket);
    expect((await first(url)).response).toMatchObject({ reachedClient: true });
    expect((await first(url)).explain.advice).toBe("Nothing to do: the call succeeded.");
  });

  it("for its own side only, and reads on, has got it", async () => {
    const { url } = await sandbox.lane();
    const socket = await connected(url);
    send(socket, url, "tokenization/sale");
    socket.end();
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain('"0000"');
    await leave(socket);
    expect((await first(url)).response).toMatchObject({ reachedClient: true });
  });
});

it.each<[string, object, string]>([
  ["at a gate", { gate: { name: "late" } }, "gates/late/release"],
  ["for a notification", { notify: { before: "answer" } }, ""],
])("an answer that a rule holds back %s is journaled as not sent until it leaves", async (_, then, released) => {
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<boolean>();
  await using shop = await startShop(() => mayAnswer);
  const { url, client } = await sandbox.lane();
  await control(url, "POST", "rules", { times: 1, then });
  const answered = sold(client, { merchantReference: "LATE", callbackUrl: { notify: shop.notifyUrl } });
  await control(url, "POST", "wait", { for: "request" });
  const told = async () => (await control(url, "GET", "requests/req-1")).body;
  // If the sandbox ended now, this is what it would say after its next start.
  const { response, explain } = await told();
  expect(response).toMatchObject({ responseCode: "0000", reachedClient: false, lost: "not-sent" });
  expect(explain.advice).toMatch(
    /^The client has not got the answer: rule "rule-1" holds it back, or did when the sandbox ended\. The call was carried out\. Ask hosted-checkout\/query for LATE/,
  );
  const [first] = (await control(url, "GET", `orders/${explain.state.order.id}`)).body.timeline;
  expect(first).toMatchObject({ requestId: "req-1", lost: "not-sent" });
  await client("tokenization/sale", requests.sale({ merchantReference: "LATE" }));
  const [again] = (await control(url, "GET", "requests?limit=1")).body.requests;
  expect((await control(url, "GET", `requests/${again.id}`)).body.explain.lookup.found).toMatch(
    /the client has not got its answer/,
  );
  if (released) await control(url, "POST", released);
  letAnswer(true);
  await answered;
  expect((await told()).response).toMatchObject({ reachedClient: true, responseCode: "0000" });
  expect((await told()).response.lost).toBeUndefined();
});

it("a caller in this process who aborts after a late answer got it", async () => {
  const { url } = await sandbox.lane();
  await control(url, "POST", "rules", { then: { gate: { name: "late" } } });
  const caller = new AbortController();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: envelope(requests.sale()) };
  const asked = sandbox.server.fetch(new Request(`${url}/tokenization/sale`, { ...init, signal: caller.signal }));
  await control(url, "POST", "wait", { for: "request" });
  await control(url, "POST", "gates/late/release");
  await (await asked).text();
  caller.abort();
  for (let n = 0; n < 3; n++) await fetch(`${sandbox.url}/livez`, { headers: { Connection: "close" } });
  expect((await control(url, "GET", "requests/req-1")).body.response.reachedClient).toBe(true);
});

it("a call whose notice cannot leave before its answer is answered, since it was committed", async () => {
  await using shop = await startShop();
  const { url, lane, client } = await sandbox.lane();
  const notify = { before: "answer", beside: { forge: "amount", sent: "after" } };
  await control(url, "POST", "rules", { then: { notify } });
  // Of two nodes the other one may be called.
  vi.spyOn(lane.store, "claim").mockRejectedValueOnce(new StoreUnavailable("the disk is full"));
  expect(await sold(client, { callbackUrl: { notify: shop.notifyUrl } })).toMatchObject({ status: "SUCCESS" });
  await expect.poll(() => shop.heard.length, PATIENT).toBe(2);
});
