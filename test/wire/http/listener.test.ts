import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lane } from "../../../src/app/lane.js";
import { CallCounts } from "../../../src/wire/http/call-counts.js";
import { merchantListener } from "../../../src/wire/http/listener.js";
import { envelope } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";

// What the listener answers itself and what it leaves to the routes: they answer the same, so only here can it be seen.

const MEGABYTE = 1_048_576;
const LEFT = "left to the routes";
const defects: unknown[] = [];
let lanes: Awaited<ReturnType<typeof testLanes>>;
let lane: Lane;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  lanes = await testLanes();
  lane = await lanes.ready("listener");
  const listen = merchantListener({
    signature: "off",
    hasDebugHeaders: true,
    hangUp: async () => {},
    successor: async () => undefined,
    counts: new CallCounts(),
    onDefect: (defect) => defects.push(defect),
  });
  server = createServer((incoming, outgoing) => {
    // The routes would read the body; here nobody does.
    const url = incoming.url!;
    const target = { lane: url.startsWith("/away") ? undefined : lane, path: url.replace(/^\/(away|broken)/, "") };
    if (!listen(incoming, outgoing, target)) outgoing.writeHead(299, { Connection: "close" }).end(LEFT);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await lanes[Symbol.asyncDispose]();
});

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const valid = Buffer.from(envelope({ merchantId: 3, userId: "user1" }));

/** The status and the text of an answer; "cut" where the connection ended first. */
const call = ({ method = "POST", path = "/tokenization/query-token", body = valid, headers = {} }: Call) =>
  new Promise<readonly [status: number, text: string, headers: NodeJS.Dict<string | string[]>]>((resolve) => {
    const { port } = server.address() as AddressInfo;
    const all = { "Content-Type": "application/json", "Content-Length": String(body.length), ...headers };
    const options = { method, path, headers: all, port, host: "127.0.0.1", agent: false as const };
    const outgoing = request(options, async (incoming) => {
      let text = "";
      for await (const piece of incoming.setEncoding("utf8")) text += piece;
      resolve([incoming.statusCode!, text, incoming.headers]);
    });
    outgoing.on("error", () => resolve([0, "cut", {}]));
    outgoing.end(body);
  });

const chunked = { "Transfer-Encoding": "chunked" };
const padded = (bytes: number) => Buffer.concat([valid, Buffer.alloc(bytes - valid.length, " ")]);

describe("the listener", () => {
  it.each<[string, Call]>([
    ["a plain call", {}],
    ["a call with a charset", { headers: { "Content-Type": "application/json; charset=utf-8" } }],
    ["a type in capitals", { headers: { "Content-Type": "APPLICATION/JSON" } }],
    ["a body of just 1 MB", { body: padded(MEGABYTE) }],
    ["a body of another endpoint's", { path: "/direct/query", body: Buffer.from("{}") }],
    ["no body at all", { body: Buffer.alloc(0) }],
  ])("answers %s", async (_, sent) => {
    const [status, text] = await call(sent);
    expect([status === 299, text.startsWith('{"responseCode":"')]).toEqual([false, true]);
  });

  it.each<[string, Call]>([
    ["another method", { method: "PUT" }],
    ["a GET", { method: "GET", body: Buffer.alloc(0) }],
    ["another type", { headers: { "Content-Type": "text/plain" } }],
    ["no type", { headers: { "Content-Type": "" } }],
    ["a path that is no endpoint's", { path: "/tokenization/nothing" }],
    ["a path with a slash at its end", { path: "/tokenization/query-token/" }],
    ["a lane that is not ready", { path: "/away/tokenization/query-token" }],
    ["a body of 1 MB and a byte", { body: padded(MEGABYTE + 1) }],
  ])("leaves %s to the routes", async (_, sent) => {
    const [status, text] = await call(sent);
    expect([
      [299, LEFT],
      [0, "cut"],
    ]).toContainEqual([status, text]);
  });

  it("leaves a body of no declared length to the routes", async () => {
    const { port } = server.address() as AddressInfo;
    const headers = { "Content-Type": "application/json", ...chunked };
    const status = await new Promise((resolve) => {
      const options = { method: "POST", path: "/tokenization/query-token", headers, port, agent: false as const };
      request(options, (incoming) => resolve(incoming.resume().statusCode))
        .on("error", resolve)
        .end(valid);
    });
    expect(status).toBe(299);
  });

  it("leaves a call that waits for a word before its body to the routes", async () => {
    expect((await call({ headers: { Expect: "100-continue" } }))[0]).toBe(299);
  });

  it("tells the length of its answer in bytes, and its type", async () => {
    const [status, text, headers] = await call({});
    expect([status, headers["content-type"], headers["content-length"]]).toEqual([
      200,
      "application/json",
      String(Buffer.byteLength(text)),
    ]);
    expect(headers["x-sandbox-lane"]).toBe("listener");
  });
});
