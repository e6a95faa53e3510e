import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { Lane } from "../../src/lane/lane.js";
import { silentLog } from "../../src/lane/ports/log.js";
import { StoreUnavailable } from "../../src/lane/ports/store-errors.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { CannotStart, startServer } from "../../src/server/server.js";
import { clientOf, requests, sold } from "../support/client.js";
import { connectedTo } from "../support/outgoing.js";
import { control, startTestSandbox, testFolder } from "../support/sandbox.js";

async function listening(host: string): Promise<{ server: Server; port: number } & AsyncDisposable> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

const start = (over: object) => startServer({ ...defaultSettings, port: 0, ...over }, silentLog);

describe("a server", () => {
  it("listens on both loopback addresses with one port", async () => {
    await using sandbox = await startTestSandbox();
    const { port } = sandbox.server;
    for (const host of ["127.0.0.1", "[::1]", "localhost"])
      expect((await fetch(`http://${host}:${port}/livez`)).status).toBe(200);
  });

  it("says which port is taken, and what to do", async () => {
    await using taken = await listening("127.0.0.1");
    const started = start({ port: taken.port });
    await expect(started).rejects.toThrow(CannotStart);
    await expect(started).rejects.toThrow(
      `port ${taken.port} on 127.0.0.1 is in use: stop the other program, or take another --port`,
    );
  });

  it("says that nothing listens on a port that an outgoing connection has", async () => {
    await using other = await listening("127.0.0.1");
    await using outgoing = await connectedTo(other.port);
    await expect(start({ port: outgoing.port })).rejects.toThrow(
      `port ${outgoing.port} on 127.0.0.1 is in use, but nothing listens there: an outgoing connection has this port, or had it a moment ago; try again, or take another --port (0 picks a free one)`,
    );
  });

  it("does not start where only the IPv6 side of its port is taken", async () => {
    await using taken = await listening("::1");
    await expect(start({ port: taken.port })).rejects.toThrow(`port ${taken.port} on ::1 is in use`);
  });

  it("gives its data folder back when it cannot start", async () => {
    using folder = testFolder();
    await using taken = await listening("127.0.0.1");
    await expect(start({ port: taken.port, dataDir: folder.path })).rejects.toThrow(CannotStart);
    const server = await start({ dataDir: folder.path });
    await server.stop();
  });

  it("does not go on where its store fails just after it began to listen", async () => {
    let url = "";
    const opened = (lane: Lane) => {
      url = lane.baseUrl;
      vi.spyOn(lane.store.views, "lane").mockRejectedValueOnce(new StoreUnavailable("the database is away"));
    };
    const started = startServer({ ...defaultSettings, port: 0 }, silentLog, { opened });
    await expect(started).rejects.toThrow("the database is away");
    await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
  });

  it("stops twice as well as once, and frees its port", async () => {
    const server = await start({});
    await Promise.all([server.stop(), server.stop()]);
    const again = await start({ port: server.port });
    await again.stop();
  });

  it("answers what is under way before it stops", async () => {
    const server = await start({});
    const client = clientOf(server.url);
    await sold(client);
    const calls = Array.from({ length: 20 }, () => client("tokenization/sale", requests.sale()).catch(() => undefined));
    await calls[0];
    const stopped = server.stop();
    for (const answered of await Promise.all(calls)) if (answered) expect(answered.body.responseCode).toBe("0000");
    await stopped;
  });
});

it("a defect answers 500 without a code of the provider, is logged, and hurts no other lane", async () => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (line: string) => lines.push(line) };
  const server = await startServer({ ...defaultSettings, port: 0 }, log);
  const lane = await server.lanes.ready("broken");
  Object.assign(lane.store, { transact: () => Promise.reject(new Error("on purpose")) });
  const { http, body, text } = await clientOf(lane.baseUrl)("tokenization/sale", requests.sale());
  expect([http, typeof body.message, body.responseCode]).toEqual([500, "string", undefined]);
  expect(text).not.toContain("on purpose");
  expect(lines.join("\n")).toMatch(/defect.*on purpose/s);
  expect((await sold(clientOf(server.url))).status).toBe("SUCCESS");
  await server.stop();
});

describe("lanes", () => {
  it("know nothing of each other", async () => {
    await using sandbox = await startTestSandbox();
    const [a, b] = [await sandbox.lane(), await sandbox.lane()];
    const order = await sold(a.client, { merchantReference: "SAME" });
    const other = await sold(b.client, { merchantReference: "SAME" });
    expect(other.id).toBe(order.id);
    await a.client("direct/void", { merchantId: 3, orderId: order.id });
    expect((await b.client("direct/query", { merchantId: 3, orderId: order.id })).body.order.status).toBe("SUCCESS");
  });

  it("are made on first use, and their addresses stay in them", async () => {
    await using sandbox = await startTestSandbox();
    const { body } = await clientOf(`${sandbox.url}/lane/new-one`)("hosted-checkout/create", requests.create());
    expect(body.checkoutUrl.startsWith(`${sandbox.url}/lane/new-one/checkout/`)).toBe(true);
    expect((await fetch(body.checkoutUrl)).status).toBe(200);
    expect((await control(sandbox.url, "GET", "health")).body.lanes).toEqual(["default", "new-one"]);
  });

  it("forget all by a reset in a data folder too", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    const { client, url } = await sandbox.lane();
    const { id } = await sold(client);
    expect((await control(url, "POST", "reset", { seed: 5 })).http).toBe(204);
    expect((await client("direct/query", { merchantId: 3, orderId: id })).body.responseCode).toBe("2001");
    expect((await control(url, "GET", "health")).body.seed).toBe(5);
  });
});
