import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultSettings } from "../../../src/server/options/settings.js";
import { mcpServer } from "../../../src/tools/mcp/mcp-server.js";
import { checked, toolText } from "../../../src/tools/mcp/tool.js";
import { callTool } from "../../../src/tools/mcp/tools/call.js";
import { verifyTool, waitForTool } from "../../../src/tools/mcp/tools/checks.js";
import { conformanceTool } from "../../../src/tools/mcp/tools/conformance.js";
import { judgeRun, judgeTool } from "../../../src/tools/mcp/tools/judge.js";
import {
  changeMerchantTool,
  clockTool,
  createLaneTool,
  dropLaneTool,
  forceOutcomeTool,
  snapshotsTool,
} from "../../../src/tools/mcp/tools/lanes.js";
import { resendTool } from "../../../src/tools/mcp/tools/orders.js";
import { proveFixTool } from "../../../src/tools/mcp/tools/prove-fix.js";
import { explainRequestTool } from "../../../src/tools/mcp/tools/requests.js";
import { listScenariosTool } from "../../../src/tools/mcp/tools/scenarios.js";
import { created } from "../../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";

const command = ["true"];

it("an object without lists and objects is one line of an answer", () => {
  const value = {
    at: "x {",
    orders: [
      { id: 1, amount: 5, note: "a [\n{ b" },
      { id: 2, fields: {}, attempts: [] },
    ],
  };
  expect(toolText(value).split("\n").slice(3, 4)).toEqual(['    { "id": 1, "amount": 5.00, "note": "a [\\n{ b" },']);
  expect(JSON.parse(toolText(value))).toEqual(value);
});

it.each([
  [forceOutcomeTool, {}, 'then is missing, expected an object such as {"outcome":"insufficient-unsettled-balance"}'],
  [
    forceOutcomeTool,
    { when: "refund", then: { delay: "1s" } },
    'when is "refund", expected an object such as {"operation":"*/refund"}',
  ],
  [
    waitForTool,
    { for: "order", match: "A-1" },
    'match is "A-1", expected an object such as {"merchantReference":"A-1"}',
  ],
  [changeMerchantTool, { unsettledBalance: 500 }, 'unsettledBalance is 500, expected an object such as {"HKD":500}'],
  [
    changeMerchantTool,
    { capabilities: { CARDS: {} } },
    'unknown member "CARDS" in capabilities, expected one of CARD, ',
  ],
  [
    changeMerchantTool,
    { capabilities: { CARD: { pay: true } } },
    'unknown member "pay" in capabilities.CARD, expected one of refund, void',
  ],
  [
    verifyTool,
    { expect: [{ order: { statuss: "PAID" } }] },
    'unknown member "statuss" in expect[0].order, expected one of ',
  ],
  [forceOutcomeTool, { then: { gate: "g" } }, 'then.gate is "g", expected an object such as {"name":"paid"}'],
  [forceOutcomeTool, { then: { page: "pay" } }, 'then.page is "pay", expected an object such as {"auto":"pay"}'],
  [forceOutcomeTool, { then: { notify: "drop" } }, 'then.notify is "drop", expected an object such as {"drop":true}'],
  [
    forceOutcomeTool,
    { then: { visits: ["success"] } },
    'then.visits[0] is "success", expected an object such as {"to":"success","at":"before-paying"}',
  ],
  [
    forceOutcomeTool,
    { then: { timeout: true } },
    'unknown member "timeout" in then, expected {"fault": "no-response", "placed": "after-commit"}',
  ],
  [
    forceOutcomeTool,
    { then: { responseCode: "9" } },
    'unknown member "responseCode" in then, expected {"outcome": {"responseCode": "9999", "message": "…"}}',
  ],
  [
    forceOutcomeTool,
    { operation: "*/query", then: { delay: "1s" } },
    'unknown member "operation", expected it in when: {"when": {"operation": …}}',
  ],
  [
    forceOutcomeTool,
    { outcome: "lost-card", then: { delay: "1s" } },
    'unknown member "outcome", expected it in then: {"then": {"outcome": …}}',
  ],
  [forceOutcomeTool, { then: { when: 1 } }, 'unknown member "when" in then, expected one of '],
  [
    forceOutcomeTool,
    { then: "http-500" },
    'then is "http-500", expected an object: write {fault: http-500, placed: after-commit}',
  ],
  [
    forceOutcomeTool,
    { when: { operation: "*/refund" }, then: { outcome: "refund-declined" } },
    /^then\.outcome is "refund-declined", expected for \*\/refund one of order-not-found, .*insufficient-unsettled-balance, .*issuer-unavailable; list_scenarios lists all/,
  ],
  [
    forceOutcomeTool,
    { when: { operation: "*/refund" }, then: { outcome: "declined" } },
    'then.outcome is "declined", expected an outcome, and declined is no reason',
  ],
  [
    forceOutcomeTool,
    { then: { outcome: "refund-declined" } },
    'then.outcome is "refund-declined", expected an outcome\'s name (',
  ],
  [
    clockTool,
    { move: { action: "advance", by: "1mo" } },
    'set the clock to a date (give days, or {"action": "set", "at": "2026-02-28T10:00:00+08:00"})',
  ],
  [
    clockTool,
    { move: { action: "set", at: "2027-01-30" } },
    'move.at is "2027-01-30", expected a time and an offset after the date, such as 2027-01-30T00:00:00+08:00',
  ],
  [
    clockTool,
    { move: { action: "set", at: "2027-01-30 09:15:00" } },
    'move.at is "2027-01-30 09:15:00", expected a T between the date and the time, not a space, such as 2027-01-30T09:15:00+08:00',
  ],
  [
    clockTool,
    { move: { action: "set", at: "2027-02-30" } },
    'move.at is "2027-02-30", expected a day of the calendar: 2027-02 has no day 30',
  ],
  [
    verifyTool,
    { expect: { orders: 1 } },
    'expect is {"orders":1}, expected a list such as [{"order":{"merchantReference":"A-1"',
  ],
  [judgeTool, { command, timeout: 30 }, 'timeout is 30, expected a text such as "30s"'],
  [judgeTool, { command, timeout: "soon" }, 'timeout is "soon", expected a duration such as 30s or 5m'],
  [conformanceTool, { command, scenario: "a" }, 'scenario is "a", expected a list such as ["refund-short-of-balance"]'],
  [proveFixTool, { command, report: "r.json", cwd: 1 }, 'cwd is 1, expected a text such as "/home/me/shop"'],
  [
    resendTool,
    { id: "" },
    "id is \"\", expected a notification's id, such as 7 or notification-7, or its order's merchantReference",
  ],
  [
    callTool,
    { operation: "hosted-checkout/pay" },
    /^operation is "hosted-checkout\/pay", expected one of hosted-checkout\/create, .*\. The shopper acts by the tool pay_order$/,
  ],
  [resendTool, {}, "id is missing, expected a notification's id, such as 7 or notification-7"],
  [
    explainRequestTool,
    { id: "" },
    'id is "", expected the id of a call, an order or a notification, such as req-12, A-1 or notification-7',
  ],
] as const)("%o %j is answered by what it expects", async (tool, args, said) => {
  await expect(checked(tool, args)).rejects.toThrow(said);
});

it.each([
  ['{"merchantId":3', "params is not valid JSON: it breaks off after 15 characters; a bracket or a quote is missing"],
  ["{'a': 1}", `params is not valid JSON: unexpected "'" at line 1, column 2; JSON has double quotes only`],
  ["[]", "expected params as an object, or as the text of a JSON object"],
])("params of %j are told what is wrong with them", async (params, said) => {
  const context = { target: { base: "http://localhost:1" }, settings: {}, mayRun: false } as never;
  await expect(callTool.run({ operation: "direct/query", params }, context, {} as never)).rejects.toThrow(said);
});

it.each([forceOutcomeTool, waitForTool, changeMerchantTool])("the example of %o is valid", async (tool) => {
  const { examples = [] } = tool.input.meta() as { examples?: readonly object[] };
  expect(examples).toHaveLength(1);
  for (const example of examples) await checked(tool, { ...(tool === waitForTool && { for: "order" }), ...example });
});

it.each([judgeTool, conformanceTool])("the example of %o is valid beside a command", async (tool) => {
  const { examples = [] } = tool.input.meta() as { examples?: readonly object[] };
  expect(examples).toHaveLength(1);
  for (const example of examples) await checked(tool, { command, ...example });
});

it("the summary of a scenario is its whole first sentence", async () => {
  const told = String(await listScenariosTool.run({}, {} as never, {} as never));
  const [, summaries = ""] = /^Scenarios:\n(.*)\nOutcomes:$/ms.exec(told) ?? [];
  expect(summaries.split("\n").filter((line) => !/^[\w-]+: .{1,299}[.…]$/.test(line))).toEqual([]);
});

describe("a client", () => {
  let sandbox: TestSandbox;
  const agent = new Client({ name: "test", version: "1" });
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    const [here, there] = InMemoryTransport.createLinkedPair();
    await mcpServer({ target: { base: sandbox.url }, settings: defaultSettings, mayRun: false }).connect(there);
    await agent.connect(here);
    for (const name of ["refunds", "voids"]) await sandbox.control("POST", "lanes", { name });
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const told = async (name: string, given: object): Promise<string> => {
    const { content } = await agent.callTool({ name, arguments: given as Record<string, unknown> });
    return (content as readonly { readonly text: string }[])[0]!.text;
  };

  it.each([
    [
      dropLaneTool,
      { name: "refund" },
      "there is no lane refund; did you mean refunds? (the tool list_lanes lists them)",
    ],
    [snapshotsTool, { action: "restore", name: "x" }, "there is no snapshot x (the tool snapshots lists them)"],
    [createLaneTool, { scenario: "lost" }, /called lost; did you mean answer-lost-after-sale\?/],
    [clockTool, { move: { action: "stop" } }, /^clock: move\.action is "stop", expected/],
    [
      waitForTool,
      { for: "order", match: { status: "PAYED" } },
      /^wait_for: match\.status: is "PAYED", expected one of .*CANCELLED$/,
    ],
  ] as const)("%o %j begins with the tool's name", async (tool, given, said) => {
    const text = await told(tool.name, given);
    if (typeof said === "string") expect(text).toBe(`${tool.name}: ${said}`);
    else expect(text).toMatch(said);
  });

  it("each example that force_outcome's description has is a rule without warnings", async () => {
    const [, examples = ""] = /Examples: (.*)\. Warnings/.exec(forceOutcomeTool.about) ?? [];
    for (const rule of JSON.parse(`[${examples}]`)) {
      const made = await told("force_outcome", { ...rule, lane: "voids" });
      expect(JSON.parse(made)).toMatchObject({ ...rule, warnings: [] });
    }
  });

  it("list_lanes names each lane and its url", async () => {
    expect((await told("list_lanes", {})).split("\n")).toContain(`voids: ${sandbox.url}/lane/voids`);
  });

  it("call with demo tells what was sent, and pay_order what became of a card page", async () => {
    const called = JSON.parse(await told("call", { operation: "tokenization/add-token", demo: true }));
    const [, members = ""] = /answers \{(.*?)\}/.exec(callTool.about) ?? [];
    expect(Object.keys(called).sort()).toEqual([...members.split(", "), "sent"].sort());
    expect(called.sent).toMatchObject({ merchantId: 3, userId: "user1" });
    const paid = JSON.parse(await told("pay_order", { order: called.body.checkoutUrl, action: "decline" }));
    const declined = expect.stringContaining("do-not-honour");
    expect(paid).toMatchObject({ requestId: expect.stringMatching(/^req-/), operation: "card-entry/save", declined });
  });

  it("call with demo of a charge needs an order to charge again", async () => {
    const given = { operation: "hosted-checkout/recurring", demo: true, lane: "refunds" };
    expect(await told("call", given)).toContain("create with demo and isRecurring: true");
    await told("call", { operation: "hosted-checkout/create", demo: true, lane: "refunds" });
    const charged = await told("call", { ...given, params: { merchantReference: "NEW-1" } });
    expect(charged).toContain("was made without isRecurring");
  });
});

it("resend says in words whether the shop acknowledged the notification", async () => {
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  let accepts = false;
  await using shop = await startShop(() => accepts);
  const order = await created(client, { callbackUrl: { notify: shop.notifyUrl } });
  await control(url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
  await control(url, "PUT", "clock", { action: "run-until-idle" });
  const [{ id }] = (await control(url, "GET", "notifications")).body.notifications;
  const context = { target: { base: url }, settings: {}, mayRun: false } as never;
  const sent = async () => JSON.parse((await resendTool.run({ id }, context, {} as never)) as string);
  expect((await sent()).verdict).toMatch(
    /^All attempts failed, and no retry follows\. The last one: answered 400.* Then resend it with the tool resend\./,
  );
  accepts = true;
  const acknowledged = { verdict: "Nothing to do: the shop acknowledged it.", state: "acknowledged" };
  expect(await sent()).toMatchObject({ ...acknowledged, attempts: [{ status: 200, isManual: true }] });
});

it("resend of an order without a notification names the cause", async () => {
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  const context = { target: { base: url }, settings: {}, mayRun: false } as never;
  const [silent, open] = [
    await created(client, { merchantReference: "A-1" }),
    await created(client, { merchantReference: "A-2", callbackUrl: { notify: "http://localhost:1/notify" } }),
  ];
  await expect(resendTool.run({ id: "A-1" }, context, {} as never)).rejects.toThrow(
    `there is no notification A-1 (order ${silent.id} (A-1) is OPEN but has no callbackUrl.notify: nothing is sent)`,
  );
  await expect(resendTool.run({ id: "A-2" }, context, {} as never)).rejects.toThrow(
    `there is no notification A-2 (order ${open.id} (A-2) is OPEN: nothing is sent before it is paid)`,
  );
});

it("the progress of a proof with a base, which makes two passes, never exceeds its total", async () => {
  const seen: (readonly [number, number | undefined])[] = [];
  const call = { progress: (done: number, total?: number) => void seen.push([done, total]) };
  const { progress } = await judgeRun(
    { command: ["true"] } as never,
    { settings: defaultSettings } as never,
    call as never,
  );
  for (let pass = 0; pass < 2; pass++) {
    progress.pass?.("here:");
    progress.begin(2);
    for (const id of ["a", "b"]) progress.pruned(id);
  }
  expect(seen).toEqual([
    [1, 2],
    [2, 2],
    [3, 4],
    [4, 4],
  ]);
});
