import { expect, test } from "vitest";
import type { Log } from "../../../../src/lane/ports/log.js";
import { logger } from "../../../../src/lane/runtime/logger.js";
import { readTraceparent } from "../../../../src/lane/traces/trace-context.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import { startServer } from "../../../../src/server/server.js";
import { activityHooks, liveLog } from "../../../../src/tools/cli/server/live-log.js";
import { clientOf, requests } from "../../../support/client.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const traced = { headers: { traceparent: TRACEPARENT } };

const told = (url: string) => control(url, "POST", "wait", { for: "notification", match: { acknowledged: true } });

test.each([
  ["version 00", TRACEPARENT, TRACEPARENT],
  ["not sampled", `00-${TRACE_ID}-00f067aa0ba902b7-00`, `00-${TRACE_ID}-00f067aa0ba902b7-00`],
  ["a later version", `cc-${TRACE_ID}-00f067aa0ba902b7-09`, `00-${TRACE_ID}-00f067aa0ba902b7-01`],
  ["a later version with more members", `01-${TRACE_ID}-00f067aa0ba902b7-01-more`, TRACEPARENT],
  ["none", undefined, undefined],
  ["an empty one", "", undefined],
  ["upper case", TRACEPARENT.toUpperCase(), undefined],
  ["version ff", `ff-${TRACE_ID}-00f067aa0ba902b7-01`, undefined],
  ["version 00 with more members", `${TRACEPARENT}-more`, undefined],
  ["a later version with a longer flag", `01-${TRACE_ID}-00f067aa0ba902b7-011`, undefined],
  ["a trace of zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
  ["a parent of zeros", `00-${TRACE_ID}-${"0".repeat(16)}-01`, undefined],
  ["a short trace", `00-${TRACE_ID.slice(1)}-00f067aa0ba902b7-01`, undefined],
  ["two of them", `${TRACEPARENT}, ${TRACEPARENT}`, undefined],
])("reads %s", (_, header, expected) => {
  expect(readTraceparent(header)).toBe(expected);
});

test("a notification of a sale carries the sale's traceparent", async () => {
  await using shop = await startShop();
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  const params = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
  const { headers } = await client("tokenization/sale", params, traced);
  await told(url);
  expect(shop.heard.map((heard) => heard.headers.traceparent)).toEqual([TRACEPARENT]);
  const id = headers.get("X-Sandbox-Request-Id");
  expect((await control(url, "GET", `requests/${id}`)).body.request.traceparent).toBe(TRACEPARENT);
  const [notification] = (await control(url, "GET", "notifications")).body.notifications;
  expect(notification).toMatchObject({ traceparent: TRACEPARENT, effects: {} });
});

test("a page continues the trace of the call that opened it; a query without a trace has none", async () => {
  await using shop = await startShop();
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  const params = requests.create({
    callbackUrl: { success: shop.notifyUrl, fail: shop.notifyUrl, notify: shop.notifyUrl },
  });
  const { headers } = await client("hosted-checkout/create", params, traced);
  const id = headers.get("X-Sandbox-Request-Id");
  const { orderId } = (await control(url, "GET", `requests/${id}`)).body.request;
  await control(url, "POST", `orders/${orderId}/simulate`, { action: "pay" });
  await client("hosted-checkout/query", { merchantId: 3, orderId });
  await told(url);
  expect(shop.heard[0]?.headers.traceparent).toBe(TRACEPARENT);
  const calls = (await control(url, "GET", "requests")).body.requests;
  expect(calls.map((one: { operation: string; traceparent?: string }) => [one.operation, one.traceparent])).toEqual([
    ["hosted-checkout/query", undefined],
    ["checkout/pay", TRACEPARENT],
    ["hosted-checkout/create", TRACEPARENT],
  ]);
});

test.each([
  ["a refused call", "hosted-checkout/query", { merchantId: 3 }],
  ["a call of an unknown path", "hosted-checkout/cretae", {}],
])("%s keeps its traceparent", async (_, path, params) => {
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  await client(path, params, traced);
  const [call] = (await control(url, "GET", "requests")).body.requests;
  expect(call.traceparent).toBe(TRACEPARENT);
});

test("a malformed traceparent is ignored: the call succeeds, and its notification carries none", async () => {
  await using shop = await startShop();
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  const params = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
  const { body } = await client("tokenization/sale", params, { headers: { traceparent: `${TRACEPARENT}"; DROP` } });
  expect(body.responseCode).toBe("0000");
  await told(url);
  expect(shop.heard[0]?.headers.traceparent).toBeUndefined();
  expect((await control(url, "GET", "requests")).body.requests[0].traceparent).toBeUndefined();
});

test("the JSON log has the traceparent of calls and notifications", async () => {
  await using shop = await startShop();
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: Log = logger({ format: "json", write, level: "info", hasColour: false });
  const listener = liveLog({ format: "json", level: "info", isTerminal: false, hasColour: false, write, log });
  const server = await startServer({ ...defaultSettings, port: 0 }, log, activityHooks(listener));
  try {
    await clientOf(server.url)("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notifyUrl } }), traced);
    await told(server.url);
    await (await server.lanes.ready("default")).deliveries.drain();
  } finally {
    await server.stop();
  }
  const said = lines.map((line) => JSON.parse(line));
  expect(said.filter(({ traceparent }) => traceparent === TRACEPARENT).map(({ message }) => message)).toEqual([
    "call",
    "notification",
  ]);
});
