import { describe, expect, it } from "vitest";
import { minorUnits, parseInstant } from "../../../../src/core/domain/money.js";
import {
  choose,
  compileRule,
  type Origin,
  type Phase,
  replayRules,
} from "../../../../src/core/scenario/matching/choose.js";
import { delayMs, draw } from "../../../../src/core/scenario/matching/draw.js";
import { type Rule, ruleSchema } from "../../../../src/core/scenario/rule/rule.js";
import type { Subject } from "../../../../src/core/scenario/values/subject.js";
import { type Read, txBy } from "../../../support/tx.js";

const NOW = parseInstant("2026-01-05T02:00:00Z");
const compiled = (input: object, id = "r1", origin: Origin = "control") =>
  compileRule(ruleSchema.parse({ then: { outcome: "system-error" }, ...input }) as Rule, { id, origin, since: NOW });
const sale: Subject = { operation: "tokenization/sale", amountMinor: minorUnits(100) };

/** What is chosen among rules that were never asked before, and the counters that were asked for. */
function chosen(rules: readonly ReturnType<typeof compiled>[], subject: Subject, phase: Phase = "command") {
  const reads: Read[] = [];
  const counters = txBy((read) => {
    reads.push(read);
    return { seen: 0, fired: 0 };
  });
  const choice = choose(rules, subject, { now: NOW, seed: 1, counters }, phase);
  return { ...choice, reads };
}

describe("a rule for the next call", () => {
  it.each([
    ["hosted-checkout/create", true],
    ["tokenization/sale", true],
    ["direct/query", true],
    ["checkout/pay", false],
    ["card-entry/save", false],
    ["settlement", false],
    ["not/hosted-checkout/create", false],
  ])("is used up by %s: %s", (operation, isUsed) => {
    const rules = [compiled({}, "n", "next")];
    const { fired, matched } = chosen(rules, { operation });
    expect(fired !== undefined).toBe(isUsed);
    if (!isUsed)
      expect(replayRules(rules, { operation }, matched)).toEqual([
        {
          ruleId: "n",
          origin: "next",
          outcome: "no-match",
          why: [{ member: "operation", expected: "a call of the payment API", actual: operation }],
        },
      ]);
  });

  it.each<Origin>(["control", "file", "header", "magic"])(
    "is none of the origin %s: the page's action fires it",
    (origin) => {
      expect(chosen([compiled({}, "r", origin)], { operation: "checkout/pay" }).fired?.rule.id).toBe("r");
    },
  );

  const early = { then: { fault: "http-503", placed: "before-parse" } };

  it("waits before the parse for one in front of it that waits for the parse, and for no other rule", () => {
    const second = compiled(early, "second", "next");
    const firedAfter = (first: ReturnType<typeof compiled>) =>
      chosen([first, second], sale, "before-parse").fired?.rule.id;
    expect(firedAfter(compiled({}, "first", "next"))).toBeUndefined();
    expect(firedAfter(compiled({ when: { operation: "direct/sale" } }, "first", "next"))).toBe("second");
    expect(firedAfter(compiled({}, "first", "control"))).toBe("second");
  });

  it("does not wait for one before the parse once the call was read", () => {
    const rules = [compiled(early, "first", "next"), compiled({}, "second", "next")];
    expect(chosen(rules, sale).fired?.rule.id).toBe("second");
  });

  it("does not hold up the rules that are no next calls", () => {
    const rules = [compiled({}, "first", "next"), compiled(early, "second", "control")];
    expect(chosen(rules, sale, "before-parse").fired?.rule.id).toBe("second");
  });
});

describe("a forced decline", () => {
  const decline = { then: { outcome: "lost-card" } };

  it.each([
    ["tokenization/sale", true],
    ["hosted-checkout/create", true],
    ["direct/query", false],
    ["checkout/open", false],
    ["settlement", false],
  ])("of any operation fires at %s: %s", (operation, doesFire) => {
    const rules = [compiled(decline)];
    const { fired, matched } = chosen(rules, { operation });
    expect(fired !== undefined).toBe(doesFire);
    if (!doesFire)
      expect(replayRules(rules, { operation }, matched)).toMatchObject([
        { why: [{ member: "operation", expected: "an operation that can be declined", actual: operation }] },
      ]);
  });

  it("of one operation needs no clause besides", () => {
    const when = { operation: "tokenization/sale" };
    const clauses = compiled({ ...decline, when }).tests.map(({ expected }) => expected);
    expect(clauses).toEqual(["tokenization/sale"]);
  });

  it("is no other outcome: a refusal fires anywhere", () => {
    expect(chosen([compiled({})], { operation: "direct/query" }).fired).toBeDefined();
  });
});

describe("a rule about the notification alone", () => {
  const drop = { then: { notify: { drop: true } } };

  it.each([
    ["tokenization/sale", drop, "control", true],
    ["checkout/pay", drop, "control", true],
    ["hosted-checkout/create", drop, "control", false],
    ["hosted-checkout/create", { ...drop, when: { operation: "*/create" } }, "control", false],
    ["hosted-checkout/create", { then: { ...drop.then, delay: "1ms" } }, "control", true],
    ["hosted-checkout/create", { then: { notify: { beside: { forge: "unpaid", sent: "before" } } } }, "control", true],
    ["hosted-checkout/query", { then: { notify: { again: "1s" } } }, "control", true],
    ["settlement", drop, "control", false],
    ["hosted-checkout/create", drop, "next", false],
    ["checkout/pay", drop, "next", true],
    ["card-entry/save", drop, "next", true],
    ["checkout/open", { then: { notify: { again: "1s" } } }, "next", false],
  ] as const)("at %s fires only where it can act: %j, of %s: %s", (operation, rule, origin, doesFire) => {
    expect(chosen([compiled(rule, "r", origin)], { operation }).fired !== undefined).toBe(doesFire);
  });

  it("says what it waits for", () => {
    expect(replayRules([compiled(drop)], { operation: "hosted-checkout/create" }, [])).toMatchObject([
      { why: [{ expected: "an operation that sends a notification", actual: "hosted-checkout/create" }] },
    ]);
  });
});

describe("what a rule counts by", () => {
  const keyFor = (input: object, subject: Partial<Subject>) => chosen([compiled(input)], { ...sale, ...subject }).reads;

  it.each<[object, Partial<Subject>, string]>([
    [{}, { merchantReference: "A" }, ""],
    [{ key: "rule" }, { merchantReference: "A" }, ""],
    [{ key: "merchantReference" }, { merchantReference: "Ab" }, "Ab"],
    [{ key: "merchantReference" }, {}, ""],
    [{ key: "userId" }, { userId: "Anna" }, "anna"],
    [{ key: "userId" }, {}, ""],
    [{ key: "orderId" }, { orderId: 12 }, "12"],
    [{ key: "tokenId" }, { tokenId: 351 }, "351"],
    [{ key: "merchantId" }, { merchantId: "3" }, "3"],
  ])("%j of %j is %j", (input, subject, key) => {
    expect(keyFor(input, subject)).toEqual([{ read: "rule-count", ruleId: "r1", key }]);
  });
});

it("a draw that is the chance itself does not fire", () => {
  const drawn = draw(1, "r1", "", 1);
  expect(chosen([compiled({ chance: drawn })], sale).fired).toBeUndefined();
  expect(chosen([compiled({ chance: drawn + 1e-9 })], sale).fired).toBeDefined();
});

it("the delays of one firing are drawn apart", () => {
  const range = { min: "0", max: "1d" } as const;
  const { fired } = chosen([compiled({ then: { delay: range, notify: { delay: range } } })], sale);
  const at = { seed: 1, rule: "r1", key: "", n: 1 };
  expect([fired?.delayMs, fired?.notifyDelayMs]).toEqual([delayMs(range, at), delayMs(range, at, "notify")]);
  expect(fired).not.toHaveProperty("pageAfterMs");
});
