import { describe, expect, it } from "vitest";
import { checkExpectations, countHolds, type Facts } from "../../../../src/core/scenario/matching/expectations.js";
import { expectationSchema } from "../../../../src/core/scenario/rule/rule.js";

const call = (requestId: string, operation: string, merchantReference: string) => ({
  requestId,
  operation,
  merchantReference,
});
const order = (id: number, merchantReference: string, status = "OPEN", netAmount = 0) => ({
  id,
  merchantId: 3,
  merchantReference,
  status,
  netAmount,
});
const notice = (merchantReference: string, acknowledged: boolean, attempts: number) => ({
  merchantReference,
  acknowledged,
  attempts,
});

const facts: Facts = {
  calls: [
    call("r1", "direct/query", "B-1"),
    call("r2", "tokenization/sale", "A-1"),
    call("r3", "tokenization/sale", "A-2"),
    call("r4", "tokenization/sale", "A-3"),
    call("r5", "tokenization/sale", "A-4"),
    call("r6", "direct/void", "A-9"),
  ],
  orders: [
    order(1, "A-1"),
    order(2, "A-2", "SUCCESS", 50),
    order(3, "A-3", "VOIDED"),
    order(4, "A-4", "SUCCESS", 0.5),
    order(5, "Z-100", "SUCCESS", 1),
  ],
  notifications: [
    notice("A-1", false, 2),
    notice("A-2", true, 1),
    notice("A-3", true, 1),
    notice("A-4", true, 1),
    notice("A-5", true, 1),
  ],
  rules: [
    { name: "short", fired: 1 },
    { name: "shot", fired: 2 },
    { name: "slow", fired: 0 },
    { name: "something else", fired: 9 },
  ],
};

const failure = (clause: object, over: Partial<Facts> = {}) => {
  const [found] = checkExpectations([expectationSchema.parse(clause)], { ...facts, ...over }).failures;
  return found && { ...found, nearest: (found.nearest as { [name: string]: unknown }[]).map(nameOf) };
};
const nameOf = (fact: { readonly [name: string]: unknown }) =>
  fact.requestId ?? fact.name ?? fact.id ?? fact.merchantReference;

describe("an expectation that is not met tells all of itself", () => {
  it.each<[object, string, string, readonly unknown[]]>([
    // The last three of those that there are; else those of the operation, then those that fit most.
    [
      { calls: { operation: "tokenization/sale", count: 5 } },
      '5 calls of {"operation":"tokenization/sale"}',
      "4 calls",
      ["r3", "r4", "r5"],
    ],
    [{ calls: { operation: "direct/void", count: 2 } }, '2 calls of {"operation":"direct/void"}', "1 call", ["r6"]],
    [
      { calls: { operation: "direct/void", merchantReference: "A-1", count: 1 } },
      '1 call of {"operation":"direct/void","merchantReference":"A-1"}',
      "0 calls",
      ["r6", "r2", "r1"],
    ],
    [
      { calls: { operation: "direct/refund", merchantReference: "A-3", count: { min: 1 } } },
      'at least 1 call of {"operation":"direct/refund","merchantReference":"A-3"}',
      "0 calls",
      ["r4", "r1", "r2"],
    ],
    [
      {
        calls: {
          operation: "tokenization/sale",
          merchantReference: "B-1",
          currency: "HKD",
          userId: "u",
          count: { max: 9, min: 2 },
        },
      },
      '2 to 9 calls of {"operation":"tokenization/sale","merchantReference":"B-1","userId":"u","currency":"HKD"}',
      "0 calls",
      ["r2", "r3", "r4"],
    ],
    [{ order: { orderId: 9 } }, "order 9", "no such order", [1, 2, 3]],
    [{ order: { orderId: 2, status: "OPEN" } }, "order 2 with status OPEN", "status SUCCESS, netAmount 50.00", [2]],
    [{ order: { orderId: 2, netAmount: 0.5 } }, "order 2 and netAmount 0.50", "status SUCCESS, netAmount 50.00", [2]],
    [
      { order: { merchantReference: "*", status: "CLOSED", netAmount: 0 } },
      "order * with status CLOSED and netAmount 0.00",
      "status OPEN, netAmount 0.00",
      [1, 2, 3],
    ],
    [
      { order: { merchantReference: "A-*", status: "SUCCESS" } },
      "order A-* with status SUCCESS",
      "status OPEN, netAmount 0.00",
      [1, 3],
    ],
    [{ order: { merchantReference: "Z-10" } }, "order Z-10", "no such order", [5, 1, 2]],
    [{ notification: { merchantReference: "A-6" } }, "notification of A-6", "no notification", ["A-1", "A-2", "A-3"]],
    [
      { notification: { merchantReference: "A-6", acknowledged: true } },
      "notification of A-6: acknowledged",
      "no notification",
      ["A-1", "A-2", "A-3"],
    ],
    [
      { notification: { merchantReference: "A-6", attempts: 1 } },
      "notification of A-6: 1 attempt",
      "no notification",
      ["A-1", "A-2", "A-3"],
    ],
    [
      { notification: { merchantReference: "A-*", acknowledged: false } },
      "notification of A-*: not acknowledged",
      "acknowledged, 1 attempt",
      ["A-2", "A-3", "A-4"],
    ],
    [
      { notification: { merchantReference: "A-1", acknowledged: true, attempts: { min: 1, max: 3 } } },
      "notification of A-1: acknowledged, 1 to 3 attempts",
      "not acknowledged, 2 attempts",
      ["A-1"],
    ],
    [{ rule: { name: "short", fired: { max: 0 } } }, 'rule "short" fired at most 0 times', "fired 1 time", ["short"]],
    [{ rule: { name: "shor", fired: 1 } }, 'rule "shor" fired 1 time', "no such rule", ["short", "shot", "slow"]],
    [{ rule: { name: "slow", fired: { min: 1, max: 1 } } }, 'rule "slow" fired 1 time', "fired 0 times", ["slow"]],
  ])("%j", (clause, expected, actual, nearest) => {
    expect(failure(clause)).toEqual({ clause: expectationSchema.parse(clause), expected, actual, nearest });
  });

  it("is none where nothing is asked", () => {
    expect(checkExpectations([{}], facts)).toEqual({ passed: true, failures: [] });
  });

  it("of notifications has none nearest where none was sent", () => {
    expect(failure({ notification: { merchantReference: "A-1" } }, { notifications: [] })).toMatchObject({
      actual: "no notification",
      nearest: [],
    });
  });

  it("counts rules of one name together", () => {
    const rules = [
      { name: "twice", fired: 1 },
      { name: "twice", fired: 2 },
    ];
    expect(failure({ rule: { name: "twice", fired: 3 } }, { rules })).toBeUndefined();
    expect(failure({ rule: { name: "twice", fired: 2 } }, { rules })).toMatchObject({
      actual: "fired 3 times",
      nearest: ["twice", "twice"],
    });
  });
});

it.each([
  [2, [2]],
  [{ min: 2 }, [2, 3]],
  [{ max: 2 }, [0, 1, 2]],
  [{ max: 0 }, [0]],
  [{ min: 1, max: 2 }, [1, 2]],
])("%j holds for %j of 0 to 3", (clause, holding) => {
  expect([0, 1, 2, 3].filter((n) => countHolds(clause, n))).toEqual(holding);
});
