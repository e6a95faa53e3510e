import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../src/lane/ports/log.js";
import { hostHere, listen } from "../../../src/server/http/listen.js";
import { defaultSettings } from "../../../src/server/options/settings.js";
import { startServer } from "../../../src/server/server.js";
import { envelope, requests } from "../../support/client.js";
import { rawCall } from "../../support/raw-call.js";
import { startTestSandbox } from "../../support/sandbox.js";

describe("a body of 10 MB", () => {
  const body = Buffer.alloc(10_000_000, " ");
  const chunked = () =>
    new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < body.length; at += 100_000) controller.enqueue(body.subarray(at, at + 100_000));
        controller.close();
      },
    });
  it.each([
    ["with its length", () => ({ body })],
    ["chunked", () => ({ body: chunked(), duplex: "half" })],
  ])("to the control API, %s, reads as 413 for fetch, and the connection says that it closes", async (_, init) => {
    await using sandbox = await startTestSandbox();
    // A connection that is cut shows in some of many.
    for (let n = 0; n < 5; n++) {
      const answer = await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST", ...init() } as RequestInit);
      expect([answer.status, answer.headers.get("connection")]).toEqual([413, "close"]);
      expect(await answer.json()).toMatchObject({ code: "body-too-large" });
    }
  });

  it.each([
    ["an endpoint", "/hosted-checkout/create", "application/json", { responseCode: "1413" }],
    ["a page", "/checkout/x/pay", "application/x-www-form-urlencoded", {}],
  ])("to %s reads as 413, and the connection says that it closes", async (_, path, type, said) => {
    await using sandbox = await startTestSandbox();
    for (let n = 0; n < 3; n++) {
      const headers = { "Content-Type": type, "Content-Length": String(body.length) };
      const answer = await rawCall(`${sandbox.url}${path}`, { method: "POST", headers, body });
      expect(answer).toMatchObject({ http: 413, headers: { connection: "close" }, body: said });
    }
  });

  it("reads as 413 for node:http", async () => {
    await using sandbox = await startTestSandbox();
    for (let n = 0; n < 5; n++) {
      const headers = { "Content-Length": String(body.length) };
      const answer = await rawCall(`${sandbox.url}/_sandbox/reset`, { method: "POST", headers, body });
      expect(answer).toMatchObject({ http: 413, headers: { connection: "close" }, body: { code: "body-too-large" } });
    }
  });
});

/** Sends a text, and answers with all that came back until the connection ended. */
async function exchanged(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  // A connection that is cut may end by an error: what came before counts.
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return answer;
}

const HEAD = "POST /x HTTP/1.1\r\nHost: localhost\r\n";

describe("a request that comes too slowly", () => {
  it.each([
    ["in the middle of its body", `${HEAD}Content-Length: 10\r\n\r\n12345`],
    ["in the middle of a chunk", `${HEAD}Transfer-Encoding: chunked\r\n\r\na\r\n12345`],
    ["in the middle of its headers", HEAD],
  ])("%s, is cut with 408, and one that waits for its answer is not", async (_, text) => {
    let answerIt = () => {};
    const [server] = await listen(
      { ...defaultSettings, host: "127.0.0.1", port: 0 },
      (incoming, outgoing) => {
        if (incoming.method === "GET") answerIt = () => void outgoing.end("late");
      },
      { receiveMaxMs: 250 },
    );
    const { port } = server!.address() as AddressInfo;
    const patient = rawCall(`http://127.0.0.1:${port}/`);
    await once(server!, "request");
    expect(await exchanged(port, text)).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
    answerIt();
    expect((await patient).http).toBe(200);
    server!.close();
  });

  it("and leaves is no defect", async () => {
    await using sandbox = await startTestSandbox();
    for (const path of ["/hosted-checkout/create", "/_sandbox/settle", "/checkout/x/pay"])
      for (const length of ["Content-Length: 10", "Transfer-Encoding: chunked"]) {
        const socket = connect(sandbox.server.port, "127.0.0.1");
        await once(socket, "connect");
        const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
        socket.write(`${head}5\r\n`);
        // The server has the head once it answers a later call.
        await sandbox.control("GET", "health");
        socket.destroy();
        for (let n = 0; n < 5; n++) await sandbox.control("GET", "health");
      }
  });
});

describe("a server that stops", () => {
  it("says in its last answers that the connection closes", async () => {
    const server = await startServer({ ...defaultSettings, port: 0 }, silentLog);
    const { store } = await server.lanes.ready("default");
    const transact = store.transact.bind(store);
    const [arrived, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let held = 0;
    const hold: typeof transact = async (work) => {
      if (++held === 2) arrived.resolve();
      await stopping.promise;
      return transact(work);
    };
    Object.assign(store, { transact: hold });
    const headers = { "Content-Type": "application/json" };
    const body = envelope(requests.create());
    const calls = ["", "/"].map((end) =>
      rawCall(`${server.url}/hosted-checkout/create${end}`, { method: "POST", headers, body }),
    );
    await arrived.promise;
    const stopped = server.stop();
    stopping.resolve();
    for (const { http, headers } of await Promise.all(calls))
      expect([http, headers.connection]).toEqual([200, "close"]);
    await stopped;
  });

  it("answers a wait that is under way", async () => {
    const server = await startServer({ ...defaultSettings, port: 0 }, silentLog);
    const { waiting } = await server.lanes.ready("default");
    const watch = waiting.watch.bind(waiting);
    const arrived = Promise.withResolvers<void>();
    Object.assign(waiting, {
      watch: (wake: () => void) => {
        arrived.resolve();
        return watch(wake);
      },
    });
    const body = JSON.stringify({ for: "order", match: {}, timeoutMs: 600_000 });
    const call = rawCall(`${server.url}/_sandbox/wait`, { method: "POST", body });
    await arrived.promise;
    await server.stop();
    const answer = await call;
    expect(answer).toMatchObject({ http: 503, headers: { connection: "close" }, body: { code: "stopping" } });
  });
});

it("a connection that cannot be taken does not end the process", async () => {
  const servers = await listen({ ...defaultSettings, port: 0 }, (_, outgoing) => void outgoing.end());
  for (const server of servers) expect(server.emit("error", new Error("accept EMFILE"))).toBe(true);
  for (const server of servers) server.close();
});

it.each([
  [undefined, "localhost"],
  ["127.0.0.1", "localhost"],
  ["0.0.0.0", "localhost"],
  ["::", "localhost"],
  ["192.168.1.20", "192.168.1.20"],
  ["fd00::2", "[fd00::2]"],
  ["pay.test", "pay.test"],
])("a server that listens on %s is called by %s", (host, here) => {
  expect(hostHere(host)).toBe(here);
});

it("a server's address names the only interface that it listens on", async () => {
  const others = Object.values(networkInterfaces()).flatMap((all = []) => all);
  const host = others.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
  await using sandbox = await startTestSandbox({ host });
  expect((await fetch(`${sandbox.url}/livez`)).status).toBe(200);
});
