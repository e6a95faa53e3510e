import { describe, expect, it } from "vitest";
import { instant } from "../../../../src/core/domain/money.js";
import { findings } from "../../../../src/core/scenario/document/lint.js";
import type { Rule } from "../../../../src/core/scenario/rule/rule.js";
import { operationRow } from "../../../../src/core/scenario/values/operations.js";
import type { Loaded } from "../../../../src/lane/commands/command-table.js";
import { fullSubject } from "../../../../src/lane/commands/load-call.js";
import type { Endpoint } from "../../../../src/server/payment-api/endpoints/endpoint.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";
import { knownMembers } from "../../../../src/server/payment-api/read-parameters/known-members.js";

const sale = { type: "SALE", cardType: "VISA", method: "CARD", amount: 5000 };
const order = {
  id: 1,
  reference: "A-1",
  amount: 5000,
  currency: "HKD",
  recurring: true,
  userId: "user1",
  tokenId: 351,
  transactions: [sale],
};

/** All members of the subject of a call that gives every parameter, and whose order, token and parent are known. */
function carriedBy({ path, command, subject }: Endpoint): readonly string[] {
  const names = [...knownMembers.get(path)!.keys()];
  const given = Object.fromEntries(names.map((name) => [name, name === "paymentType" ? "ALIPAYHK" : "1"]));
  const asked = command(given);
  const known = { token: { brand: "VISA" }, parent: order, ...("key" in asked && { order }) };
  const call = { command: asked, subject: subject(given) };
  const full = fullSubject(call as never, known as unknown as Loaded, instant(0));
  const { operation: _, merchantId: _m, amountMinor: amount, ...others } = full;
  return Object.entries({ ...others, amount })
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort();
}

describe("what an operation carries", () => {
  it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))("is so of %s", (path, endpoint) => {
    expect([...operationRow(path).carried].sort()).toEqual(carriedBy(endpoint));
  });
});

const warned = (when: Rule["when"], then: Rule["then"] = { outcome: "maintenance" } as Rule["then"]) =>
  findings({ name: "x", rules: [{ when, then }], expect: [] } as never).map(({ what }) => what);

describe("a rule of a call that cannot be so", () => {
  it.each<[Rule["when"], string]>([
    [{ operation: "tokenization/query-token", amount: { gt: 1 } }, "amount"],
    [{ operation: "hosted-checkout/create", orderStatus: "OPEN" }, "orderStatus OPEN"],
    [{ operation: "hosted-checkout/create", cardType: "VISA" }, "cardType VISA"],
    [{ operation: "tokenization/sale", reason: "membership" }, "reason membership"],
    [{ operation: "tokenization/sale", paymentMethod: "ALIPAYHK" }, "paymentMethod ALIPAYHK"],
    [{ operation: "tokenization/sale", cardType: "WECHATPAY" }, "cardType WECHATPAY"],
    [{ operation: "tokenization/recurring", isRecurring: false }, "isRecurring false"],
    [{ operation: "direct/sale", isRecurring: true }, "isRecurring true"],
    [{ operation: "*/refund", reason: "membership" }, "reason membership"],
  ] as never)("is warned of: %j", (when, member) => {
    expect(warned(when)).toEqual([`the rule can never match: no ${when?.operation} has ${member}`]);
  });

  it.each<Rule["when"]>([
    { operation: "tokenization/sale", cardType: "MASTER", paymentMethod: "CARD", isRecurring: true },
    { operation: "tokenization/query-token", isRecurring: false },
    { operation: "*/refund", orderStatus: "SUCCESS", cardType: "ALIPAYHK" },
    { operation: "tokenization/*", orderStatus: "OPEN", reason: "x" },
    { operation: "*", reason: "x" },
    { reason: "x" },
  ] as never)("is not said of one that can: %j", (when) => {
    expect(warned(when)).toEqual([]);
  });

  it("is not said of a fault before the parse, which reads whatever was sent", () => {
    const then = { fault: "http-503", placed: "before-parse" } as Rule["then"];
    expect(warned({ operation: "tokenization/query-token", userId: "u", reason: "x" }, then)).toEqual([]);
  });
});

it.each([
  ["*/query", ["notify has no effect here: */query sends no notification"]],
  ["tokenization/sale", []],
])("a notification that is dropped after %s is warned of where none follows", (operation, expected) => {
  expect(warned({ operation }, { notify: { drop: true } } as Rule["then"])).toEqual(expected);
});
