import { describe, expect, it } from "vitest";
import { later, minorUnits } from "../../../src/core/domain/money.js";
import { givenSchema, type Rule, type Scenario } from "../../../src/core/scenario/rule/rule.js";
import { rulesMax } from "../../../src/core/scenario/values/limits.js";
import { demoTokens } from "../../../src/lane/fixtures.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { Changes } from "../../../src/lane/ports/store.js";
import { LaneFull } from "../../../src/lane/ports/store-errors.js";
import type { ReadScenario } from "../../../src/lane/rules/read-scenario.js";
import {
  allRules,
  firedTimes,
  putRule,
  removeRules,
  rulesInForce,
  switchRule,
} from "../../../src/lane/rules/rule-changes.js";
import { ruleCount, tooManyRules } from "../../../src/lane/rules/rule-limit.js";
import { applyStartScenarios, replaceScenario } from "../../../src/lane/scenarios/apply-scenario.js";
import { give, giveToken, putMerchant, setBalance } from "../../../src/lane/scenarios/given.js";
import { reloadScenarios } from "../../../src/lane/scenarios/reload-scenarios.js";
import { call } from "../../property/walker.js";
import { requests } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { FROZEN_AT } from "../../support/sandbox.js";
import { allExchanges } from "../../support/stores.js";

const refused = (name: string, over: Partial<Rule> = {}): Rule => ({ name, then: { outcome: "maintenance" }, ...over });
const read = (name: string, rules: readonly Rule[], over: Partial<Scenario> = {}): ReadScenario => ({
  scenario: { name, rules, expect: [], ...over } as Scenario,
  file: `${name}.scenario.yaml`,
  ruleLines: rules.map((_, i) => 10 + i),
});

async function world(over: Parameters<typeof testLanes>[0] = {}) {
  const lanes = await testLanes(over);
  const lane = await lanes.ready("one");
  await lane.clock.freeze(FROZEN_AT);
  return { lane, [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose]() };
}
const sale = async (lane: Lane) => JSON.parse(await call(lane, "tokenization/sale", requests.sale())).responseCode;
const ids = async (lane: Lane) => (await rulesInForce(lane)).map(({ id }) => id);
const counts = async (lane: Lane) => {
  const fired = await firedTimes(lane);
  return Object.fromEntries((await allRules(lane)).map(({ id }) => [id, fired(id)]));
};

describe("files that are read again", () => {
  const [first, second] = [refused("first", { times: 1 }), refused("second", { times: 1 })];

  it("keep the counts of rules that read the same, and count changed ones from nothing", async () => {
    await using it = await world({
      scenarios: [read("s", [first, second]), read("t", [refused("third", { times: 1 })])],
    });
    const { lane } = it;
    for (const code of ["9002", "9002", "9002", "0000"]) expect(await sale(lane)).toBe(code);
    const [before] = await allRules(lane);
    await lane.clock.set(later(FROZEN_AT, 5000));
    const changed = { ...second, times: 2 };
    await reloadScenarios(lane, [read("s", [first, changed]), read("u", [refused("fourth", { times: 1 })])]);
    expect(await counts(lane)).toEqual({ "s#1": 1, "s#2": 0, "u#1": 0 });
    const now = FROZEN_AT + 5000;
    expect((await allRules(lane)).map(({ meta }) => meta.since)).toEqual([before!.meta.since, now, now]);
    for (const code of ["9002", "9002", "9002", "0000"]) expect(await sale(lane)).toBe(code);
    // A rule that is gone and comes back was forgotten.
    await reloadScenarios(lane, [read("s", [first]), read("t", [refused("third", { times: 1 })])]);
    expect(await counts(lane)).toEqual({ "s#1": 1, "t#1": 0 });
  });

  it("let a rule that reads the same end when it would have", async () => {
    const short = refused("short", { until: "10s" });
    await using it = await world({ scenarios: [read("s", [short])] });
    const { lane } = it;
    const [before] = await allRules(lane);
    await lane.clock.set(later(FROZEN_AT, 5000));
    await reloadScenarios(lane, [read("s", [short, first])]);
    const [same, added] = await allRules(lane);
    expect([same!.meta.since, added!.meta.since]).toEqual([before!.meta.since, FROZEN_AT + 5000]);
  });

  it("bring back rules that were taken away", async () => {
    await using it = await world({ scenarios: [read("s", [first, second])] });
    const { lane } = it;
    expect(await removeRules(lane, ({ id }) => id === "s#1")).toBe(1);
    expect(await ids(lane)).toEqual(["s#2"]);
    await reloadScenarios(lane, [read("s", [first, second])]);
    expect(await ids(lane)).toEqual(["s#1", "s#2"]);
  });

  it("leave the counts of rules that were put in by hand", async () => {
    await using it = await world({ scenarios: [read("s", [first])] });
    const { lane } = it;
    await putRule(lane, refused("own", { times: 1 }), "control");
    expect(await sale(lane)).toBe("9002");
    await reloadScenarios(lane, [read("s", [second])]);
    expect(await counts(lane)).toEqual({ "rule-1": 1, "s#1": 0 });
  });

  it("change nothing in a lane that was given another scenario since", async () => {
    await using it = await world({ scenarios: [read("s", [first])] });
    const { lane } = it;
    await replaceScenario(lane, read("mine", [refused("own")]));
    await reloadScenarios(lane, [read("s", [second])]);
    expect(await ids(lane)).toEqual(["mine#1"]);
  });
});

describe("a scenario that takes the place of others", () => {
  it("brings clock, state, choices and rules, and keeps what the lane holds", async () => {
    await using it = await world({ scenarios: [read("s", [refused("first", { times: 1 })])] });
    const { lane } = it;
    expect(await sale(lane)).toBe("9002");
    const given = givenSchema.parse({ orders: [{ merchantId: 3, merchantReference: "G", amount: 10 }] });
    const assume = { "duplicate-reference": "return-existing" } as const;
    const done = await replaceScenario(lane, {
      ...read("mine", [refused("own", { times: 1 })], {
        given,
        assume,
        clock: "2026-03-01T00:00:00Z",
      } as Partial<Scenario>),
    });
    expect(done).toEqual({ warnings: [] });
    expect(await lane.clock.read()).toEqual({ now: Date.UTC(2026, 2, 1), mode: "frozen" });
    expect((await lane.store.views.orders({})).map(({ reference }) => reference)).toEqual(["G"]);
    expect((await lane.store.views.lane()).assumptions).toEqual(assume);
    expect(await counts(lane)).toEqual({ "mine#1": 0 });
    const [rule] = await allRules(lane);
    expect(rule!.meta).toEqual({
      ...{ id: "mine#1", origin: "file", scenario: "mine", file: "mine.scenario.yaml", line: 10 },
      since: Date.UTC(2026, 2, 1),
    });
  });

  it("is counted from nothing, also where it comes again", async () => {
    await using it = await world();
    const { lane } = it;
    const mine = read("mine", [refused("own", { times: 1 })]);
    for (let n = 0; n < 2; n++) {
      await replaceScenario(lane, mine);
      expect([await sale(lane), await sale(lane)]).toEqual(["9002", "0000"]);
    }
  });

  it("brings back its rules that were taken away or switched off, and leaves those put in by hand switched off", async () => {
    await using it = await world();
    const { lane } = it;
    const mine = read("mine", [refused("a"), refused("b")]);
    await replaceScenario(lane, mine);
    await putRule(lane, refused("own"), "control");
    await removeRules(lane, ({ id }) => id === "mine#1");
    await switchRule(lane, "mine#2", false);
    await switchRule(lane, "rule-1", false);
    expect(await ids(lane)).toEqual([]);
    await replaceScenario(lane, mine);
    expect(await ids(lane)).toEqual(["mine#1", "mine#2"]);
    expect((await lane.store.views.lane()).disabledRules).toEqual(["rule-1"]);
  });

  it("gives its seed to a lane in which nothing happened, and says so where it does not", async () => {
    await using it = await world();
    const { lane } = it;
    const seeded = (seed: number) => replaceScenario(lane, read("mine", [], { seed }));
    expect(await seeded(77)).toEqual({ warnings: [] });
    expect((await lane.store.views.lane()).seed).toBe(77);
    await sale(lane);
    expect(await seeded(77)).toEqual({ warnings: [] });
    expect(await seeded(78)).toEqual({
      warnings: ['seed 78 was not taken: the lane has orders or requests of seed 77; POST reset {"seed": 78} first'],
    });
    expect((await lane.store.views.lane()).seed).toBe(77);
  });

  it("is refused where the lane would hold too many rules, and all is as before", async () => {
    await using it = await world();
    const { lane } = it;
    await putRule(lane, refused("own"), "control");
    const full = read(
      "full",
      Array.from({ length: rulesMax }, () => refused("x")),
      { seed: 99 },
    );
    await expect(replaceScenario(lane, full)).rejects.toThrow(
      new LaneFull(`a lane would hold ${rulesMax + 1} rules, at most ${rulesMax} are allowed`),
    );
    expect(await ids(lane)).toEqual(["rule-1"]);
    expect((await lane.store.views.lane()).seed).not.toBe(99);
  });
});

describe("the scenarios of the start", () => {
  const given = givenSchema.parse({ orders: [{ merchantId: 3, merchantReference: "G", amount: 10 }] });
  const start = read("s", [refused("a")], {
    ...{ given, clock: "2026-03-01T00:00:00Z", assume: { "duplicate-reference": "return-existing" } },
  } as Partial<Scenario>);

  it("are put into a new lane as a whole", async () => {
    await using it = await world();
    const { lane } = it;
    await applyStartScenarios(lane, [start], { isNew: true });
    expect(await lane.clock.now()).toBe(Date.UTC(2026, 2, 1));
    expect(await lane.store.views.orders({})).toHaveLength(1);
    expect((await lane.store.views.lane()).assumptions).toEqual({ "duplicate-reference": "return-existing" });
    expect((await rulesInForce(lane))[0]!.meta.since).toBe(Date.UTC(2026, 2, 1));
    expect(await lane.store.views.lane()).not.toHaveProperty("startedWith.scenarios");
  });

  it("bring a lane that comes back their rules alone", async () => {
    await using it = await world();
    const { lane } = it;
    await applyStartScenarios(lane, [start], { isNew: false });
    expect([await lane.clock.now(), (await lane.store.views.orders({})).length]).toEqual([FROZEN_AT, 0]);
    expect((await lane.store.views.lane()).assumptions).toBeUndefined();
    expect(await ids(lane)).toEqual(["s#1"]);
  });

  it("keep when the lane first had them, where a rule of them ends after a while", async () => {
    await using it = await world();
    const { lane } = it;
    const short = [read("s", [refused("a"), refused("b", { until: "10s" })])];
    const since = async () => (await rulesInForce(lane))[0]!.meta.since - FROZEN_AT;
    await applyStartScenarios(lane, short, { isNew: true });
    await lane.clock.set(later(FROZEN_AT, 5000));
    await applyStartScenarios(lane, short, { isNew: false });
    expect(await since()).toBe(0);
    await applyStartScenarios(lane, [read("s", [refused("other", { until: "10s" })])], { isNew: false });
    expect(await since()).toBe(5000);
  });

  it("do not, where a rule of them ends at an instant", async () => {
    await using it = await world();
    const { lane } = it;
    await applyStartScenarios(lane, [read("s", [refused("a", { until: "2027-01-01T00:00:00Z" })])], { isNew: true });
    expect((await lane.store.views.lane()).startedWith).toBeUndefined();
  });
});

describe("rules that are changed by hand", () => {
  it("are put in behind those of their origin, with what came before them", async () => {
    await using it = await world({ scenarios: [read("s", [refused("of the file")])] });
    const { lane } = it;
    await sale(lane);
    expect(await putRule(lane, refused("one"), "control")).toEqual({
      ...{ id: "rule-1", origin: "control", rule: refused("one"), since: FROZEN_AT, after: 1 },
    });
    await putRule(lane, refused("two"), "next");
    await putRule(lane, refused("three"), "control");
    expect(await ids(lane)).toEqual(["rule-2", "rule-1", "rule-3", "s#1"]);
  });

  it("are taken away with their counts; how many there were is told", async () => {
    await using it = await world({ scenarios: [read("s", [refused("a", { times: 1 }), refused("b", { times: 1 })])] });
    const { lane } = it;
    await putRule(lane, refused("own", { times: 1 }), "control");
    for (let n = 0; n < 3; n++) expect(await sale(lane)).toBe("9002");
    expect(await removeRules(lane, () => false)).toBe(0);
    await switchRule(lane, "s#1", false);
    await switchRule(lane, "s#2", false);
    expect(await removeRules(lane, ({ id }) => id !== "s#2")).toBe(2);
    expect((await allRules(lane)).map(({ id, isEnabled }) => [id, isEnabled])).toEqual([["s#2", false]]);
    const { removedRules, disabledRules } = await lane.store.views.lane();
    expect([removedRules, disabledRules]).toEqual([["s#1"], ["s#2"]]);
    expect(await removeRules(lane, ({ id }) => id === "s#2")).toBe(1);
    expect((await lane.store.views.lane()).removedRules).toEqual(["s#1", "s#2"]);
    expect(await lane.store.views.ruleCounts()).toEqual([]);
  });

  it("are switched off and on, each once", async () => {
    await using it = await world({ scenarios: [read("s", [refused("a"), refused("b")])] });
    const { lane } = it;
    const disabled = async () => (await lane.store.views.lane()).disabledRules;
    expect(await switchRule(lane, "s#9", false)).toBeUndefined();
    expect(await switchRule(lane, "s#1", true)).toMatchObject({ id: "s#1" });
    expect(await disabled()).toBeUndefined();
    for (const id of ["s#1", "s#2", "s#1"]) expect(await switchRule(lane, id, false)).toMatchObject({ id });
    expect(await disabled()).toEqual(["s#1", "s#2"]);
    await switchRule(lane, "s#1", true);
    expect([await disabled(), await ids(lane)]).toEqual([["s#2"], ["s#1"]]);
  });

  it("are as many as a lane may hold, those of the files and those taken away counted", async () => {
    await using it = await world();
    const { lane } = it;
    await replaceScenario(
      lane,
      read(
        "full",
        Array.from({ length: rulesMax - 1 }, () => refused("x")),
      ),
    );
    await putRule(lane, refused("own"), "control");
    await expect(putRule(lane, refused("own"), "control")).rejects.toThrow(
      new LaneFull(`a lane would hold ${rulesMax + 1} rules, at most ${rulesMax} are allowed`),
    );
    await removeRules(lane, ({ id }) => id === "full#1");
    expect((await putRule(lane, refused("own"), "control")).id).toBe("rule-2");
  });

  it("have a limit that is allowed itself", () => {
    expect([tooManyRules(rulesMax), typeof tooManyRules(rulesMax + 1)]).toEqual([undefined, "string"]);
    expect(ruleCount([read("a", [refused("x")]), read("b", [refused("x"), refused("y")])])).toBe(3);
    expect(ruleCount([])).toBe(0);
  });
});

describe("what a scenario gives", () => {
  const merchant = async (lane: Lane, id: number) => lane.store.views.merchant(id);

  it("is a merchant with keys and capabilities; what is not named stays", async () => {
    await using it = await world();
    const { lane } = it;
    await putMerchant(lane, 8, { publicKeys: ["k"], capabilities: { CARD: { refund: false } } });
    await putMerchant(lane, 8, { capabilities: { CARD: { void: false }, ALIPAYHK: { refund: true } } });
    expect(await merchant(lane, 8)).toEqual({
      merchantId: 8,
      publicKeys: ["k"],
      capabilities: { CARD: { refund: false, void: false }, ALIPAYHK: { refund: true } },
    });
    await putMerchant(lane, 8, { publicKeys: [] });
    expect((await merchant(lane, 8))?.publicKeys).toEqual([]);
    await putMerchant(lane, 9, {});
    expect(await merchant(lane, 9)).toEqual({ merchantId: 9, publicKeys: [], capabilities: {} });
    expect(await lane.store.views.tokens({ after: { merchantId: 8, tokenId: 0 }, limit: 1 })).toHaveLength(1);
  });

  it("is a balance, by currency; the others stay", async () => {
    await using it = await world();
    const { lane } = it;
    await putMerchant(lane, 8, { unsettled: { HKD: minorUnits(500) } });
    await setBalance(lane, 8, { USD: minorUnits(70) });
    expect(await lane.store.views.balances(8)).toEqual({ HKD: 500, USD: 70 });
    await setBalance(lane, 8, { USD: minorUnits(0) });
    expect(await lane.store.views.balances(8)).toEqual({ HKD: 500, USD: 0 });
    const lines = await lane.store.views.ledger({ merchantId: 8 });
    expect(lines.map(({ account, currency, amount, why }) => [account, currency, amount, why])).toEqual([
      ["unsettled", "HKD", 500, "adjustment"],
      ["adjustment", "HKD", -500, "adjustment"],
      ["unsettled", "USD", 70, "adjustment"],
      ["adjustment", "USD", -70, "adjustment"],
      ["unsettled", "USD", -70, "adjustment"],
      ["adjustment", "USD", 70, "adjustment"],
    ]);
  });

  it("is a card of a user, by a test card's name or number, with or without an id of its own", async () => {
    await using it = await world();
    const { lane } = it;
    const stored = await giveToken(lane, {
      merchantId: "8",
      userId: "Zoe",
      card: "4000 5660 0000 0028",
      tokenId: 4711,
    });
    expect(stored).toMatchObject({
      ...{ kind: "token", token: { tokenId: 4711, merchantId: 8, userId: "Zoe", first6: "400056", last4: "0028" } },
    });
    const other = await giveToken(lane, { merchantId: 8, userId: "Zoe", card: "lost-card" });
    expect(other).toMatchObject({ token: { outcome: "lost-card", expiryDate: "203012", subBrand: "VISA_CREDIT" } });
    expect(other).not.toMatchObject({ token: { tokenId: 0 } });
    expect(await merchant(lane, 8)).toEqual({ merchantId: 8, publicKeys: [], capabilities: {} });
    const tokens = (await lane.store.views.tokens()).filter(({ merchantId }) => merchantId === 8);
    expect(tokens).toHaveLength(demoTokens(8).length + 2);
    await expect(giveToken(lane, { merchantId: 8, userId: "Zoe", card: "nothing" })).rejects.toThrow(
      "no test card is called nothing",
    );
  });

  it("leaves a merchant that is known as it is, unwritten", async () => {
    await using it = await world();
    const { lane } = it;
    const commits: (Changes | undefined)[] = [];
    lane.store.onCommit = (changes) => void commits.push(changes);
    await giveToken(lane, { merchantId: 3, userId: "Zoe", card: "visa" });
    await give(lane, givenSchema.parse({ orders: [{ merchantId: 3, merchantReference: "A", amount: 10 }] }));
    expect(commits.map((changes) => changes?.merchants)).toEqual([undefined, undefined]);
  });

  it("is an order, made and brought to its status by commands, with nothing in the journal", async () => {
    await using it = await world({ scenarios: [read("s", [refused("all")])] });
    const { lane } = it;
    const orders = [
      { merchantId: 8, merchantReference: "A", amount: 10.5, currency: "USD" },
      { merchantId: 8, merchantReference: "B", amount: 10, status: "CANCELLED" },
      { merchantId: 8, merchantReference: "C", amount: 10, status: "REFUNDED" },
    ];
    const unsettledBalance = { HKD: 12.5 };
    await give(lane, givenSchema.parse({ orders, merchants: [{ merchantId: 8, publicKeys: [], unsettledBalance }] }));
    const given = (await lane.store.views.orders({})).toReversed();
    expect(given.map((one) => [one.reference, one.currency, one.amount, one.recurring, one.origin, one.email])).toEqual(
      [
        ["A", "USD", 1050, false, "hosted", ""],
        ["B", "HKD", 1000, false, "hosted", ""],
        ["C", "HKD", 1000, false, "hosted", ""],
      ],
    );
    expect(given[0]!.options.lineItems).toEqual([{ name: "A", quantity: 1, unitAmountMinor: 1050 }]);
    expect(given[2]!.transactions.map((t) => [t.type, t.amount, t.method, t.maskedPan, t.cardType])).toEqual([
      ["SALE", 1000, "CARD", "411111XXXXXX1111", "VISA"],
      ["REFUND", 1000, "CARD", "411111XXXXXX1111", "VISA"],
    ]);
    expect(await lane.store.views.balances(8)).toEqual({ HKD: 1250, USD: 0 });
    expect(await allExchanges(lane.store.views)).toEqual([]);
    expect(await lane.store.views.notifications({})).toEqual([]);
  });

  it("is refused where it contradicts the lane", async () => {
    await using it = await world();
    const { lane } = it;
    const orders = (over: object = {}) =>
      givenSchema.parse({ orders: [{ merchantId: 3, merchantReference: "A", amount: 10, ...over }] });
    await give(lane, orders());
    await expect(give(lane, orders())).rejects.toThrow(/^given\.orders\[0\]: duplicate-reference/);
    await expect(give(lane, orders({ merchantReference: "B", status: "REFUNDED", refunded: 11 }))).rejects.toThrow(
      /^given\.orders\[0\]: refund-exceeds-amount/,
    );
  });
});
