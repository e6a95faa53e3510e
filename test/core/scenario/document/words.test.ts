import { describe, expect, it } from "vitest";
import * as z from "zod";
import { formatProblem, readScenario } from "../../../../src/core/scenario/document/document.js";
import { readDocument } from "../../../../src/core/scenario/document/positions.js";
import { meanwhiles, placements, visitInstants } from "../../../../src/core/scenario/effects/effects.js";
import { faultNames } from "../../../../src/core/scenario/effects/faults.js";
import { besideForgeries, forgeries } from "../../../../src/core/scenario/effects/forgeries.js";
import { pathText } from "../../../../src/core/scenario/values/issues.js";
import {
  documentMaxBytes,
  scenarioMaxBytes,
  scenarioSizeProblem,
  sizeProblem,
} from "../../../../src/core/scenario/values/limits.js";

/** The expectation of each problem of a scenario, with the member it is said of. */
const said = (scenario: object): readonly string[] => {
  const read = readScenario(JSON.stringify({ name: "x", ...scenario }), "f");
  return "problems" in read ? read.problems.map(({ what, expected }) => `${what} → ${expected}`) : [];
};
const inThen = (then: object) => said({ rules: [{ then }] });
const inWhen = (when: object) => said({ rules: [{ when, then: { outcome: "approve" } }] });
const inCount = (count: unknown) => said({ expect: [{ calls: { operation: "*", count } }] });
const inBalance = (HKD: unknown) => said({ given: { merchants: [{ merchantId: 3, unsettledBalance: { HKD } }] } });
const then = (...path: (string | number)[]): string => pathText(["rules", 0, "then", ...path]);

const DURATION = "a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h";
const AMOUNT = "an amount in the currency's main unit, such as 50.00";

it.each([
  ["9007199254740993", "9007199254740993"],
  ["1e400", "1e400"],
  ["1_000", '"1_000"'],
  ["!!float 1e400", "1e400"],
])("a number is told as the file has it: %s", (written, told) => {
  const read = readScenario(`name: x\nrules: [{ when: { tokenId: ${written} }, then: { outcome: approve } }]`, "f");
  expect("problems" in read && read.problems[0].what).toBe(`rules[0].when.tokenId is ${told}`);
});

describe("what is expected is said in words", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["text", inWhen({ merchantReference: true }), [`rules[0].when.merchantReference is true → a text`]],
    ["id", inWhen({ orderId: true }), ["rules[0].when.orderId is true → an id, as a number"]],
    ["an id's number", inWhen({ orderId: 0 }), ["rules[0].when.orderId is 0 → a whole number from 1 to 2147483647"]],
    [
      "merchant",
      said({ given: { merchants: [{ merchantId: true }] } }),
      ["given.merchants[0].merchantId is true → a merchant id, as number or text"],
    ],
    [
      "amount or comparison",
      inWhen({ amount: "5,00" }),
      ['rules[0].when.amount is "5,00" → {lt, lte, gt, gte, ne, endsWith}, or an amount such as 50.00'],
    ],
    [
      "no comparison",
      inWhen({ amount: {} }),
      ["rules[0].when.amount is {} → at least one of lt, lte, gt, gte, ne, endsWith"],
    ],
    ["amount in a comparison", inWhen({ amount: { lt: "" } }), [`rules[0].when.amount.lt is "" → ${AMOUNT}`]],
    ["decimals", inWhen({ amount: { lt: 0.001 } }), ["rules[0].when.amount.lt is 0.001 → at most two decimals"]],
    [
      "a great amount",
      inWhen({ amount: 90_071_992_547_409.92 }),
      ["rules[0].when.amount is 90071992547409.92 → a smaller amount"],
    ],
    ["the greatest amount", inWhen({ amount: { lt: 90_071_992_547_409.91 } }), []],
    ["digits", inWhen({ amount: { endsWith: "x" } }), ['rules[0].when.amount.endsWith is "x" → digits such as ".13"']],
    [
      "charge",
      said({ given: { orders: [{ merchantId: 3, merchantReference: "A", amount: "one" }] } }),
      [`given.orders[0].amount is "one" → ${AMOUNT}`],
    ],
    ["balance", inBalance(10_000_000), ["given.merchants[0].unsettledBalance.HKD is 10000000 → at most 9999999.99"]],
    [
      "a balance's decimals",
      inBalance(0.001),
      ["given.merchants[0].unsettledBalance.HKD is 0.001 → at most two decimals"],
    ],
    [
      "a balance below the least",
      inBalance(-10_000_000),
      ["given.merchants[0].unsettledBalance.HKD is -10000000 → at least -9999999.99"],
    ],
    [
      "key",
      said({ given: { merchants: [{ merchantId: 3, publicKeys: ["x"] }] } }),
      [
        "given.merchants[0].publicKeys[0] is no public key → an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo",
      ],
    ],
    ["count", inCount("1"), ['expect[0].calls.count is "1" → a number, or {min, max}']],
    ["no count", inCount({}), ["expect[0].calls.count is {} → min, max or both"]],
    [
      "count upside down",
      inCount({ min: 2, max: 1 }),
      ['expect[0].calls.count is {"min":2,"max":1} → min not above max'],
    ],
    ["duration", inThen({ page: { auto: "pay", after: "x" } }), [`${then("page", "after")} is "x" → ${DURATION}`]],
    [
      "delay",
      inThen({ delay: "x" }),
      [`${then("delay")} is "x" → ${DURATION}; or {min, max}, or {median, p99}, of durations`],
    ],
    ["the longest duration", inThen({ delay: "3650000d" }), []],
    [
      "too long a duration",
      inThen({ delay: "87600001h" }),
      [`${then("delay")} is "87600001h" → a duration of at most 3650000d`],
    ],
    [
      "delay upside down",
      inThen({ delay: { min: "2s", max: "1s" } }),
      [`${then("delay")} is {"min":"2s","max":"1s"} → min not above max`],
    ],
    [
      "percentile upside down",
      inThen({ delay: { median: "2s", p99: "1s" } }),
      [`${then("delay")} is {"median":"2s","p99":"1s"} → median not above p99`],
    ],
    [
      "no effect on a notification",
      inThen({ notify: {} }),
      [
        `${then("notify")} is {} → at least one of drop, delay, copies, overlap, giveUp, hold, forge, before, beside, again, extra, swap, replay`,
      ],
    ],
    ["copies", inThen({ notify: { copies: 101 } }), [`${then("notify", "copies")} is 101 → a number of at most 100`]],
    [
      "forgery",
      inThen({ notify: { forge: "x" } }),
      [`${then("notify", "forge")} is "x" → one of signature, amount, amount-signed, status, reference`],
    ],
    [
      "another code",
      inThen({ outcome: { responseCode: "00", message: "" } }),
      [`${then("outcome", "responseCode")} is "00" → another code: \`approve\` is the way to say yes`],
    ],
    [
      "what the shopper does",
      inThen({ page: { auto: "x" } }),
      [`${then("page", "auto")} is "x" → one of pay, decline, cancel, close`],
    ],
    [
      "address",
      inThen({ visits: [{ to: "x", at: "y" }] }),
      [
        `${then("visits", 0, "to")} is "x" → one of success, fail, cancel`,
        `${then("visits", 0, "at")} is "y" → one of before-paying, before-notice, after-notice`,
      ],
    ],
    ["list", said({ rules: {} }), ["rules is {} → a list"]],
    [
      "decline",
      inThen({ page: { auto: "decline", reason: "x" } }),
      [
        `${then("page", "reason")} is "x" → one of do-not-honour, lost-card, stolen-card, insufficient-funds, expired-card, suspected-fraud, limit-exceeded, authentication-failed, issuer-unavailable`,
      ],
    ],
    [
      "operation of an expectation",
      said({ expect: [{ calls: { operation: "", count: 1 } }] }),
      ['expect[0].calls.operation is "" → a text of at least 1 character'],
    ],
    [
      "operation that declines",
      said({ rules: [{ when: { operation: "direct/query" }, then: { outcome: "lost-card" } }] }),
      [
        "lost-card does not fit direct/query → an operation that can be declined: hosted-checkout/create, hosted-checkout/refund, hosted-checkout/void, hosted-checkout/recurring, tokenization/sale, tokenization/recurring, tokenization/add-token, tokenization/void, direct/sale, direct/refund, direct/void, checkout/pay, card-entry/save",
      ],
    ],
  ])("%s", (_, found, lines) => expect(found).toEqual(lines));
});

it("the names of what a rule can do are those of the contract", () => {
  expect(
    [faultNames, placements, forgeries, besideForgeries, meanwhiles, visitInstants].map((names) => names.join(" ")),
  ).toEqual([
    "connection-reset no-response empty-response truncated-head truncated-body garbage-body empty-body html-body wrong-content-type http-429 http-500 http-502 http-503 http-504",
    "before-parse before-commit after-commit",
    "signature amount amount-signed status reference",
    "signature amount status reference unpaid no-signature empty-signature other-order other-merchant",
    "settle refund refund-a-cent refund-all-but-a-cent expire delete-token expire-token drain-balance",
    "before-paying before-notice after-notice",
  ]);
});

it("a config file of 5 MB is read, a scenario of 512 kB, and no larger one", () => {
  expect(documentMaxBytes).toBe(5_242_880);
  expect(sizeProblem(documentMaxBytes)).toBeUndefined();
  expect(sizeProblem(documentMaxBytes + 1)).toEqual({
    what: "the document has 5242881 bytes",
    expected: "at most 5242880 (5 MB)",
  });
  expect(scenarioMaxBytes).toBe(524_288);
  expect([scenarioSizeProblem(scenarioMaxBytes), scenarioSizeProblem(scenarioMaxBytes + 1)?.what]).toEqual([
    undefined,
    "the document has 524289 bytes",
  ]);
});

describe("a place in the text", () => {
  const placed = (text: string): readonly string[] => {
    const read = readScenario(text, "f");
    return ("problems" in read ? read.problems : read.warnings).map(formatProblem);
  };
  const unknown = (count: number): string =>
    ["name: x", ...Array.from({ length: count }, (_, i) => `k${i}: 1`)].join("\n");

  it("is told of twenty problems, and the rest is counted", () => {
    expect(placed(unknown(20))).toHaveLength(20);
    expect(placed(unknown(20)).at(-1)).toMatch(/^f:21:1: unknown member "k19"/);
    expect(placed(unknown(21)).at(-1)).toBe("f:22:1: and 1 more problems from here on");
  });

  it("is told of a level that is one too deep", () => {
    const nested = (levels: number) => placed(`name: x\nrules: ${"[".repeat(levels)}${"]".repeat(levels)}`)[0];
    expect(nested(100)).toMatch(/^f:2:9: rules\[0\] is \[/);
    expect(nested(101)).toBe("f:2:108: nested too deep, expected at most 100 levels");
  });

  it("is told of each rule and each expectation", () => {
    const yaml =
      "name: x\nexpect:\n  - order: { orderId: 1 }\n  -\n    rule: { name: a, fired: 1 }\nrules:\n  - { name: a, then: { delay: 0 } }\n\n  - then: { delay: 0 }\n";
    const json =
      '{ "name": "x",\n "expect": [\n  { "order": { "orderId": 1 } },\n\n  { "rule": { "name": "a", "fired": 1 } }],\n "rules": [ { "name": "a", "then": { "delay": 0 } },\n\n {\n "then": { "delay": 0 } }] }';
    expect(readScenario(yaml, "f")).toMatchObject({ ruleLines: [7, 9], expectLines: [3, 5] });
    expect(readScenario(json, "f")).toMatchObject({ ruleLines: [6, 8], expectLines: [3, 5] });
  });

  it("is where warnings stand, in the order of the text", () => {
    const text =
      "expect:\n  - rule: { name: b, fired: 1 }\nname: x\nrules:\n  - { then: { delay: 0 } }\n  - { chance: 0, then: { delay: 0 } }\n";
    expect(placed(text)).toEqual([
      'f:2:19: no rule is called "b"',
      "f:6:5: the rule can never fire: rule 1 always matches first",
      "f:6:15: a rule of chance 0 can never fire",
    ]);
  });
});

it.each(["", "# a comment"])("an empty text counts as {} where nothing is asked of it: %j", (text) => {
  const schema = z.strictObject({ port: z.int().default(4655) });
  expect(readDocument({ text, file: "f" }, schema, () => ({}))).toMatchObject({ value: { port: 4655 } });
  expect(readDocument({ text, file: "f", atLeast: "a name" }, schema, () => ({}))).toEqual({
    problems: [{ file: "f", line: 1, column: 1, what: "the file is empty", expected: "a name" }],
  });
});
