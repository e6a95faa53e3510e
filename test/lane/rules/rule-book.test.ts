import { describe, expect, it } from "vitest";
import { instant } from "../../../src/core/domain/money.js";
import type { Scenario } from "../../../src/core/scenario/rule/rule.js";
import type { StoredRule } from "../../../src/lane/ports/lane-record.js";
import type { ReadScenario } from "../../../src/lane/rules/read-scenario.js";
import { RuleBook, ruleIdOf, scenariosName } from "../../../src/lane/rules/rule-book.js";

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

it("compiles a rule once, however many are put in after it", () => {
  const book = new RuleBook();
  const all = [stored(1), stored(2)];
  const [first] = book.inForce({ rules: all.slice(0, 1) }).rules;
  expect(book.inForce({ rules: all }).rules[0]).toBe(first);
});

describe("a set of rules", () => {
  const two = [stored(1), stored(2)];

  it("is the same as long as the record is", () => {
    const book = new RuleBook();
    const [disabledRules, removedRules] = [["rule-1"], ["s#1"]];
    const set = book.inForce({ rules: two });
    expect(book.inForce({ rules: two })).toBe(set);
    expect(book.inForce({ rules: [...two] })).not.toBe(set);
    const off = book.inForce({ rules: two, disabledRules });
    expect(off.rules.map(({ id }) => id)).toEqual(["rule-2"]);
    expect(book.inForce({ rules: two, disabledRules })).toBe(off);
    expect(book.inForce({ rules: two, disabledRules, removedRules })).not.toBe(off);
  });

  it("is made anew where the scenarios of the start change", () => {
    const book = new RuleBook();
    expect(ids(book, two)).toEqual(["rule-1", "rule-2"]);
    book.start([scenario("first")], () => instant(0));
    expect(ids(book, two)).toEqual(["rule-1", "rule-2", "first#1"]);
    book.start([], () => instant(0));
    expect(ids(book, two)).toEqual(["rule-1", "rule-2"]);
  });

  it("leaves out what is switched off, also where rules are put in after that", () => {
    const book = new RuleBook();
    const record = { rules: [stored(1)], disabledRules: ["rule-1"] };
    const of = (one: Parameters<RuleBook["inForce"]>[0]) => book.inForce(one).rules.map(({ id }) => id);
    expect(of(record)).toEqual([]);
    expect(of({ ...record, rules: [...record.rules, stored(2)] })).toEqual(["rule-2"]);
    book.start([scenario("s")], () => instant(0));
    expect(of(record)).toEqual(["s#1"]);
    expect(of({ ...record, rules: [...record.rules, stored(2)] })).toEqual(["rule-2", "s#1"]);
    book.start([], () => instant(0));
    const none: readonly string[] = [];
    expect(of({ rules: two, disabledRules: none })).toEqual(["rule-1", "rule-2"]);
    expect(of({ rules: [...two, stored(3)], disabledRules: none })).toEqual(["rule-1", "rule-2", "rule-3"]);
  });

  it("takes in what comes for the next calls behind those that wait for one, before all others", () => {
    const book = new RuleBook();
    book.start([scenario("s")], () => instant(0));
    const all = [stored(1, "next"), stored(2), stored(3, "next"), stored(4), stored(5, "next")];
    expect(ids(book, all.slice(0, 2))).toEqual(["rule-1", "rule-2", "s#1"]);
    expect(ids(book, all.slice(0, 4))).toEqual(["rule-1", "rule-3", "rule-2", "rule-4", "s#1"]);
    expect(ids(book, all)).toEqual(["rule-1", "rule-3", "rule-5", "rule-2", "rule-4", "s#1"]);
  });

  it("knows what acts before the parse", () => {
    const fault: StoredRule = { ...stored(1), rule: { then: { fault: "http-503", placed: "before-parse" } } };
    const book = new RuleBook();
    expect(book.inForce({ rules: [fault] }).hasBeforeParse).toBe(true);
    expect(book.inForce({ rules: [fault, stored(2)] }).hasBeforeParse).toBe(true);
    expect(book.inForce({ rules: [fault], disabledRules: [fault.id] }).hasBeforeParse).toBe(false);
    expect(book.inForce({ rules: [] }).hasBeforeParse).toBe(false);
  });

  it("has all rules, those that are switched off too, but for those that were taken away", () => {
    const book = new RuleBook();
    const lines = { ...scenario("s"), file: "s.yaml", ruleLines: [7] };
    book.start([lines, scenario("t")], (id) => instant(id === "s#1" ? 5 : 6));
    const all = book.all({ rules: [stored(1)], disabledRules: ["rule-1"], removedRules: ["t#1"] });
    expect(all.map(({ meta }) => meta)).toEqual([
      { id: "rule-1", origin: "control", since: 0 },
      { id: "s#1", origin: "file", scenario: "s", file: "s.yaml", line: 7, since: 5 },
    ]);
  });

  it("is of the scenario that took the place of those of the start", () => {
    const book = new RuleBook();
    book.start([scenario("s")], () => instant(0));
    const replacedScenario = { document: scenario("mine").scenario, file: "m.yaml", ruleLines: [3], since: instant(9) };
    const [rule, ...others] = book.inForce({ rules: [], replacedScenario }).rules;
    expect([rule?.meta, others]).toEqual([
      { id: "mine#1", origin: "file", scenario: "mine", file: "m.yaml", line: 3, since: 9 },
      [],
    ]);
    expect(book.scenariosOf({ replacedScenario })).toEqual([
      { scenario: replacedScenario.document, file: "m.yaml", ruleLines: [3] },
    ]);
    expect(book.scenariosOf({})).toEqual([scenario("s")]);
    const { scenarios } = book.inForce({ rules: [] });
    expect(book.asked({ rules: [], replacedScenario }, scenarios)?.map(({ id }) => id)).toEqual(["mine#1"]);
    expect(book.asked({ rules: [], replacedScenario }, "of another time")?.map(({ id }) => id)).toEqual(["mine#1"]);
  });

  it("has each rule compiled once, those of the scenarios too", () => {
    const book = new RuleBook();
    book.start([scenario("s")], () => instant(0));
    const replacedScenario = { document: scenario("mine").scenario, since: instant(0) };
    for (const record of [{ rules: two }, { rules: two, replacedScenario }]) {
      const all = book.all(record);
      expect(book.all(record).every((rule, i) => rule === all[i])).toBe(true);
      expect(all).toHaveLength(3);
    }
  });

  it("is made anew where the record has fewer rules, or others", () => {
    const book = new RuleBook();
    expect(ids(book, two)).toEqual(["rule-1", "rule-2"]);
    expect(ids(book, two.slice(0, 1))).toEqual(["rule-1"]);
    expect(ids(book, [])).toEqual([]);
    expect(ids(book, [stored(2), stored(1)])).toEqual(["rule-2", "rule-1"]);
  });

  it("is counted with the rules of the scenarios, without those that were taken away", () => {
    const book = new RuleBook();
    book.start([scenario("s"), scenario("t")], () => instant(0));
    const replacedScenario = { document: scenario("mine").scenario, since: instant(0) };
    expect(book.countOf({ rules: two })).toBe(4);
    expect(book.countOf({ rules: two, removedRules: ["s#1"] })).toBe(3);
    expect(book.countOf({ rules: [], replacedScenario })).toBe(1);
  });
});

describe("the scenarios of the start", () => {
  it("are known by what is in them", () => {
    const [a, b] = [scenario("a"), scenario("b")];
    expect(scenariosName([a])).toMatch(/^[\w-]{10}$/);
    expect(scenariosName([scenario("a")])).toBe(scenariosName([a]));
    expect(scenariosName([{ ...a, file: "elsewhere.yaml" }])).toBe(scenariosName([a]));
    const names = [[], [a], [b], [a, b], [b, a], [a, a]].map(scenariosName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toHaveLength(10);
    expect(ruleIdOf(a.scenario, 0)).toBe("a#1");
  });

  it("are kept for fifty starts, so that earlier calls can still be explained", () => {
    const book = new RuleBook();
    const names = Array.from({ length: 51 }, (_, n) => {
      book.start([scenario(`s${n}`)], () => instant(0));
      return book.inForce({ rules: [] }).scenarios;
    });
    const known = names.map((name) => book.asked({ rules: [] }, name)?.map(({ id }) => id));
    expect(known.slice(0, 3)).toEqual([undefined, ["s1#1"], ["s2#1"]]);
    expect(known.at(-1)).toEqual(["s50#1"]);
  });
});
