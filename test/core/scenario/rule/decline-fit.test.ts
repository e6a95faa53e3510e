import { expect, it } from "vitest";
import { declinable, isDecline } from "../../../../src/core/scenario/rule/decline-fit.js";
import { ruleSchema } from "../../../../src/core/scenario/rule/rule.js";
import { operationRow, operations } from "../../../../src/core/scenario/values/operations.js";

const fits: Readonly<Record<ReturnType<typeof operationRow>["decline"], string>> = {
  now: "checkout/pay card-entry/save tokenization/sale tokenization/recurring hosted-checkout/recurring hosted-checkout/refund hosted-checkout/void tokenization/void direct/refund direct/void",
  "first-attempt": "hosted-checkout/create tokenization/add-token direct/sale",
  never:
    "hosted-checkout/query direct/query tokenization/query-token tokenization/delete-token checkout/open checkout/cancel card-entry/cancel",
};

it("says of each operation what a forced decline does there", () => {
  const found = Object.groupBy(operations, (name) => operationRow(name).decline);
  for (const [fit, names] of Object.entries(fits))
    expect(found[fit as keyof typeof fits]?.toSorted()).toEqual(names.split(" ").sort());
});

it.each([
  ["hosted-checkout/query", false],
  ["tokenization/query-token", false],
  ["tokenization/delete-token", false],
  ["checkout/open", false],
  ["*/query*", false],
  ["hosted-checkout/create", true],
  ["tokenization/add-token", true],
  ["tokenization/sale", true],
  ["hosted-checkout/*", true],
  ["*", true],
  [undefined, true],
])("a decline on %s can be put in: %s", (operation, isFine) => {
  const rule = { ...(operation && { when: { operation } }), then: { outcome: "lost-card" } };
  expect(ruleSchema.safeParse(rule).success).toBe(isFine);
});

it.each(["*/refnd", "hosted-checkout/qury", "[*"])("a decline on %s has one fault: the operation", (operation) => {
  const { error } = ruleSchema.safeParse({ when: { operation }, then: { outcome: "lost-card" } });
  expect(error?.issues.map(({ path }) => path)).toEqual([["when", "operation"]]);
});

it("a refusal fits each operation", () => {
  for (const operation of operations)
    expect(ruleSchema.safeParse({ when: { operation }, then: { outcome: "maintenance" } }).success).toBe(true);
});

it("an operation of a tester can decline nothing", () => {
  expect(["settlement", "back-office/refund", "nothing"].map((name) => operationRow(name).decline)).toEqual(
    Array(3).fill("never"),
  );
});

it("what can be declined is what is not never", () => {
  expect([...declinable].sort()).toEqual([...fits.now.split(" "), ...fits["first-attempt"].split(" ")].sort());
});

it.each([
  ["lost-card", true],
  ["approve", false],
  ["maintenance", false],
  [{ responseCode: "3041", message: "lost card" }, false],
  [undefined, false],
] as const)("%j is a decline: %s", (outcome, isSo) => expect(isDecline(outcome)).toBe(isSo));
