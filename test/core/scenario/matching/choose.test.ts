import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { minorUnits, parseInstant } from "../../../../src/core/domain/money.js";
import {
  type CompiledRule,
  type Counter,
  choose,
  compileRule,
  type Origin,
  replayRules,
} from "../../../../src/core/scenario/matching/choose.js";
import { draw } from "../../../../src/core/scenario/matching/draw.js";
import { type Rule, ruleSchema } from "../../../../src/core/scenario/rule/rule.js";
import { loadRegexesFor } from "../../../../src/core/scenario/values/pattern.js";
import type { Subject } from "../../../../src/core/scenario/values/subject.js";
import { txBy } from "../../../support/tx.js";

const NOW = parseInstant("2026-01-05T02:00:00Z");
const then = { outcome: "system-error" } as const;

beforeAll(() => loadRegexesFor("/any/"));

const rule = (input: object, id = "r1", origin: Origin = "control"): CompiledRule =>
  compileRule(ruleSchema.parse({ then, ...input }) as Rule, { id, origin, since: NOW });

/** A lane's counters: what the store keeps between calls. */
function world({ now = NOW, seed = 1 } = {}) {
  const stored = new Map<string, Counter>();
  const ctx = { now, seed };
  const counters = txBy(({ ruleId, key }) => stored.get(`${ruleId}|${key}`) ?? { seen: 0, fired: 0 });
  const call = (rules: readonly CompiledRule[], subject: Subject, phase: "before-parse" | "command" = "command") => {
    const made = choose(rules, subject, { ...ctx, counters }, phase);
    for (const { ruleId, key, seen, fired } of made.counts) stored.set(`${ruleId}|${key}`, { seen, fired });
    return made;
  };
  return { call, stored };
}

const refund: Subject = {
  operation: "hosted-checkout/refund",
  merchantId: "3",
  merchantReference: "PAID-1",
  amountMinor: minorUnits(5013),
  currency: "HKD",
  orderId: 12,
  orderStatus: "SUCCESS",
};
const fires = (input: object, subject: Subject = refund) => world().call([rule(input)], subject).fired !== undefined;

describe("a clause", () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ operation: "hosted-checkout/refund" }, true],
    [{ operation: "hosted-checkout/void" }, false],
    [{ operation: "*/refund" }, true],
    [{ operation: "hosted-checkout/*" }, true],
    [{ operation: "*" }, true],
    [{ operation: "*/void" }, false],
    [{ merchantId: 3 }, true],
    [{ merchantId: "3" }, true],
    [{ merchantId: 33 }, false],
    [{ merchantReference: "PAID-*" }, true],
    [{ merchantReference: "*-1" }, true],
    [{ merchantReference: "P*D*1" }, true],
    [{ merchantReference: "PAID-1*1" }, false],
    [{ merchantReference: "paid-1" }, false],
    [{ merchantReference: "/^PAID-\\d$/" }, true],
    [{ merchantReference: "/AID/" }, true],
    [{ merchantReference: "/^AID/" }, false],
    [{ userId: "user1" }, false],
    [{ amount: 50.13 }, true],
    [{ amount: 50.14 }, false],
    [{ amount: { gt: 50.12 } }, true],
    [{ amount: { gt: 50.13 } }, false],
    [{ amount: { gte: 50.13, lte: 50.13 } }, true],
    [{ amount: { lt: 50.13 } }, false],
    [{ amount: { lt: 50.14 } }, true],
    [{ amount: { ne: 50.13 } }, false],
    [{ amount: { ne: 50 } }, true],
    [{ amount: { endsWith: ".13" } }, true],
    [{ amount: { endsWith: 0.13 } }, true],
    [{ amount: { endsWith: "0.13" } }, true],
    [{ amount: { endsWith: 13 } }, true],
    [{ amount: { endsWith: ".3" } }, false],
    [{ currency: "HKD" }, true],
    [{ currency: "USD" }, false],
    [{ orderId: 12 }, true],
    [{ orderId: "12" }, true],
    [{ tokenId: 351 }, false],
    [{ orderStatus: "SUCCESS" }, true],
    [{ orderStatus: "SETTLED" }, false],
    [{ isRecurring: false }, true],
    [{ isRecurring: true }, false],
    [{ cardType: "VISA" }, false],
    [{ paymentMethod: "CARD" }, false],
    [{ operation: "*/refund", merchantReference: "OTHER" }, false],
  ])("%j holds: %s", (when, expected) => expect(fires({ when })).toBe(expected));

  it("compares users without regard to case", () => {
    const subject = { operation: "tokenization/sale", userId: "User1" };
    expect(fires({ when: { userId: "uSER*" } }, subject)).toBe(true);
    expect(fires({ when: { userId: "/^uSER\\d/" } }, subject)).toBe(true);
  });

  it("compares references with regard to case", () => {
    for (const [merchantReference, expected] of [
      ["A-1", true],
      ["a-1", false],
    ] as const)
      for (const pattern of ["A-*", "/^A-\\d/", "A-1"]) {
        const subject = { operation: "tokenization/sale", merchantReference };
        expect([pattern, fires({ when: { merchantReference: pattern } }, subject)]).toEqual([pattern, expected]);
      }
  });

  it("compares 0.29 exactly, though 0.29 * 100 is not 29", () => {
    expect(fires({ when: { amount: { lte: 0.29 } } }, { operation: "x", amountMinor: minorUnits(29) })).toBe(true);
    expect(fires({ when: { amount: { lt: 0.29 } } }, { operation: "x", amountMinor: minorUnits(29) })).toBe(false);
  });

  it("matches a glob as a regex would", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    const globs = fc.string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(globs, texts, (glob, text) => {
        const expected = new RegExp(`^${glob.replaceAll("*", ".*")}$`).test(text);
        expect(fires({ when: { merchantReference: glob } }, { operation: "x", merchantReference: text })).toBe(
          expected,
        );
      }),
    );
  });
});

describe("counting", () => {
  const pattern = (input: object, calls: readonly Subject[], options = {}) => {
    const { call } = world(options);
    const rules = [rule(input)];
    return calls.map((subject) => (call(rules, subject).fired ? "x" : "-")).join("");
  };
  const same = (n: number) => Array.from({ length: n }, () => refund);
  const by = (...references: string[]) => references.map((merchantReference) => ({ ...refund, merchantReference }));

  it.each<[object, readonly Subject[], string]>([
    [{}, same(3), "xxx"],
    [{ times: 1 }, same(3), "x--"],
    [{ times: 2 }, same(4), "xx--"],
    [{ after: 2 }, same(4), "--xx"],
    [{ after: 0 }, same(2), "xx"],
    [{ after: 1, times: 1 }, same(4), "-x--"],
    [{ times: 1, key: "merchantReference" }, by("A", "B", "A", "B", "C"), "xx--x"],
    [{ after: 1, key: "merchantReference" }, by("A", "B", "A", "B", "C"), "--xx-"],
    [{ times: 1, key: "rule" }, by("A", "B"), "x-"],
    [{ times: 1, key: "tokenId" }, same(2), "x-"],
    [
      { times: 1, key: "userId" },
      [
        { ...refund, userId: "a" },
        { ...refund, userId: "A" },
      ],
      "x-",
    ],
    [{ chance: 0 }, same(3), "---"],
    [{ chance: 1 }, same(3), "xxx"],
    [{ until: "2026-01-05T10:00:00.001+08:00" }, same(1), "x"],
    [{ until: "2026-01-05T10:00:00+08:00" }, same(1), "-"],
    [{ until: "1ms" }, same(1), "x"],
    [{ until: "0" }, same(1), "-"],
  ])("%j fires %#", (input, calls, expected) => expect(pattern(input, calls)).toBe(expected));

  it("fires by chance exactly when the keyed draw says so", () => {
    const expected = Array.from({ length: 40 }, (_, i) => (draw(9, "r1", "", i + 1) < 0.3 ? "x" : "-")).join("");
    expect(pattern({ chance: 0.3 }, same(40), { seed: 9 })).toBe(expected);
    expect(expected).toMatch(/x.*-|-.*x/);
  });

  it("counts calls that matched and not only those that fired", () => {
    const { call, stored } = world();
    for (let i = 0; i < 3; i++) call([rule({ times: 1 })], refund);
    expect(stored.get("r1|")).toEqual({ seen: 3, fired: 1 });
  });

  it("gives each key the same luck in whatever order the keys arrive", () => {
    const luck = (order: readonly string[]) => {
      const { call } = world();
      const rules = [rule({ chance: 0.5, key: "merchantReference" })];
      const outcome: Record<string, string> = {};
      for (const subject of by(...order)) {
        const reference = subject.merchantReference as string;
        outcome[reference] = (outcome[reference] ?? "") + (call(rules, subject).fired ? "x" : "-");
      }
      return outcome;
    };
    const calls = ["A", "A", "A", "B", "B", "C", "D", "D", "D", "D"];
    fc.assert(
      fc.property(fc.shuffledSubarray(calls, { minLength: calls.length }), (order) => {
        expect(luck(order)).toEqual(luck(calls));
      }),
    );
  });

  it("never fires more than `times`, never within `after`, under any mix of keys", () => {
    const references = fc.array(fc.constantFrom("A", "B", "C"), { maxLength: 30 });
    fc.assert(
      fc.property(references, fc.integer({ min: 1, max: 4 }), fc.nat(4), (order, times, after) => {
        const { call, stored } = world();
        const rules = [rule({ times, after, key: "merchantReference" })];
        for (const subject of by(...order)) call(rules, subject);
        for (const reference of new Set(order)) {
          const seen = order.filter((other) => other === reference).length;
          const fired = Math.min(times, Math.max(0, seen - after));
          expect(stored.get(`r1|${reference}`)).toEqual({ seen, fired });
        }
      }),
    );
  });
});

describe("selection", () => {
  it("takes the first that matches and fires", () => {
    const rules = [
      rule({ when: { operation: "direct/void" } }, "a"),
      rule({ times: 1 }, "b"),
      rule({}, "c"),
      rule({}, "d"),
    ];
    const { call } = world();
    expect([1, 2, 3].map(() => call(rules, refund).fired?.rule.id)).toEqual(["b", "c", "c"]);
  });

  it("does not count rules below the one that fired", () => {
    expect(world().call([rule({}, "a"), rule({}, "b")], refund).counts).toEqual([
      { ruleId: "a", key: "", seen: 1, fired: 1 },
    ]);
  });

  it("takes from the queue of next calls in the order in which it was filled", () => {
    const { call } = world();
    const first = rule({ times: 1 }, "first", "next");
    const second = rule({ times: 1, then: { fault: "http-503", placed: "before-parse" } }, "second", "next");
    expect(call([first, second], refund, "before-parse").fired).toBeUndefined();
    expect(call([first, second], refund).fired?.rule.id).toBe("first");
    expect(call([second], refund, "before-parse").fired?.rule.id).toBe("second");
  });

  it("leaves before-parse rules to their own phase", () => {
    const early = rule({ then: { fault: "http-503", placed: "before-parse" } }, "early");
    const late = rule({ then: { fault: "http-503", placed: "before-commit" } }, "late");
    const { call } = world();
    expect(call([late, early], refund, "before-parse").fired?.rule.id).toBe("early");
    expect(call([early, late], refund, "command").fired?.rule.id).toBe("late");
  });

  it("tells the drawn delays of what fired", () => {
    const page = { auto: "pay", after: "20m" };
    const { fired } = world().call([rule({ then: { delay: "250ms", notify: { delay: "1h" }, page } })], refund);
    expect(fired).toMatchObject({ delayMs: 250, notifyDelayMs: 3_600_000, pageAfterMs: 1_200_000, n: 1, key: "" });
  });

  it("answers nothing where there are no rules", () => {
    expect(world().call([], refund)).toEqual({ counts: [], matched: [] });
  });
});

describe("what was looked at", () => {
  it("says why each rule did not fire, and stops at the one that did", () => {
    const { call } = world();
    const rules = [
      rule({ name: "other order", when: { operation: "*/refund", merchantReference: "X-*", amount: { gt: 60 } } }, "a"),
      rule({ after: 2 }, "b"),
      rule({ chance: 0 }, "c"),
      rule({ until: "0s" }, "d"),
      rule({ times: 1 }, "e"),
      rule({}, "f"),
      rule({}, "g"),
    ];
    call(rules, refund);
    expect(replayRules(rules, refund, call(rules, refund).matched)).toEqual([
      {
        ruleId: "a",
        origin: "control",
        name: "other order",
        outcome: "no-match",
        why: [
          { member: "amount", expected: { gt: 60 }, actual: 50.13 },
          { member: "merchantReference", expected: "X-*", actual: "PAID-1" },
        ],
      },
      { ruleId: "b", origin: "control", outcome: "skipped", why: "skips 2 first, this is call 2", seen: 2, fired: 0 },
      {
        ruleId: "c",
        origin: "control",
        outcome: "skipped",
        why: `chance 0, drew ${draw(1, "c", "", 2).toFixed(4)}`,
        seen: 2,
        fired: 0,
      },
      { ruleId: "d", origin: "control", outcome: "skipped", why: "until 0s has passed", seen: 2, fired: 0 },
      { ruleId: "e", origin: "control", outcome: "skipped", why: "fired 1 of 1 times", seen: 2, fired: 1 },
      { ruleId: "f", origin: "control", outcome: "fired", why: "all clauses hold", seen: 1, fired: 1 },
    ]);
  });

  it("carries file and line of a rule", () => {
    const meta = { id: "r", origin: "file", scenario: "s", file: "s.scenario.yaml", line: 7, since: NOW } as const;
    const compiled = compileRule(ruleSchema.parse({ then }), meta);
    const { matched } = world().call([compiled], refund);
    expect(matched).toMatchObject([{ scenario: "s", file: "s.scenario.yaml", line: 7 }]);
  });

  it("is kept without the rules that did not match", () => {
    const rules = [rule({ when: { tokenId: 1 } }, "a"), rule({ after: 1 }, "b"), rule({}, "c"), rule({}, "d")];
    const { matched } = world().call(rules, refund);
    expect(matched.map(({ ruleId, outcome }) => [ruleId, outcome])).toEqual([
      ["b", "skipped"],
      ["c", "fired"],
    ]);
  });
});
