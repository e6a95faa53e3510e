import { expect, it } from "vitest";
import type { StoredRule } from "../../../src/app/ports/lane-record.js";
import type { ReadScenario } from "../../../src/app/rules/read-scenario.js";
import { RuleBook } from "../../../src/app/rules/rule-book.js";
import { instant } from "../../../src/domain/money.js";
import type { Scenario } from "../../../src/scenario/rule.js";

const stored = (n: number, origin: StoredRule["origin"] = "control"): StoredRule => ({
  id: `rule-${n}`,
  origin,
  rule: { then: { delay: 0 }, times: n },
  since: instant(0),
  after: 0,
});
const ids = (book: RuleBook, rules: readonly StoredRule[]) => book.inForce({ rules }).rules.map(({ id }) => id);

it("asks the rules of the next calls first, each kind as it was put in", () => {
  const rules = [stored(1), stored(2, "next"), stored(3), stored(4, "next")];
  expect(ids(new RuleBook(), rules)).toEqual(["rule-2", "rule-4", "rule-1", "rule-3"]);
});

it("knows how often a rule may fire, by the set that was asked", () => {
  const book = new RuleBook();
  const set = book.inForce({ rules: [stored(1), stored(2)] });
  book.inForce({ rules: [stored(3)] });
  expect([1, 2, 3].map((n) => set.timesOf(`rule-${n}`))).toEqual([1, 2, undefined]);
});

const scenario = (name: string): ReadScenario => ({ scenario: { name, rules: [{ then: { delay: 0 } }] } as Scenario });

it("tells the rules of a former record, with the scenarios of that time, in another book too", () => {
  const [book, other] = [new RuleBook(), new RuleBook()];
  for (const one of [book, other]) one.start([scenario("first")], () => instant(0));
  const record = { rules: [stored(1), stored(2)], disabledRules: ["rule-1"] };
  const { scenarios } = book.inForce(record);
  book.start([scenario("second")], () => instant(0));
  for (const one of [book, other])
    expect(one.asked(record, scenarios)?.map(({ id }) => id)).toEqual(["rule-2", "first#1"]);
  const later = book.inForce(record).scenarios;
  expect([other.asked(record, later), other.asked(record, undefined), other.asked(record, "")]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

it("takes in what is put in later as a book that sees all at once", () => {
  const book = new RuleBook();
  const all = [stored(1), stored(2, "next"), stored(3), stored(4, "next"), stored(5)];
  for (let count = 0; count <= all.length; count++)
    expect(ids(book, all.slice(0, count))).toEqual(ids(new RuleBook(), all.slice(0, count)));
  expect(ids(book, [...all.slice(0, 2), stored(6)])).toEqual(["rule-2", "rule-1", "rule-6"]);
});

it("compiles a rule once, however many are put in after it", () => {
  const book = new RuleBook();
  const all = [stored(1), stored(2)];
  const [first] = book.inForce({ rules: all.slice(0, 1) }).rules;
  expect(book.inForce({ rules: all }).rules[0]).toBe(first);
});

it("sees a fault before the parse that is put in later", () => {
  const book = new RuleBook();
  const fault: StoredRule = { ...stored(2), rule: { then: { fault: "http-503", placed: "before-parse" } } };
  const rules = [stored(1)];
  expect(book.inForce({ rules }).hasBeforeParse).toBe(false);
  expect(book.inForce({ rules: [...rules, fault] }).hasBeforeParse).toBe(true);
});
