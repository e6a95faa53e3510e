import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { checkExpectations, countHolds, type Facts } from "../../../../src/core/scenario/matching/expectations.js";
import { expectationSchema } from "../../../../src/core/scenario/rule/rule.js";

const call = (requestId: string, operation: string, merchantReference: string, amountMinor = 1000) => ({
  requestId,
  operation,
  merchantReference,
  amountMinor: minorUnits(amountMinor),
  responseCode: "0000",
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
    call("r1", "tokenization/sale", "A-1"),
    call("r2", "tokenization/sale", "A-2", 5013),
    call("r3", "hosted-checkout/refund", "A-1"),
    call("r4", "hosted-checkout/query", "A-1"),
  ],
  orders: [order(1, "A-1", "REFUNDED", 0), order(2, "A-2", "SUCCESS", 50.13), order(3, "B-1", "OPEN", 0)],
  notifications: [notice("A-1", false, 2), notice("A-1", true, 1), notice("A-2", false, 3)],
  rules: [
    { name: "short", fired: 1 },
    { name: "slow", fired: 4 },
  ],
};

const held = (clause: object) => checkExpectations([expectationSchema.parse(clause)], facts);

describe("an expectation", () => {
  it.each<[object, boolean]>([
    [{ calls: { operation: "tokenization/sale", count: 2 } }, true],
    [{ calls: { operation: "tokenization/sale", count: 1 } }, false],
    [{ calls: { operation: "tokenization/sale", count: { min: 2, max: 2 } } }, true],
    [{ calls: { operation: "tokenization/sale", count: { min: 3 } } }, false],
    [{ calls: { operation: "tokenization/sale", count: { max: 1 } } }, false],
    [{ calls: { operation: "tokenization/sale", amount: { gt: 50 }, count: 1 } }, true],
    [{ calls: { operation: "*", merchantReference: "A-*", count: 4 } }, true],
    [{ calls: { operation: "direct/void", count: 0 } }, true],
    [{ calls: { operation: "hosted-checkout/refund", responseCode: "0000", count: 1 } }, true],
    [{ calls: { operation: "hosted-checkout/refund", responseCode: "2004", count: 1 } }, false],
    [{ calls: { operation: "*", responseCode: "20*", count: 0 } }, true],
    [{ order: { merchantReference: "A-1", status: "REFUNDED" } }, true],
    [{ order: { merchantReference: "A-1", status: "REFUNDED", netAmount: 0 } }, true],
    [{ order: { merchantReference: "A-1", status: "SUCCESS" } }, false],
    [{ order: { merchantReference: "A-1", netAmount: 0.01 } }, false],
    [{ order: { merchantReference: "A-9" } }, false],
    [{ order: { merchantReference: "A-2" } }, true],
    [{ order: { orderId: 2, netAmount: 50.13 } }, true],
    [{ order: { orderId: 2, merchantReference: "A-1" } }, false],
    [{ order: { merchantReference: "A-*", status: "SUCCESS" } }, false],
    [{ order: { merchantReference: "B-*", status: "OPEN" } }, true],
    [{ notification: { merchantReference: "A-1" } }, true],
    [{ notification: { merchantReference: "A-1", acknowledged: true, attempts: 3 } }, true],
    [{ notification: { merchantReference: "A-1", acknowledged: false } }, false],
    [{ notification: { merchantReference: "A-2", acknowledged: false, attempts: { min: 1 } } }, true],
    [{ notification: { merchantReference: "A-2", attempts: 1 } }, false],
    [{ notification: { merchantReference: "A-*", acknowledged: true } }, false],
    [{ notification: { merchantReference: "B-1" } }, false],
    [{ notification: { merchantReference: "B-1", attempts: 0 } }, true],
    [{ notification: { merchantReference: "B-1", acknowledged: true } }, false],
    // Nothing was refused if nothing came: the reference may be misspelt.
    [{ notification: { merchantReference: "B-1", acknowledged: false } }, false],
    [{ notification: { merchantReference: "B-1", acknowledged: false, attempts: { max: 3 } } }, false],
    [{ notification: { merchantReference: "B-1", acknowledged: false, attempts: 0 } }, true],
    [{ notification: { merchantReference: "B-1", acknowledged: true, attempts: 0 } }, false],
    [{ notification: { merchantReference: "B-1", attempts: { max: 3 } } }, true],
    [{ rule: { name: "short", fired: 1 } }, true],
    [{ rule: { name: "short", fired: 0 } }, false],
    [{ rule: { name: "slow", fired: { min: 2 } } }, true],
    [{ rule: { name: "absent", fired: 0 } }, false],
  ])("%j is met: %s", (clause, expected) => expect(held(clause).passed).toBe(expected));
});

const other: Facts = {
  calls: [
    call("r1", "direct/query", "B-1"),
    call("r2", "tokenization/sale", "A-1"),
    call("r3", "tokenization/sale", "A-2", 500),
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
    { ...notice("B-1", false, 2), why: "answered 400" },
    notice("B-1", false, 0),
  ],
  rules: [
    { name: "short", fired: 1 },
    { name: "shot", fired: 2 },
    { name: "slow", fired: 0 },
    { name: "something else", fired: 9 },
  ],
};

const failure = (clause: object, over: Partial<Facts> = {}) => {
  const [found] = checkExpectations([expectationSchema.parse(clause)], { ...other, ...over }).failures;
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
    [
      { calls: { operation: "direct/refund", merchantReference: "A-*", amount: 5, count: 1 } },
      '1 call of {"operation":"direct/refund","merchantReference":"A-*","amount":5}',
      "0 calls",
      ["r3", "r2", "r4"],
    ],
    [{ order: { orderId: 9 } }, "order 9", "no such order", [1, 2, 3]],
    [{ order: { merchantReference: "A-1", orderId: 2 } }, "order A-1", "no such order", [1, 2, 3]],
    [{ order: { orderId: 2, status: "OPEN" } }, "order 2 with status OPEN", "status SUCCESS, netAmount 50.00", [2]],
    [{ order: { orderId: 2, netAmount: 0.5 } }, "order 2 with netAmount 0.50", "status SUCCESS, netAmount 50.00", [2]],
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
    // Without the order, the calls that name it, such as a refused sale, and those that only ask last.
    [
      { order: { merchantReference: "*-9", status: "SUCCESS" } },
      "order *-9 with status SUCCESS",
      "no such order",
      ["r6"],
    ],
    [{ notification: { merchantReference: "A-6" } }, "notification of A-6", "no notification", ["A-1", "A-2", "A-3"]],
    [
      { notification: { merchantReference: "A-6", acknowledged: true } },
      "notification of A-6: acknowledged",
      "no notification",
      ["A-1", "A-2", "A-3"],
    ],
    [
      { notification: { merchantReference: "A-6", acknowledged: false } },
      "notification of A-6: not acknowledged",
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
    [
      { notification: { merchantReference: "B-1", acknowledged: true } },
      "notification of B-1: acknowledged",
      "not acknowledged, 2 attempts; the last failed: answered 400",
      ["B-1"],
    ],
    [{ rule: { name: "short", fired: { max: 0 } } }, 'rule "short" fired at most 0 times', "fired 1 time", ["short"]],
    [{ rule: { name: "shor", fired: 1 } }, 'rule "shor" fired 1 time', "no such rule", ["short", "shot", "slow"]],
    [{ rule: { name: "slow", fired: { min: 1, max: 1 } } }, 'rule "slow" fired 1 time', "fired 0 times", ["slow"]],
  ])("%j", (clause, expected, actual, nearest) => {
    expect(failure(clause)).toEqual({ clause: expectationSchema.parse(clause), expected, actual, nearest });
  });

  it("is none where nothing is asked", () => {
    expect(checkExpectations([{}], other)).toEqual({ passed: true, failures: [] });
  });

  it.each([
    ["A-1", ["r2"]],
    ["B-*", ["r1"]],
    ["*-1", ["r2", "r1"]],
    ["C-1", []],
  ])("of notifications of %s has the calls where none was sent", (merchantReference, nearest) => {
    expect(failure({ notification: { merchantReference } }, { notifications: [] })).toMatchObject({
      actual: "no notification",
      nearest,
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

  it("of calls with a code names those that were answered otherwise", () => {
    const [failure] = held({ calls: { operation: "*/refund", responseCode: 2004, count: 1 } }).failures;
    expect(failure).toMatchObject({
      expected: '1 call of {"operation":"*/refund","responseCode":"2004"}',
      actual: "0 calls",
      nearest: [{ requestId: "r3", responseCode: "0000" }],
    });
  });

  it("leaves the other expectations to be judged", () => {
    const clauses = [{ order: { orderId: 9 } }, { order: { orderId: 1 } }, { rule: { name: "x", fired: 1 } }];
    const report = checkExpectations(
      clauses.map((clause) => expectationSchema.parse(clause)),
      facts,
    );
    expect(report.failures.map(({ clause }) => clause)).toEqual([clauses[0], clauses[2]]);
  });
});

describe("calls that the journal dropped", () => {
  const calls = [{ requestId: "req-9", operation: "direct/query" }];
  const facts: Facts = { calls, droppedCalls: 8, orders: [], notifications: [], rules: [] };
  const held = (count: object | number) =>
    checkExpectations([expectationSchema.parse({ calls: { operation: "direct/query", count } })], facts).failures[0]
      ?.actual;

  it.each([[{ min: 1 }], [{ min: 0 }]])("leave %j as it is", (count) => {
    expect(held(count)).toBeUndefined();
  });

  it.each([[1], [0], [{ max: 5 }], [{ min: 1, max: 5 }], [{ min: 2 }]])("let nobody say that %j holds", (count) => {
    expect(held(count)).toBe("1 call, and 8 older calls that the journal dropped (--journal-bytes)");
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
