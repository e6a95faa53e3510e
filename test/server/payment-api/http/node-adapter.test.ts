import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pathIn, splitLane } from "../../../../src/server/lanes/lane-path.js";
import { CallCounts } from "../../../../src/server/payment-api/http/call-counts.js";
import { answerNode } from "../../../../src/server/payment-api/http/node-adapter.js";
import { PaymentApi } from "../../../../src/server/payment-api/http/payment-api.js";
import { envelope } from "../../../support/client.js";
import { testLanes } from "../../../support/lanes.js";

// Calls on Node's own messages, as odd as a client may send them. Nothing but the adapter runs here.

const MEGABYTE = 1_048_576;
const defects: unknown[] = [];
let lanes: Awaited<ReturnType<typeof testLanes>>;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  lanes = await testLanes();
  await lanes.ready("adapter");
  const options = {
    signature: "off",
    hasDebugHeaders: true,
    successor: async () => undefined,
    counts: new CallCounts(),
    onDefect: (defect: unknown) => defects.push(defect),
  } as const;
  const api = new PaymentApi(options, {
    get: (name) => lanes.get(name),
    ready: (name) => (name === "broken" ? Promise.reject(new Error("no store")) : lanes.ready(name)),
    ifMade: (name) => lanes.ifMade(name),
    choices: lanes.choices,
  });
  server = createServer((incoming, outgoing) => {
    const target = splitLane(pathIn(incoming.url!));
    void answerNode(api, incoming, outgoing, target);
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

const chunked = { "Transfer-Encoding": "chunked" };
const valid = Buffer.from(envelope({ merchantId: 3, userId: "user1" }));

/** The status and the text of an answer; "cut" where the connection ended first. */
const call = ({ method = "POST", path = "/lane/adapter/tokenization/query-token", body = valid, headers = {} }: Call) =>
  new Promise<readonly [status: number, text: string, headers: NodeJS.Dict<string | string[]>]>((resolve) => {
    const { port } = server.address() as AddressInfo;
    const length = headers === chunked ? {} : { "Content-Length": String(body.length) };
    const all = { "Content-Type": "application/json", ...length, ...headers };
    const options = { method, path, headers: all, port, host: "127.0.0.1", agent: false as const };
    const outgoing = request(options, async (incoming) => {
      let text = "";
      for await (const piece of incoming.setEncoding("utf8")) text += piece;
      resolve([incoming.statusCode!, text, incoming.headers]);
    });
    outgoing.on("error", () => resolve([0, "cut", {}]));
    outgoing.end(body);
  });

const padded = (bytes: number) => Buffer.concat([valid, Buffer.alloc(bytes - valid.length, " ")]);

describe("the adapter of Node's messages", () => {
  it.each<[string, Call, number, string]>([
    ["a plain call", {}, 200, "0000"],
    ["a call with a charset", { headers: { "Content-Type": "application/json; charset=utf-8" } }, 200, "0000"],
    ["a type in capitals", { headers: { "Content-Type": "APPLICATION/JSON" } }, 200, "0000"],
    ["a body of just 1 MB", { body: padded(MEGABYTE) }, 200, "0000"],
    ["a body of 1 MB and a byte", { body: padded(MEGABYTE + 1) }, 413, "1413"],
    ["a body of no declared length", { headers: chunked }, 200, "0000"],
    ["one of no declared length that is too long", { headers: chunked, body: padded(MEGABYTE + 1) }, 413, "1413"],
    ["a call that waits for a word before its body", { headers: { Expect: "100-continue" } }, 200, "0000"],
    ["no body at all", { body: Buffer.alloc(0) }, 400, "1400"],
    ["another method", { method: "PUT" }, 405, "1405"],
    ["a GET", { method: "GET", body: Buffer.alloc(0) }, 405, "1405"],
    ["another type", { headers: { "Content-Type": "text/plain" } }, 415, "1415"],
    ["no type", { headers: { "Content-Type": "" } }, 415, "1415"],
    ["a path that is no endpoint's", { path: "/lane/adapter/tokenization/nothing" }, 404, "1404"],
    ["a slash at the end", { path: "/lane/adapter/tokenization/query-token/" }, 200, "0000"],
    ["a query", { path: "/lane/adapter/tokenization/query-token?a=b" }, 200, "0000"],
    ["a whole address", { path: "http://localhost/lane/adapter/tokenization/query-token?a=b" }, 200, "0000"],
    ["a lane that isn't there yet", { path: "/lane/new/tokenization/query-token" }, 200, "0000"],
  ])("answers %s", async (_, sent, http, responseCode) => {
    const [status, text] = await call(sent);
    expect([status, JSON.parse(text).responseCode]).toEqual([http, responseCode]);
  });

  it("tells the length of its answer in bytes, its type, and which lane answered", async () => {
    const [status, text, headers] = await call({});
    expect([status, headers["content-type"], headers["content-length"]]).toEqual([
      200,
      "application/json",
      String(Buffer.byteLength(text)),
    ]);
    expect(headers["x-sandbox-lane"]).toBe("adapter");
  });

  it("makes no lane for a preflight", async () => {
    const [status, , headers] = await call({
      method: "OPTIONS",
      body: Buffer.alloc(0),
      path: "/lane/unmade/direct/query",
    });
    expect([status, headers.allow, headers["x-sandbox-lane"], lanes.get("unmade")]).toEqual([
      405,
      "POST",
      "unmade",
      undefined,
    ]);
  });

  it("answers what throws as a defect, and says so", async () => {
    const before = defects.length;
    const [status, text] = await call({ path: "/lane/broken/tokenization/query-token" });
    expect([status, JSON.parse(text).code]).toEqual([500, "defect"]);
    expect(defects).toHaveLength(before + 1);
  });
});
