import { expect, it } from "vitest";
import type { StoredRule } from "../../../src/app/ports/lane-record.js";
import { RuleBook } from "../../../src/app/rules/rule-book.js";
import { instant } from "../../../src/domain/money.js";

const stored = (n: number, origin: StoredRule["origin"] = "control"): StoredRule => ({
  id: `rule-${n}`,
  origin,
  rule: { then: { delay: 0 }, times: n },
  since: instant(0),
});
const ids = (book: RuleBook, rules: readonly StoredRule[]) =>
  book.inForce({ openings: 1, rules }).rules.map(({ id }) => id);

it("asks the rules of the next calls first, each kind as it was put in", () => {
  const rules = [stored(1), stored(2, "next"), stored(3), stored(4, "next")];
  expect(ids(new RuleBook(), rules)).toEqual(["rule-2", "rule-4", "rule-1", "rule-3"]);
});

it("knows how often a rule may fire, by the set that was asked", () => {
  const book = new RuleBook();
  const set = book.inForce({ openings: 1, rules: [stored(1), stored(2)] });
  book.inForce({ openings: 1, rules: [stored(3)] });
  expect([1, 2, 3].map((n) => set.timesOf(`rule-${n}`))).toEqual([1, 2, undefined]);
});

it("keeps former sets up to 200,000 rules in all", () => {
  const book = new RuleBook();
  const rules = Array.from({ length: 10_000 }, (_, i) => stored(i));
  const versions = Array.from({ length: 25 }, () => book.inForce({ openings: 1, rules: [...rules] }).version);
  expect(versions.map((version) => book.asOf(version) !== undefined)).toEqual([
    ...Array(5).fill(false),
    ...Array(20).fill(true),
  ]);
});

it("keeps a set that alone is larger, until the next", () => {
  const book = new RuleBook();
  const rules = Array.from({ length: 200_001 }, (_, i) => stored(i));
  const { version } = book.inForce({ openings: 1, rules });
  expect(book.asOf(version)).toHaveLength(200_001);
  book.inForce({ openings: 1, rules: [] });
  expect(book.asOf(version)).toBeUndefined();
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
  const [first] = book.inForce({ rules: all.slice(0, 1), openings: 1 }).rules;
  expect(book.inForce({ rules: all, openings: 1 }).rules[0]).toBe(first);
});

it("sees a fault before the parse that is put in later", () => {
  const book = new RuleBook();
  const fault: StoredRule = { ...stored(2), rule: { then: { fault: "http-503", placed: "before-parse" } } };
  const rules = [stored(1)];
  expect(book.inForce({ rules, openings: 1 }).hasBeforeParse).toBe(false);
  expect(book.inForce({ rules: [...rules, fault], openings: 1 }).hasBeforeParse).toBe(true);
});
