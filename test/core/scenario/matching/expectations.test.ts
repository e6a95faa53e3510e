import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { checkExpectations, type Facts } from "../../../../src/core/scenario/matching/expectations.js";
import { expectationSchema } from "../../../../src/core/scenario/rule/rule.js";

const call = (requestId: string, operation: string, merchantReference: string, amountMinor = 1000) => ({
  requestId,
  operation,
  merchantReference,
  amountMinor: minorUnits(amountMinor),
  responseCode: "0000",
});
const order = (id: number, merchantReference: string, status: string, netAmount: number) => ({
  id,
  merchantId: 3,
  merchantReference,
  status,
  netAmount,
});

const facts: Facts = {
  calls: [
    call("r1", "tokenization/sale", "A-1"),
    call("r2", "tokenization/sale", "A-2", 5013),
    call("r3", "hosted-checkout/refund", "A-1"),
    call("r4", "hosted-checkout/query", "A-1"),
  ],
  orders: [order(1, "A-1", "REFUNDED", 0), order(2, "A-2", "SUCCESS", 50.13), order(3, "B-1", "OPEN", 0)],
  notifications: [
    { merchantReference: "A-1", acknowledged: false, attempts: 2 },
    { merchantReference: "A-1", acknowledged: true, attempts: 1 },
    { merchantReference: "A-2", acknowledged: false, attempts: 3 },
  ],
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
    [{ rule: { name: "short", fired: 1 } }, true],
    [{ rule: { name: "short", fired: 0 } }, false],
    [{ rule: { name: "slow", fired: { min: 2 } } }, true],
    [{ rule: { name: "absent", fired: 0 } }, false],
  ])("%j is met: %s", (clause, expected) => expect(held(clause).passed).toBe(expected));
});

describe("a failure", () => {
  it("of calls names those of the same operation first", () => {
    const clause = { calls: { operation: "tokenization/sale", merchantReference: "A-3", count: 1 } };
    const [failure] = held(clause).failures;
    expect(failure).toMatchObject({
      clause,
      expected: '1 call of {"operation":"tokenization/sale","merchantReference":"A-3"}',
      actual: "0 calls",
    });
    expect(failure?.nearest.slice(0, 2)).toMatchObject([{ requestId: "r1" }, { requestId: "r2" }]);
  });

  it("of calls with a code names those that were answered otherwise", () => {
    const [failure] = held({ calls: { operation: "*/refund", responseCode: 2004, count: 1 } }).failures;
    expect(failure).toMatchObject({
      expected: '1 call of {"operation":"*/refund","responseCode":"2004"}',
      actual: "0 calls",
      nearest: [{ requestId: "r3", responseCode: "0000" }],
    });
  });

  it("names the three nearest, no more", () => {
    const [calls] = held({ calls: { operation: "direct/void", count: 1 } }).failures;
    expect(calls?.nearest).toHaveLength(3);
    const [orders] = held({ order: { merchantReference: "A-9", status: "OPEN" } }).failures;
    expect(orders?.nearest).toHaveLength(3);
  });

  it("of a rule has none nearest where no rule has a name", () => {
    const report = checkExpectations([expectationSchema.parse({ rule: { name: "short", fired: 1 } })], {
      ...facts,
      rules: [],
    });
    expect(report.failures).toMatchObject([{ actual: "no such rule", nearest: [] }]);
  });

  it("of an order says how it stands", () => {
    expect(held({ order: { merchantReference: "A-2", status: "REFUNDED", netAmount: 0 } }).failures).toMatchObject([
      {
        expected: "order A-2 with status REFUNDED and netAmount 0.00",
        actual: "status SUCCESS, netAmount 50.13",
        nearest: [{ id: 2 }],
      },
    ]);
  });

  it("of an unknown order names the most similar references", () => {
    const [failure] = held({ order: { merchantReference: "B-2", status: "OPEN" } }).failures;
    expect(failure?.actual).toBe("no such order");
    expect(failure?.nearest[0]).toMatchObject({ merchantReference: "A-2" });
  });

  it("of a notification tells acknowledgement and attempts", () => {
    expect(
      held({ notification: { merchantReference: "A-2", acknowledged: true, attempts: 1 } }).failures,
    ).toMatchObject([
      { expected: "notification of A-2: acknowledged, 1 attempt", actual: "not acknowledged, 3 attempts" },
    ]);
  });

  it("of a rule tells how often it fired, or the names that come closest", () => {
    expect(held({ rule: { name: "short", fired: 2 } }).failures).toMatchObject([{ actual: "fired 1 time" }]);
    expect(held({ rule: { name: "shrot", fired: 2 } }).failures[0]?.nearest[0]).toEqual({ name: "short", fired: 1 });
  });

  it.each([
    [7, "7 times"],
    [{ min: 7 }, "at least 7 times"],
    [{ max: 0 }, "at most 0 times"],
    [{ min: 7, max: 9 }, "7 to 9 times"],
    [{ min: 7, max: 7 }, "7 times"],
  ])("of %j tells how often it was expected", (fired, text) => {
    expect(held({ rule: { name: "short", fired } }).failures).toMatchObject([
      { expected: expect.stringContaining(text) },
    ]);
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
