import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { checkExpectations, type Facts } from "../../../../src/core/scenario/matching/expectations.js";
import { expectationSchema } from "../../../../src/core/scenario/rule/rule.js";

const call = (n: number, operation: string, merchantReference: string, amount = 10) => ({
  ...{ requestId: `r${n}`, operation, merchantReference, amountMinor: minorUnits(amount * 100) },
});
const order = (id: number, merchantReference: string, status = "OPEN", netAmount = 0) => ({
  ...{ id, merchantId: 3, merchantReference, status, netAmount },
});
const notice = (merchantReference: string, acknowledged: boolean, attempts: number) => ({
  ...{ merchantReference, acknowledged, attempts },
});
const none: Facts = { calls: [], orders: [], notifications: [], rules: [] };
/** The one expectation that does not hold, in words, and what comes closest. */
function unmet(clause: object, facts: Partial<Facts>) {
  const { passed, failures } = checkExpectations([expectationSchema.parse(clause)], { ...none, ...facts });
  expect(passed).toBe(failures.length === 0);
  const [failure] = failures;
  return failure && [failure.expected, failure.actual, failure.nearest.map((one) => Object.values(one as object)[0])];
}

describe("calls", () => {
  const calls = [
    call(1, "direct/query", "A"),
    call(2, "direct/sale", "A", 5),
    call(3, "direct/query", "B"),
    call(4, "direct/query", "C"),
    call(5, "direct/query", "D"),
  ];

  it("that are too many are told by the last three", () => {
    expect(unmet({ calls: { operation: "direct/query", count: 1 } }, { calls })).toEqual([
      ...['1 call of {"operation":"direct/query"}', "4 calls", ["r3", "r4", "r5"]],
    ]);
  });

  it("that are missing are told by those of the operation, then by what fits most, in their own order", () => {
    const clause = { operation: "direct/query", merchantReference: "A", amount: 5, count: { min: 1 } };
    expect(unmet({ calls: clause }, { calls })).toEqual([
      'at least 1 call of {"operation":"direct/query","merchantReference":"A","amount":5}',
      "0 calls",
      ["r1", "r3", "r4"],
    ]);
    const other = { operation: "direct/void", merchantReference: "A", amount: 5, count: 2 };
    expect(unmet({ calls: other }, { calls })?.[2]).toEqual(["r2", "r1", "r3"]);
  });
});

describe("orders", () => {
  const orders = [order(1, "A-1", "OPEN", 5), order(2, "A-2"), order(3, "A-3"), order(4, "A-4"), order(5, "B")];

  it.each<[object, readonly unknown[] | undefined]>([
    [{ orderId: 2, status: "SUCCESS" }, ["order 2 with status SUCCESS", "status OPEN, netAmount 0.00", [2]]],
    [{ orderId: 1, netAmount: 4 }, ["order 1 and netAmount 4.00", "status OPEN, netAmount 5.00", [1]]],
    [{ orderId: 1, status: "OPEN", netAmount: 5 }, undefined],
    [
      { merchantReference: "A-*", netAmount: 5 },
      ["order A-* and netAmount 5.00", "status OPEN, netAmount 0.00", [2, 3, 4]],
    ],
    [{ merchantReference: "C" }, ["order C", "no such order", [5, 1, 2]]],
    [{ orderId: 9 }, ["order 9", "no such order", [5, 1, 2]]],
    [{ merchantReference: "A-1", orderId: 2 }, ["order A-1", "no such order", [1, 2, 3]]],
  ])("%j", (clause, expected) => {
    expect(unmet({ order: clause }, { orders })).toEqual(expected);
  });
});

describe("notifications", () => {
  const notifications = [
    notice("A-1", false, 1),
    notice("A-1", false, 2),
    notice("A-2", true, 1),
    notice("A-2", false, 4),
    notice("A-3", false, 0),
    notice("A-4", false, 1),
    notice("B", true, 1),
    { ...notice("A-5", false, 2), why: "answered 400" },
    notice("A-5", false, 0),
  ];

  it.each<[object, readonly unknown[] | undefined]>([
    [
      { merchantReference: "A-1", acknowledged: true },
      ["notification of A-1: acknowledged", "not acknowledged, 3 attempts", ["A-1"]],
    ],
    [
      { merchantReference: "A-2", acknowledged: false },
      ["notification of A-2: not acknowledged", "acknowledged, 5 attempts", ["A-2"]],
    ],
    [{ merchantReference: "A-2", acknowledged: true, attempts: 5 }, undefined],
    [
      { merchantReference: "A-5", acknowledged: true },
      ["notification of A-5: acknowledged", "not acknowledged, 2 attempts; the last failed: answered 400", ["A-5"]],
    ],
    [
      { merchantReference: "B", attempts: { min: 2, max: 3 } },
      ["notification of B: 2 to 3 attempts", "acknowledged, 1 attempt", ["B"]],
    ],
    [
      { merchantReference: "A-*", acknowledged: true },
      ["notification of A-*: acknowledged", "not acknowledged, 3 attempts", ["A-1", "A-3", "A-4"]],
    ],
    [{ merchantReference: "C" }, ["notification of C", "no notification", ["B", "A-1", "A-1"]]],
    [
      { merchantReference: "C", acknowledged: true },
      ["notification of C: acknowledged", "no notification", ["B", "A-1", "A-1"]],
    ],
    [{ merchantReference: "C", acknowledged: false, attempts: 0 }, undefined],
    [{ merchantReference: "C", attempts: { max: 0 } }, undefined],
    [
      { merchantReference: "C", attempts: { min: 1 } },
      ["notification of C: at least 1 attempt", "no notification", ["B", "A-1", "A-1"]],
    ],
  ])("%j", (clause, expected) => {
    expect(unmet({ notification: clause }, { notifications })).toEqual(expected);
  });
});

describe("rules", () => {
  const rules = [
    { name: "short", fired: 1 },
    { name: "shirt", fired: 0 },
    { name: "slow", fired: 4 },
    { name: "short", fired: 2 },
    { name: "dear", fired: 0 },
  ];

  it.each<[object, readonly unknown[] | undefined]>([
    [{ name: "short", fired: 3 }, undefined],
    [{ name: "short", fired: 4 }, ['rule "short" fired 4 times', "fired 3 times", ["short", "short"]]],
    [{ name: "slow", fired: { max: 3 } }, ['rule "slow" fired at most 3 times', "fired 4 times", ["slow"]]],
    [{ name: "shor", fired: 0 }, ['rule "shor" fired 0 times', "no such rule", ["short", "short", "shirt"]]],
  ])("%j", (clause, expected) => {
    expect(unmet({ rule: clause }, { rules })).toEqual(expected);
  });
});
