import { describe, expect, it } from "vitest";
import { canBe, operationsNamedBy } from "../../../../src/core/scenario/document/carried.js";
import {
  type Carried,
  type Operation,
  operationRow,
  operations,
} from "../../../../src/core/scenario/values/operations.js";

const ofOrder =
  "orderId merchantReference amount currency isRecurring orderStatus userId tokenId cardType paymentMethod".split(" ");

describe("what calls carry", () => {
  // Those of the payment API are held against what they are asked with, in test/wire.
  it.each<[Operation, readonly string[]]>([
    ["checkout/open", ofOrder],
    ["checkout/pay", ofOrder],
    ["checkout/cancel", ofOrder],
    ["card-entry/save", ["userId", "amount", "currency", "cardType", "paymentMethod"]],
    ["card-entry/cancel", ["userId"]],
  ])("%s on a page: %j", (operation, members) => expect(operationRow(operation).carried).toEqual(members));

  it.each<[Operation, Carried, readonly unknown[], readonly unknown[]]>([
    ["hosted-checkout/recurring", "isRecurring", [true], [false]],
    ["tokenization/recurring", "isRecurring", [true], [false]],
    ["tokenization/sale", "isRecurring", [true, false], []],
    ["tokenization/sale", "paymentMethod", ["CARD"], ["APPLEPAY", "ALIPAY"]],
    ["tokenization/sale", "cardType", ["VISA", "MASTER", "UNIONPAY"], ["ALIPAYHK", "WECHAT"]],
    ["tokenization/recurring", "paymentMethod", ["CARD"], ["APPLEPAY", "ALIPAY"]],
    ["tokenization/recurring", "cardType", ["VISA", "MASTER", "UNIONPAY"], ["ALIPAYHK", "WECHAT"]],
    ["hosted-checkout/recurring", "paymentMethod", ["CARD", "ALIPAYHK"], []],
    ["direct/sale", "paymentMethod", ["ALIPAY", "ALIPAYHK", "WECHAT"], ["CARD", "WECHATPAY"]],
    ["direct/sale", "isRecurring", [false], [true]],
    ["tokenization/query-token", "isRecurring", [false], [true]],
    ["tokenization/query-token", "amount", [], [5, { gt: 1 }]],
    ["checkout/pay", "cardType", ["VISA", "ALIPAYHK"], []],
  ])("%s has %s as %j, and never as %j", (operation, member, can, cannot) => {
    expect(can.map((wanted) => canBe(operation, member, wanted))).toEqual(can.map(() => true));
    expect(cannot.map((wanted) => canBe(operation, member, wanted))).toEqual(cannot.map(() => false));
  });
});

it.each<[string | undefined, readonly string[]]>([
  [undefined, []],
  ["*", []],
  ["**", operations],
  ["direct/sale", ["direct/sale"]],
  ["*/refund", ["hosted-checkout/refund", "direct/refund"]],
  ["settlement", []],
])("a rule of %s names %j", (pattern, named) => expect(operationsNamedBy(pattern)).toEqual(named));
