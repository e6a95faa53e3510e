import { describe, expect, it } from "vitest";
import type { CarriedDecline } from "../../../src/core/domain/carried-decline.js";
import { endOfTime, later } from "../../../src/core/domain/money.js";
import { type Choice, compileRule, type Fired, type Origin } from "../../../src/core/scenario/matching/choose.js";
import type { Then } from "../../../src/core/scenario/rule/rule.js";
import { carriedRule, carries, countingOf, declineToCarry, metDecline } from "../../../src/lane/commands/carry.js";
import type { CommandRequest } from "../../../src/lane/commands/command-request.js";
import { hostAnswer, rulesFor, stoppedBy, taskOf, usedUp } from "../../../src/lane/commands/fired-rule.js";
import { ruleNameOf } from "../../../src/lane/journal/journal-call.js";
import { cardEntries, NOW, order, orders } from "../../support/orders.js";
import { txBy } from "../../support/tx.js";

const ruleOf = (id: string, then: Then = {}, origin: Origin = "control", name?: string) =>
  compileRule({ ...(name && { name }), then }, { id, origin, scenario: "s", file: "f.yaml", line: 4, since: NOW });
function choiceOf(
  then?: Then,
  over: Partial<Fired> & { readonly origin?: Origin; readonly name?: string } = {},
): Choice {
  const { origin, name, ...rest } = over;
  const rule = ruleOf("rule-1", then, origin, name);
  return {
    ...(then && { fired: { rule, key: "", n: 1, then, ...rest } }),
    counts: [{ ruleId: "rule-1", key: "", seen: 1, fired: 1 }],
    matched: [],
  };
}
const by = { ruleId: "rule-1", name: "no", origin: "control", scenario: "s", file: "f.yaml", line: 4 };
const carried: CarriedDecline = { decline: "lost-card", by };

describe("a decline that a rule forces", () => {
  it("on a call that opens a page is carried there, with who forced it", () => {
    const choice = choiceOf({ outcome: "lost-card" }, { name: "no" });
    for (const operation of ["hosted-checkout/create", "tokenization/add-token", "direct/sale"])
      expect(declineToCarry(choice, operation)).toEqual(carried);
  });

  it.each<[string, Choice, string]>([
    ["where no rule fired", choiceOf(), "hosted-checkout/create"],
    ["where the issuer is asked at once", choiceOf({ outcome: "lost-card" }), "tokenization/sale"],
    ["where there is nothing to decline", choiceOf({ outcome: "lost-card" }), "hosted-checkout/query"],
    ["of an approval", choiceOf({ outcome: "approve" }), "hosted-checkout/create"],
    ["of a refusal", choiceOf({ outcome: "maintenance" }), "hosted-checkout/create"],
    ["of a code of its own", choiceOf({ outcome: { responseCode: "1", message: "" } }), "hosted-checkout/create"],
    ["of no outcome", choiceOf({ delay: "1ms" }), "hosted-checkout/create"],
    [
      "of a call that is lost before its commit",
      choiceOf({ outcome: "lost-card", fault: "http-502", placed: "before-commit" }),
      "hosted-checkout/create",
    ],
  ])("is not carried %s", (_, choice, operation) => {
    expect(declineToCarry(choice, operation)).toBeUndefined();
  });

  it("is carried also by a call whose answer is lost after its commit", () => {
    const then = { outcome: "lost-card", fault: "http-502", placed: "after-commit" } as const;
    expect(declineToCarry(choiceOf(then), "hosted-checkout/create")?.decline).toBe("lost-card");
  });
});

describe("what was made", () => {
  it("carries it where it is the one of this call", () => {
    const entry = { ...cardEntries.open, carried };
    expect(carries({ kind: "order", order: order({ carried }) }, carried)).toBe(true);
    expect(carries({ kind: "card-entry", cardEntry: entry }, carried)).toBe(true);
    expect(carries({ kind: "order", order: order({ carried: { ...carried } }) }, carried)).toBe(false);
    expect(carries({ kind: "order", order: order() }, carried)).toBe(false);
    expect(carries({ kind: "order", order: order() }, undefined)).toBe(false);
    expect(carries({ kind: "done" }, carried)).toBe(false);
  });
});

describe("an attempt on a page that carries a decline", () => {
  const loaded = { merchant: { merchantId: 3, publicKeys: [], capabilities: {} }, isNewMerchant: false };
  const pay = { kind: "pay-order" } as never;
  const save = { kind: "save-card" } as never;
  const open = { ...orders.open, carried };
  const entry = { ...cardEntries.open, carried };

  it("meets it as a rule that is asked first", () => {
    const expected = {
      id: "rule-1 (carried)",
      rule: { name: "no", then: { outcome: "lost-card" } },
      meta: { id: "rule-1 (carried)", origin: "control", scenario: "s", file: "f.yaml", line: 4, since: NOW },
      phase: "command",
      tests: [],
      untilMs: endOfTime,
      why: "carried from the call that opened the page",
    };
    expect(metDecline(pay, { ...loaded, order: open }, NOW)).toBe(carried);
    expect(metDecline(save, { ...loaded, cardEntry: entry }, NOW)).toBe(carried);
    expect(carriedRule(carried, NOW)).toEqual(expected);
    const nameless = { ...carried, by: { ...by, name: undefined } };
    expect(carriedRule(nameless, NOW).rule).toEqual({ then: { outcome: "lost-card" } });
  });

  it.each<[string, never, object]>([
    ["another command", { kind: "cancel-order" } as never, { order: open, cardEntry: entry }],
    ["a payment of no order", pay, { cardEntry: entry }],
    ["a payment of an order that is over", pay, { order: { ...open, expiresAt: NOW } }],
    ["a payment of an order that carries none", pay, { order: orders.open }],
    ["a card for no page", save, { order: open }],
    ["a card for a page that is over", save, { cardEntry: { ...entry, expiresAt: NOW } }],
    ["a card for a page that carries none", save, { cardEntry: cardEntries.open }],
  ])("is none: %s", (_, command, over) => {
    expect(metDecline(command, { ...loaded, ...over }, NOW)).toBeUndefined();
  });
});

describe("the counts of a call", () => {
  const own = [{ ruleId: "rule-1", key: "", seen: 1, fired: 1 }];
  const counted = (choice: Choice, now?: CarriedDecline, met?: CarriedDecline, taken = 2, seen = 1) =>
    countingOf(
      txBy(({ key }) => (key === "taken" ? { seen: 9, fired: taken } : { seen: 9, fired: seen })),
      choice,
      now,
      met,
    );

  it("are those of the rules that matched", () => {
    expect(counted(choiceOf({}))).toEqual(own);
  });

  it("say that a decline was taken to a page", () => {
    expect(counted(choiceOf({}), carried)).toEqual([
      ...own,
      { ruleId: "rule-1 (carried)", key: "taken", seen: 10, fired: 3 },
    ]);
  });

  const meeting = (): Choice => {
    const rule = ruleOf("rule-1 (carried)");
    const fired: Fired = { rule, key: "", n: 1, then: {} };
    return { ...choiceOf({}), fired, counts: [...own, { ruleId: "rule-1 (carried)", key: "", seen: 1, fired: 1 }] };
  };

  it("say that it was met, where it is still on its way", () => {
    expect(counted(meeting(), undefined, carried, 2, 1)).toEqual(meeting().counts);
  });

  it("do not, where its rule was counted from nothing since", () => {
    expect(counted(meeting(), undefined, carried, 1, 1)).toEqual(own);
    expect(counted(meeting(), undefined, carried, 0, 1)).toEqual(own);
  });

  it("leave it alone where another rule fired, or none", () => {
    expect(counted(choiceOf({}), undefined, carried, 0, 0)).toEqual(own);
    expect(counted(choiceOf(), undefined, carried, 0, 0)).toEqual(own);
  });
});

describe("the rules that are asked", () => {
  const [page, header, plain, magic] = ["page", "header", "plain", "magic"].map((id) => ruleOf(id)) as [
    ...ReturnType<typeof ruleOf>[],
  ] & { length: 4 };
  const rules = [plain!];
  const asked = (call: Partial<CommandRequest>, magics = [magic!], carriedOne = page) =>
    rulesFor({ rules } as never, call as CommandRequest, magics, carriedOne).map(({ id }) => id);

  it("are the page's, the header's, the lane's and the magic ones, in this order", () => {
    expect(asked({ header })).toEqual(["page", "header", "plain", "magic"]);
    expect(asked({})).toEqual(["page", "plain", "magic"]);
    expect(rulesFor({ rules } as never, { header } as CommandRequest, [], undefined).map(({ id }) => id)).toEqual([
      ...["header", "plain"],
    ]);
  });

  it("are the lane's own list where there are no others", () => {
    expect(rulesFor({ rules } as never, {} as CommandRequest, [], undefined)).toBe(rules);
  });

  it("are the lane's and those of one other kind", () => {
    const none = {} as CommandRequest;
    expect(rulesFor({ rules } as never, none, [magic!], undefined).map(({ id }) => id)).toEqual(["plain", "magic"]);
    expect(rulesFor({ rules } as never, none, [], page).map(({ id }) => id)).toEqual(["page", "plain"]);
  });

  it("are none for what is done for a rule", () => {
    expect(asked({ header, isMeanwhile: true })).toEqual([]);
  });
});

describe("a rule that fired", () => {
  it("is used up where it was for the next call", () => {
    expect(usedUp(choiceOf({}, { origin: "next" }))).toEqual({ rules: { removed: ["rule-1"] } });
    expect(usedUp(choiceOf({}))).toEqual({});
    expect(usedUp(choiceOf())).toEqual({});
  });

  it("is called by its name, or its id", () => {
    expect(ruleNameOf(choiceOf({}, { name: "no" }).fired!)).toBe("no");
    expect(ruleNameOf(choiceOf({}).fired!)).toBe("rule-1");
  });

  it.each<[string, Then | undefined, object | undefined]>([
    ["none", undefined, undefined],
    [
      "a fault before the commit",
      { fault: "http-502", placed: "before-commit", outcome: "maintenance" },
      { kind: "lost" },
    ],
    ["a fault after the commit", { fault: "http-502", placed: "after-commit" }, undefined],
    ["a refusal", { outcome: "maintenance" }, { kind: "refused", reason: "maintenance" }],
    ["a decline", { outcome: "lost-card" }, undefined],
    ["an approval", { outcome: "approve" }, undefined],
    [
      "a code of its own",
      { outcome: { responseCode: "7", message: "m" } },
      { kind: "forced", responseCode: "7", message: "m" },
    ],
  ])("stops the call, or lets it be decided: %s", (_, then, expected) => {
    expect(stoppedBy(choiceOf(then))).toEqual(expected);
  });

  it.each<[string, Then | undefined, object | undefined]>([
    ["none", undefined, undefined],
    ["an approval", { outcome: "approve" }, { approved: true }],
    ["a decline", { outcome: "lost-card" }, { approved: false, decline: "lost-card" }],
    ["a refusal", { outcome: "maintenance" }, undefined],
    ["a code of its own", { outcome: { responseCode: "7", message: "m" } }, undefined],
    ["a delay", { delay: "1ms" }, undefined],
  ])("makes the issuer say something, or nothing: %s", (_, then, expected) => {
    expect(hostAnswer(choiceOf(then))).toEqual(expected);
  });
});

describe("a page that completes itself", () => {
  const page = { auto: "pay", card: "4111", reason: "lost-card" } as const;
  const create = { command: { kind: "create-order" } } as CommandRequest;
  const made = { kind: "order", order: order({ id: 7 }) } as const;
  const fresh = { taskId: () => 5 } as never;

  it("is a task, due after the drawn time", () => {
    const what = { action: "pay", card: "4111", reason: "lost-card", rule: "no" };
    const task = { id: 5, kind: "page", orderId: 7, what };
    expect(taskOf(choiceOf({ page }, { name: "no", pageAfterMs: 250 }), create, made, NOW, fresh)).toEqual({
      ...task,
      at: later(NOW, 250),
    });
    expect(taskOf(choiceOf({ page }, { name: "no" }), create, made, NOW, fresh)).toEqual({ ...task, at: NOW });
  });

  it.each<[string, Choice, CommandRequest, object]>([
    ["no rule fired", choiceOf(), create, made],
    ["the rule wants nothing of the page", choiceOf({ delay: "1ms" }), create, made],
    ["the call makes no order", choiceOf({ page }), { command: { kind: "refund-order" } } as CommandRequest, made],
    ["the call was refused", choiceOf({ page }), create, { kind: "refused", reason: "duplicate-reference" }],
  ])("is none where %s", (_, choice, call, result) => {
    expect(taskOf(choice, call, result as never, NOW, fresh)).toBeUndefined();
  });
});
