import { expect, it } from "vitest";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

it.each([
  [
    "a misspelt outcome",
    "POST",
    "rules",
    { then: { outcome: "insufficient-unsettled-balanc" } },
    /^then\.outcome: is "insufficient-unsettled-balanc", expected an outcome's name \(`payment-sandbox scenarios --outcomes` lists them\), .*did you mean insufficient-unsettled-balance\?$/,
  ],
  [
    "a fault as an outcome",
    "POST",
    "rules",
    { then: { outcome: "connection-reset" } },
    /^then\.outcome: is "connection-reset", expected an outcome, and connection-reset is a fault: write \{fault: connection-reset, placed: after-commit\}$/,
  ],
  [
    "a fault in the place of the effects",
    "POST",
    "next",
    "connection-reset",
    /^body: is "connection-reset", expected an object: write \{fault: connection-reset, placed: after-commit\}$/,
  ],
  [
    "an outcome in the place of the effects",
    "POST",
    "rules",
    { then: "rate-limited" },
    /^then: is "rate-limited", expected an object: write \{outcome: rate-limited\}$/,
  ],
  [
    "an outcome in the place of a rule",
    "POST",
    "rules",
    "insufficient-funds",
    /^body: is "insufficient-funds", expected an object such as \{then: \{outcome: insufficient-funds\}\}$/,
  ],
  [
    "a fault in the place of a rule",
    "POST",
    "rules",
    "connection-reset",
    /^body: is "connection-reset", expected an object such as \{then: \{fault: connection-reset, placed: after-commit\}\}$/,
  ],
  [
    "a misspelt outcome in the place of a rule",
    "PUT",
    "scenario",
    { name: "x", rules: ["insufficient-fund"] },
    /^rules\[0\]: is "insufficient-fund", expected an object such as \{then: \{outcome: insufficient-funds\}\}$/,
  ],
  [
    "a page's act as an outcome",
    "POST",
    "next",
    { outcome: "decline" },
    /^outcome: is "decline", expected an outcome, and decline is no reason: write insufficient-funds or do-not-honour, as the issuer says$/,
  ],
  [
    "several faults",
    "POST",
    "rules",
    { when: { amnt: 5 }, than: 1, then: { outcome: "insufficient-fund" } },
    /^unknown member: when\.amnt; did you mean amount\?\nthen\.outcome: is "insufficient-fund", .*; did you mean insufficient-funds\?\nunknown member: than; did you mean then\?$/,
  ],
  [
    "several faults of a scenario",
    "PUT",
    "scenario",
    { name: "x", rule: [], rules: [{ then: { outcom: "approve" } }] },
    /^unknown member: rules\[0\]\.then\.outcom; did you mean outcome\?\nunknown member: rule; did you mean rules\?$/,
  ],
  [
    "a misspelt copies",
    "POST",
    "rules",
    { then: { notify: { copy: 2 } } },
    /^unknown member: .*\.copy; did you mean copies\?$/,
  ],
  ["a misspelt outcome of next", "POST", "next", { outcome: "aprove" }, /^outcome: .*did you mean approve\?$/],
  ["a misspelt fault", "POST", "next", { fault: "http-50", placed: "after-commit" }, /did you mean http-50[0234]\?$/],
  [
    "an unknown member of an inner object",
    "POST",
    "rules",
    { when: { amnt: 5 }, then: { outcome: "approve" } },
    /^unknown member: when\.amnt; did you mean amount\?$/,
  ],
  [
    "an unknown member of an expectation",
    "POST",
    "verify",
    { expect: [{ order: { orderId: 1 } }, { order: { statuss: "PAID", orderId: 1 } }] },
    /^unknown member: expect\[1\]\.order\.statuss; did you mean status\?$/,
  ],
  [
    "an operation without its group",
    "POST",
    "rules",
    { when: { operation: "refund" }, then: { outcome: "approve" } },
    /^when\.operation: no operation is called "refund"; did you mean \*\/refund\?$/,
  ],
  [
    "a misspelt operation without its group",
    "POST",
    "rules",
    { when: { operation: "refnd" }, then: { outcome: "approve" } },
    /^when\.operation: no operation is called "refnd"; did you mean \*\/refund\?$/,
  ],
  [
    "a misspelt operation of all groups",
    "POST",
    "rules",
    { when: { operation: "*/refnd" }, then: { outcome: "approve" } },
    /^when\.operation: no operation is called "\*\/refnd"; did you mean \*\/refund\?$/,
  ],
  [
    "an operation that its group has not",
    "POST",
    "rules",
    { when: { operation: "tokenization/renew" }, then: { outcome: "approve" } },
    /^when\.operation: no operation is called "tokenization\/renew", expected one of tokenization\/sale, tokenization\/recurring, tokenization\/query-token, tokenization\/add-token, tokenization\/delete-token, tokenization\/void$/,
  ],
  [
    "an operation of no group that is like none",
    "POST",
    "rules",
    { when: { operation: "subscription/zzzzzzzz" }, then: { outcome: "approve" } },
    /^when\.operation: no operation is called "subscription\/zzzzzzzz", expected one of hosted-checkout\/create, .*, card-entry\/cancel$/,
  ],
  [
    "a misspelt operation that is verified",
    "POST",
    "verify",
    { expect: [{ calls: { operation: "*/refnd", count: 1 } }] },
    /^expect\[0\]\.calls\.operation: no operation is called "\*\/refnd"; did you mean \*\/refund\?$/,
  ],
  [
    "a move that is no object",
    "PUT",
    "clock",
    "advance",
    /^body: is "advance", expected an object such as \{"action": "advance", "by": "20m"\}$/,
  ],
  [
    "a forged notification that is no object",
    "POST",
    "rules",
    { when: { operation: "checkout/pay" }, then: { notify: { beside: "amount" } } },
    /^then\.notify\.beside: is "amount", expected an object such as \{"forge":"amount","sent":"before"\}$/,
  ],
  [
    "a wish that is no object",
    "POST",
    "wait",
    "order",
    /^body: is "order", expected an object such as \{"for": "order"/,
  ],
  [
    "a misspelt member",
    "POST",
    "rules",
    { when: { operaton: "*" }, then: { outcome: "approve" } },
    /^unknown member: when\.operaton; did you mean operation\?$/,
  ],
  [
    "a misspelt action",
    "POST",
    "orders/1/simulate",
    { action: "payy" },
    /^action: is "payy", expected one of pay, .*did you mean pay\?$/,
  ],
  [
    "a misspelt move",
    "PUT",
    "clock",
    { action: "advanse", by: "1m" },
    /^action: is "advanse", expected freeze, .*advance/,
  ],
  [
    "a wrong duration",
    "PUT",
    "clock",
    { action: "advance", by: "20x" },
    /^by: is "20x", expected a duration: one number and one unit \(ms, s, m, h or d\), such as 250ms, 20m or 1h$/,
  ],
  [
    "a negative move",
    "PUT",
    "clock",
    { action: "advance", by: "-5m" },
    /^by: "-5m" is negative; the clock goes back with set$/,
  ],
  [
    "a move by a month",
    "PUT",
    "clock",
    { action: "advance", by: "1 month" },
    /^by: "1 month" has no unit of ms, s, m, h or d, such as 30d; for months, set the clock to a date$/,
  ],
  [
    "months by a capital M",
    "PUT",
    "clock",
    { action: "advance", by: "3M" },
    /^by: "3M" has no unit of .* for months, set the clock to a date$/,
  ],
  [
    "a month of ISO 8601",
    "PUT",
    "clock",
    { action: "advance", by: "P1M" },
    /^by: "P1M" has no unit of .* for months, set the clock to a date$/,
  ],
  [
    "hours in words",
    "POST",
    "next",
    { delay: "4 hours" },
    /^delay: is "4 hours", expected a duration: .* such as 4h; or /,
  ],
  [
    "a duration of a wrong kind",
    "POST",
    "next",
    { delay: 5 },
    /^delay: is 5, expected (?!.*\^)a duration: one number and one unit \(ms, s, m, h or d\)/,
  ],
  [
    "a fault that doesn't say when it happens",
    "POST",
    "next",
    { fault: "http-502" },
    /^placed: is missing, expected before-parse, before-commit or after-commit, because there is a fault$/,
  ],
  [
    "an operation with its first slash",
    "POST",
    "rules",
    { when: { operation: "/direct/sale" }, then: { outcome: "approve" } },
    /^when\.operation: is "\/direct\/sale", expected the path without its first slash$/,
  ],
  ["a missing action", "PUT", "clock", {}, /^action: is missing, expected freeze, /],
] as const)("%s is told in words", async (_, method, path, body, message) => {
  const told = await sandbox.control(method, path, body);
  expect([told.http, told.body.message]).toEqual([400, expect.stringMatching(message)]);
});

it.each([
  [{ action: "set", at: "noon" }, "correct at: for example 2026-01-05T10:00:00+08:00"],
  [{ action: "set", at: "2026-13-01" }, "correct at"],
  [{ action: "advance", by: "4 hours" }, "correct by: for example 4h"],
  [{ action: "advance" }, "correct by: for example 1h"],
  [{ action: "set", at: "2026-01-06" }, "correct at: for example 2026-01-06T00:00:00+08:00"],
  [{ action: "go" }, 'correct action: for example {"action": "advance", "by": "20m"}'],
])("the fix of the move %j has the example that its schema names", async (move, fix) => {
  expect((await sandbox.control("PUT", "clock", move)).body.fix).toBe(fix);
});

it.each(["[", '{"a":'])("a body nested deeper than can be written again is told, whatever it is: %s", async (open) => {
  const close = open === "[" ? "]" : "}";
  const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  for (const path of ["rules", "notifications/1/resend", "next"]) {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: deep,
    });
    const { message } = (await answer.json()) as { message: string };
    expect([path, answer.status, message]).toEqual([path, 400, expect.stringMatching(/./)]);
  }
});

it.each([
  ["GET", "order/1000001", "did you mean GET /_sandbox/orders/1000001?"],
  ["POST", "notifications/7/resnd", "did you mean POST /_sandbox/notifications/7/resend?"],
  ["POST", "orders/7/pay", 'did you mean POST /_sandbox/orders/7/simulate {"action":"pay"}?'],
  ["POST", "orders/7/expire", 'did you mean POST /_sandbox/orders/7/simulate {"action":"expire"}?'],
  ["POST", "resend", "did you mean POST /_sandbox/notifications/{id}/resend?"],
  ["POST", "orders/7/resend", "did you mean POST /_sandbox/notifications/7/resend?"],
  ["POST", "lanes/a/reset", "did you mean POST /_sandbox/reset?"],
  ["POST", "resett", "GET /_sandbox/openapi.json lists every call"],
  ["DELETE", "rule", "did you mean GET /_sandbox/rules?"],
  ["POST", "snapshot", "did you mean POST /_sandbox/snapshots?"],
  ["POST", "mpc", "did you mean POST /_sandbox/mcp?"],
  ["GET", "readyz", "it is GET /readyz, without /_sandbox"],
  ["GET", "livez", "it is GET /livez, without /_sandbox"],
  ["GET", "metrics", "it is GET /metrics, without /_sandbox"],
  ["POST", "orders//simulate", "an id or name in the path is empty: was the call refused that returns it?"],
  ["DELETE", "clock", "it is GET /_sandbox/clock or PUT /_sandbox/clock;"],
])("%s %s, which is no call, leads to the nearest one", async (method, path, hint) => {
  const told = await sandbox.control(method, path);
  expect([told.http, String(told.body.fix).slice(0, hint.length)]).toEqual([404, hint]);
});

it("a body that is not UTF-8 is refused, and the byte is named", async () => {
  const body = new Uint8Array(Buffer.from('{"when":{"merchantReference":"Caf\xe9"},"then":{}}', "latin1"));
  const { url } = await sandbox.lane();
  const scenario = await fetch(`${url}/_sandbox/scenario`, { method: "PUT", body });
  expect(await scenario.json()).toMatchObject({ code: "invalid-encoding" });
  const answer = await fetch(`${url}/_sandbox/rules`, { method: "POST", body });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      code: "invalid-encoding",
      message: 'the body is not UTF-8: byte 0xE9 at offset 33 (after chantReference":"Caf) was read as U+FFFD',
      fix: expect.stringContaining("UTF-8"),
    },
  ]);
});
