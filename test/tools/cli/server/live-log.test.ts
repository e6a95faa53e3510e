import { expect, it } from "vitest";
import { logger } from "../../../../src/lane/runtime/logger.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import { startServer } from "../../../../src/server/server.js";
import { type Activity, activityLine } from "../../../../src/tools/cli/server/activity.js";
import { activityHooks, type LiveLogOptions, liveLog } from "../../../../src/tools/cli/server/live-log.js";
import { clientOf, created } from "../../../support/client.js";
import { control } from "../../../support/sandbox.js";

/** The lines of a server in which an order was made, declined and paid, and a refund was refused. */
async function linesOf(over: Partial<LiveLogOptions>): Promise<readonly string[]> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line.trimEnd());
  const log = logger({ format: over.format === "json" ? "json" : "silent", write });
  const listener = liveLog({
    format: "pretty",
    level: undefined,
    isTerminal: true,
    hasColour: false,
    write,
    log,
    ...over,
  });
  const server = await startServer({ ...defaultSettings, port: 0 }, log, activityHooks(listener));
  try {
    const client = clientOf(server.url);
    const order = await created(client, { callbackUrl: { notify: `${server.url}/nowhere` } });
    await control(server.url, "POST", `orders/${order.id}/simulate`, { action: "decline", reason: "expired-card" });
    await control(server.url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    await clientOf(`${server.url}/lane/b`)("hosted-checkout/refund", { merchantId: 3, orderId: 1, amount: 5.123 });
    while (!lines.some((line) => line.includes("notification"))) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await server.stop();
  }
  return lines;
}

it("tells a call, a page action and an attempt in a line each, on a terminal", async () => {
  const lines = await linesOf({});
  const told = (part: string) => lines.find((line) => line.includes(part))?.replace(/^[\d:.]{12} /, "");
  expect(told("create")).toMatch(
    /^default hosted-checkout\/create 0000 Success \S+ HKD 50\.00 OPEN \d+ ms → why req-1$/,
  );
  expect(told("refund")).toMatch(/^b hosted-checkout\/refund (?!0000)\d{4} .+ 5\.123 \d+ ms → why req-1 --lane b$/);
  expect(told("checkout/pay 0000")).toMatch(/^default checkout\/pay 0000 \S+ HKD 50\.00 SUCCESS → why req-3$/);
  expect(told("checkout/pay ")).toMatch(/^default checkout\/pay (?!0000)\d{4} .+ HKD 50\.00 OPEN → why req-2$/);
  expect(told("notification ")).toMatch(
    /^default notification \d+ of order \d+ \(\S+\), attempt 1: 404 .*→ why notification-\d+$/,
  );
});

it("colours by the outcome", async () => {
  const lines = await linesOf({ hasColour: true });
  const colours = lines.map(
    (line) => `${/\[(\d+)m/.exec(line)?.[1]} ${/hosted-checkout\/\w+|notification/.exec(line)?.[0]}`,
  );
  expect(colours).toContain("32 hosted-checkout/create");
  expect(colours).toContain("31 hosted-checkout/refund");
  expect(colours).toContain("33 notification");
});

it("tells the same facts as JSON where a level was asked for", async () => {
  const lines = (await linesOf({ format: "json", level: "info", isTerminal: false })).map((line) => JSON.parse(line));
  const create = { message: "call", lane: "default", requestId: "req-1", operation: "hosted-checkout/create" };
  expect(lines).toContainEqual(expect.objectContaining({ ...create, responseCode: "0000", ms: expect.any(Number) }));
  expect(lines).toContainEqual(expect.objectContaining({ message: "notification", attempt: 1, status: 404 }));
});

it.each([
  ["no terminal", { isTerminal: false }],
  ["the level warn", { level: "warn" }],
  ["a silent log", { format: "silent", level: "info" }],
] as const)("watches nothing with %s", (_, over) => {
  const log = logger({ format: "silent", write: () => {} });
  const quiet = {
    format: "pretty",
    level: undefined,
    isTerminal: true,
    hasColour: false,
    write: () => {},
    log,
  } as const;
  expect(liveLog({ ...quiet, ...over })).toBeUndefined();
});

it("a line break in a reference or in a rule's name makes no line of its own", () => {
  const forged = "A\n10:00:00.000 default hosted-checkout/refund 0000\u2028x\u0085y\tz";
  const call: Activity = {
    kind: "call",
    lane: "default",
    requestId: "req-1",
    operation: "hosted-checkout/create",
    responseCode: "0000",
    merchantReference: forged,
    rule: forged,
    warnings: [forged],
  };
  const attempt: Activity = {
    kind: "notification",
    lane: "default",
    notification: 1,
    orderId: 7,
    merchantReference: forged,
    attempt: 1,
    status: 200,
    why: forged,
    state: "acknowledged",
  };
  for (const activity of [call, attempt]) {
    const line = activityLine(activity, { at: 0, hasColour: false });
    expect(line).not.toMatch(/[\n\t\u0085\u2028]/);
    expect(line).toContain("A\\n10:00:00.000");
  }
});
