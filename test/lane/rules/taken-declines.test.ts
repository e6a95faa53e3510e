import { expect, it } from "vitest";
import { allCountsOf, carriedId, countTaken, firedIn, isOnItsWay } from "../../../src/lane/rules/taken-declines.js";
import { txBy } from "../../support/tx.js";

const one = (ruleId: string, fired: number, key = "") => ({ ruleId, key, seen: 9, fired });

it("a decline that was taken is told as fired once its attempt was met", () => {
  const taken = [one("rule-1", 3), one("rule-1 (carried)", 2, "taken")];
  const fired = (...met: readonly ReturnType<typeof one>[]) => firedIn([...taken, ...met])("rule-1");
  expect(fired()).toBe(1);
  expect(fired(one("rule-1 (carried)", 1))).toBe(2);
  expect(fired(one("rule-1 (carried)", 2))).toBe(3);
});

it("a rule has fired under all its keys, and none that was not counted", () => {
  const fired = firedIn([one("rule-1", 3, "A"), one("rule-1", 4, "B"), one("rule-2", 8)]);
  expect([fired("rule-1"), fired("rule-2"), fired("rule-3")]).toEqual([7, 8, 0]);
});

it("all that is counted of a rule is its own count and the one of what it carries", () => {
  expect(carriedId("rule-1")).toBe("rule-1 (carried)");
  expect(allCountsOf(["a", "b"])).toEqual(["a", "a (carried)", "b", "b (carried)"]);
  expect(allCountsOf([])).toEqual([]);
});

it("one more is counted as taken", () => {
  const asked: unknown[] = [];
  const counters = txBy((read) => {
    asked.push(read);
    return { seen: 4, fired: 2 };
  });
  const count = countTaken(counters, "rule-1");
  expect(asked).toEqual([{ read: "rule-count", ruleId: "rule-1 (carried)", key: "taken" }]);
  expect(count).toEqual({ ruleId: "rule-1 (carried)", key: "taken", seen: 5, fired: 3 });
});

it.each([
  [2, 1, true],
  [1, 1, false],
  [0, 1, false],
])("of %i taken and %i met, one is on its way: %s", (taken, met, expected) => {
  const asked: string[] = [];
  const counters = txBy(({ ruleId, key }) => {
    asked.push(`${ruleId} ${key}`);
    return { seen: 0, fired: key === "taken" ? taken : met };
  });
  const answered = isOnItsWay(counters, "rule-1");
  expect([answered, asked]).toEqual([expected, ["rule-1 (carried) taken", "rule-1 (carried) "]]);
});
