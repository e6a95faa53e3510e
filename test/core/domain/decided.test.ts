import { describe, expect, it } from "vitest";
import type { DomainCommand } from "../../../src/core/domain/commands.js";
import { decideSaveCard } from "../../../src/core/domain/decide/card-entry.js";
import { decideChargeParent } from "../../../src/core/domain/decide/charge-parent.js";
import { decideChargeToken } from "../../../src/core/domain/decide/charge-token.js";
import { decideCreateOrder } from "../../../src/core/domain/decide/create-order.js";
import { decideOpenCardEntry } from "../../../src/core/domain/decide/open-card-entry.js";
import { redirectFault } from "../../../src/core/domain/decide/page-options.js";
import { decidePayOrder } from "../../../src/core/domain/decide/pay-order.js";
import { decideRefundOrder } from "../../../src/core/domain/decide/refund-order.js";
import { decideVoidOrder } from "../../../src/core/domain/decide/void-order.js";
import type { Circumstances, Decision } from "../../../src/core/domain/decision.js";
import { evolve } from "../../../src/core/domain/evolve.js";
import { lastInstant, later, minorUnits } from "../../../src/core/domain/money.js";
import type { Order } from "../../../src/core/domain/order.js";
import { assumptions, defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";
import { type Before, decide } from "../../../src/lane/commands/command-table.js";
import {
  cardEntries,
  cardToSave,
  chargeToken,
  circumstances,
  createOrder,
  NOW,
  openCardEntry,
  order,
  orders,
  refund,
  sale,
  storedToken,
} from "../../support/orders.js";

const under = (policy: Partial<Policy>, over: Partial<Circumstances> = {}): Circumstances =>
  circumstances({ ...over, policy: { ...defaultPolicy, ...policy } });
const declining: Partial<Circumstances> = { answer: { approved: false, decline: "lost-card" } };
/** A rejection as one text; else the kind of the decision and the types of its events. */
function told(decision: Decision<{ readonly type: string }>): string {
  if (decision.kind === "rejected")
    return [decision.rejection.reason, decision.rejection.detail].filter((part) => part !== undefined).join(": ");
  return decision.kind === "accepted" ? decision.events.map(({ type }) => type).join() : decision.kind;
}
const orderOf = (decision: Decision): Order => {
  if (decision.kind !== "accepted") throw new Error(`expected an order, found ${told(decision)}`);
  return decision.events.reduce<Order | undefined>(evolve, undefined)!;
};

const pay = { kind: "pay-order", instrument: { method: "CARD", maskedPan: "m", cardType: "VISA" } } as const;
const refunding = (amount: number) => ({ kind: "refund-order", amount: minorUnits(amount) }) as const;
const voiding = { kind: "void-order" } as const;
const token = storedToken();
const recurring = order({ id: 9, reference: "P", recurring: true, transactions: [sale()], email: "p@x", tokenId: 351 });
const byParent = { ...createOrder(), kind: "charge-parent", parentOrderId: 9 } as const;
const ofParent = chargeToken({ parentOrderId: 9 });

/** What a decision depends on besides its command and the policy. */
type Given = Before & Partial<Omit<Circumstances, "policy">>;
/** `void-paths own-kind, …` chooses for one assumption; `void-paths otherwise` and `void-paths, …` choose nothing. */
type Case = readonly [name: string, command: DomainCommand, given: Given, expected: string];

function policyIn(name: string): Partial<Policy> {
  const [, id, choice = "otherwise"] = /^([\w-]+) ([\w-]+)(?:,|$)/.exec(name) ?? [];
  if (choice === "otherwise") return {};
  expect(assumptions.find((one) => one.id === id)?.choices).toContain(choice);
  return { [id!]: choice };
}

describe("what was chosen decides", () => {
  const other = { ...recurring, tokenId: 352 };
  const ofPage = order({ session: "s" });
  const hidden = { options: { showResultPage: false } };
  const toScript = { options: { callbackUrl: { fail: "javascript:x" } } };
  const alpha = { options: { buttonFontColor: "#00000080" } };
  const wrongRedirect =
    "invalid-parameter: callbackUrl.fail: expected an address to lead the shopper to (https:, http:, or an app's own scheme), found javascript:";
  const cases: readonly Case[] = [
    [
      "void-paths own-kind, another kind",
      { ...voiding, origins: ["direct"] },
      { order: orders.paid },
      "void-not-allowed: order 1 is of another kind",
    ],
    ["void-paths own-kind, its own", { ...voiding, origins: ["hosted"] }, { order: orders.paid }, "voided"],
    ["void-paths any", { ...voiding, origins: ["direct"] }, { order: orders.paid }, "voided"],
    [
      "void-open-order closed, of a closed order",
      voiding,
      { order: orders.closed },
      "void-not-allowed: order 1 is CLOSED",
    ],
    [
      "void-balance refuse",
      voiding,
      { order: orders.paid, unsettled: minorUnits(4999) },
      "insufficient-unsettled-balance",
    ],
    ["void-balance refuse, enough", voiding, { order: orders.paid, unsettled: minorUnits(5000) }, "voided"],
    ["void-balance otherwise", voiding, { order: orders.paid, unsettled: minorUnits(0) }, "voided"],
    [
      "settlement-balance hold",
      { kind: "settle-order" },
      { order: orders.paid, unsettled: minorUnits(4999) },
      "insufficient-unsettled-balance: order 1 waits",
    ],
    [
      "settlement-balance hold, enough",
      { kind: "settle-order" },
      { order: orders.paid, unsettled: minorUnits(5000) },
      "settled",
    ],
    [
      "settlement-balance hold, nothing to pay out of a debt",
      { kind: "settle-order" },
      { order: order({ transactions: [sale(), refund()] }), unsettled: minorUnits(-1) },
      "settled",
    ],
    [
      "settlement-balance net",
      { kind: "settle-order" },
      { order: orders.paid, unsettled: minorUnits(4999) },
      "settled",
    ],
    [
      "settlement-balance otherwise",
      { kind: "settle-order" },
      { order: orders.paid, unsettled: minorUnits(0) },
      "settled",
    ],
    ["declined-token-order none", chargeToken(), { token, ...declining }, "unrecorded"],
    ["declined-token-order none, approved", chargeToken(), { token }, "order-created,sale-approved"],
    ["delete-token success", { kind: "delete-token", merchantId: 3, userId: "u", tokenId: 1 }, {}, "nothing"],
    [
      "parent-other-token refuse",
      ofParent,
      { token, parent: other },
      "parent-order-not-found: order 9 was paid with token 352",
    ],
    ["parent-other-token refuse, the same", ofParent, { token, parent: recurring }, "order-created,sale-approved"],
    [
      "parent-other-token refuse, a parent that was paid on the page",
      ofParent,
      { token, parent: order({ id: 9, recurring: true, transactions: [sale()] }) },
      "order-created,sale-approved",
    ],
    ["parent-other-token otherwise", ofParent, { token, parent: other }, "order-created,sale-approved"],
    [
      "parent-is-recurring refuse",
      ofParent,
      { token, parent: { ...recurring, origin: "token-recurring" } },
      "parent-not-recurring: order 9 is a recurring payment itself",
    ],
    [
      "parent-is-recurring refuse, another origin",
      ofParent,
      { token, parent: recurring },
      "order-created,sale-approved",
    ],
    [
      "parent-is-recurring otherwise",
      ofParent,
      { token, parent: { ...recurring, origin: "hosted-recurring" } },
      "order-created,sale-approved",
    ],
    [
      "hidden-result-page refuse",
      createOrder(hidden),
      {},
      "invalid-parameter: callbackUrl.success: required when showResultPage is false",
    ],
    [
      "hidden-result-page refuse, with an address",
      createOrder({ options: { showResultPage: false, callbackUrl: { success: "https://a" } } }),
      {},
      "order-created",
    ],
    ["hidden-result-page refuse, shown", createOrder({ options: { showResultPage: true } }), {}, "order-created"],
    ["redirect-schemes, a script", createOrder(toScript), {}, wrongRedirect],
    ["redirect-schemes, a script of a card entry", openCardEntry(toScript), {}, wrongRedirect],
    ["redirect-schemes never-followed", createOrder(toScript), {}, "order-created"],
    [
      "redirect-schemes, of a direct sale, which has none",
      createOrder({ ...toScript, origin: "direct" }),
      {},
      "order-created",
    ],
    [
      "colour-forms refuse",
      openCardEntry(alpha),
      {},
      "invalid-parameter: buttonFontColor: expected a colour as #RRGGBB",
    ],
    [
      "whatever was chosen, a token of a brand that has none",
      { kind: "store-token", token: storedToken({ brand: "UNIONPAY" }) },
      {},
      "invalid-parameter: card: a token is a Visa or a Mastercard",
    ],
    ["colour-forms css", openCardEntry(alpha), {}, "card-entry-opened"],
    [
      "page-states three-tries, the third",
      pay,
      {
        order: order({ transactions: [sale({ declined: "lost-card" }), sale({ declined: "lost-card" })] }),
        ...declining,
      },
      "closed,declined",
    ],
    ["page-states three-tries, the second", pay, { order: orders.declined, ...declining }, "declined"],
    [
      "page-states three-tries, the third, approved",
      pay,
      { order: order({ transactions: [sale({ declined: "lost-card" }), sale({ declined: "lost-card" })] }) },
      "sale-approved",
    ],
    [
      "page-states otherwise",
      pay,
      { order: order({ transactions: Array(9).fill(sale({ declined: "lost-card" })) }), ...declining },
      "declined",
    ],
    [
      "duplicate-reference return-existing, a page that was left",
      createOrder(),
      { existingOrder: { ...ofPage, cancelled: "CANCELLED" } },
      "duplicate-reference: order 1",
    ],
    [
      "duplicate-reference return-existing, a page that is paid",
      createOrder(),
      { existingOrder: { ...orders.paid, session: "s" } },
      "repeated",
    ],
    [
      "duplicate-reference return-existing-always, another amount",
      createOrder({ amount: minorUnits(1) }),
      { existingOrder: ofPage },
      "repeated",
    ],
    [
      "duplicate-reference return-existing-always, another kind of order",
      createOrder(),
      { existingOrder: { ...ofPage, origin: "token-sale" } },
      "duplicate-reference: order 1",
    ],
    [
      "duplicate-reference return-existing, a parent's charge",
      byParent,
      {
        parent: recurring,
        existingOrder: { ...orders.paid, origin: "hosted-recurring", parentOrderId: 9 },
      },
      "repeated",
    ],
    [
      "duplicate-reference return-existing, another parent's charge",
      byParent,
      {
        parent: recurring,
        existingOrder: { ...orders.paid, origin: "hosted-recurring", parentOrderId: 8 },
      },
      "duplicate-reference: order 1",
    ],
    [
      "duplicate-reference replace-open, a declined charge that is tried again",
      chargeToken(),
      { token, existingOrder: orders.declined },
      "order-created,sale-approved",
    ],
    [
      "duplicate-reference return-existing, a charge that is closed",
      chargeToken(),
      { token, existingOrder: { ...orders.closed, session: "", origin: "token-sale", userId: "USER1", tokenId: 351 } },
      "repeated",
    ],
  ];
  it.each(cases)("%s", (name, command, given, expected) => {
    expect(told(decide(command, given, under(policyIn(name), given)).decision)).toBe(expected);
  });

  it("whether a declined charge is closed at once", () => {
    const closed = orderOf(
      decideChargeToken(chargeToken(), under({ "declined-token-order": "closed" }, { token, ...declining })),
    );
    expect(closed.closedAt).toBe(NOW);
    expect(orderOf(decideChargeToken(chargeToken(), circumstances({ token, ...declining }))).closedAt).toBeUndefined();
    expect(
      orderOf(decideChargeToken(chargeToken(), under({ "declined-token-order": "closed" }, { token }))).closedAt,
    ).toBeUndefined();
  });

  it("how long a card entry stands open, and whose page it is", () => {
    const opened = (policy: Partial<Policy>, over = {}) => {
      const decision = decideOpenCardEntry(openCardEntry(over), under(policy));
      return (
        decision.kind === "accepted" && decision.events[0].type === "card-entry-opened" && decision.events[0].cardEntry
      );
    };
    expect(opened({})).toMatchObject({ expiresAt: NOW + 1_000_000 });
    expect(opened({ "card-entry-page": "no-end" })).toMatchObject({ expiresAt: lastInstant });
    expect(opened({}, { notifyUrl: "http://n" })).toMatchObject({ notifyUrl: "http://n" });
  });

  it("whether a card that is saved again has its token again", () => {
    const known = [
      storedToken({ tokenId: 5, last4: "0000" }),
      storedToken({ tokenId: 6 }),
      storedToken({ tokenId: 7 }),
    ];
    const saved = (policy: Partial<Policy>, tokens?: typeof known) => {
      const save = { kind: "save-card", merchantId: 3, cardEntryId: 1, card: cardToSave() } as const;
      const decision = decideSaveCard(save, cardEntries.open, under(policy, tokens ? { tokens } : {}));
      return (
        decision.kind === "accepted" && decision.events[0].type === "card-saved" && decision.events[0].token.tokenId
      );
    };
    expect(saved({ "token-again": "same" }, known)).toBe(6);
    expect(saved({ "token-again": "same" }, [storedToken({ first6: "400000" })])).toBeGreaterThan(100);
    expect(saved({ "token-again": "same" })).toBeGreaterThan(100);
    expect(saved({}, known)).toBeGreaterThan(100);
  });

  it("who is told of a hosted recurring charge", () => {
    const notify = (choice: Policy["hosted-recurring-notify"], notifyUrl?: string, parents?: string) =>
      orderOf(
        decideChargeParent(
          { ...byParent, notifyUrl },
          under(
            { "hosted-recurring-notify": choice },
            { parent: parents === undefined ? recurring : { ...recurring, notifyUrl: parents } },
          ),
        ),
      ).notifyUrl;
    expect([notify("own", "a", "b"), notify("own", undefined, "b"), notify("own", "a")]).toEqual(["a", undefined, "a"]);
    expect([notify("parent", "a", "b"), notify("parent", undefined, "b"), notify("parent", "a")]).toEqual([
      "b",
      "b",
      undefined,
    ]);
    expect([notify("none", "a", "b"), notify("own"), notify("own", "a", "a")]).toEqual([undefined, undefined, "a"]);
  });

  it("whose email a charge has", () => {
    const email = (policy: Partial<Policy>, own: string, command = ofParent) =>
      orderOf(decideChargeToken({ ...command, email: own }, under(policy, { token, parent: recurring }))).email;
    const parents = { "recurring-email": "parent" } as const;
    expect([email(parents, ""), email(parents, "own@x"), email({}, ""), email({}, "own@x")]).toEqual([
      ...["p@x", "own@x", "", "own@x"],
    ]);
    expect(orderOf(decideChargeToken(chargeToken(), under(parents, { token }))).email).toBe("");
  });

  it("where the shopper of a direct sale is led back to", () => {
    const options = { callbackUrl: { success: "https://a" } };
    const led = (policy: Partial<Policy>, over = {}) =>
      orderOf(decideCreateOrder(createOrder({ origin: "direct", options, ...over }), under(policy))).options;
    expect(led({ "direct-return": "nowhere" })).toEqual({ callbackUrl: {} });
    expect(led({})).toEqual(options);
    expect(led({ "direct-return": "nowhere" }, { origin: "hosted" })).toEqual(options);
    expect(led({ "direct-return": "nowhere" }, { options: { callbackUrl: { fail: "https://f" } } })).toEqual({
      callbackUrl: { fail: "https://f" },
    });
  });
});

describe("the same order asked for once more", () => {
  const items = [{ name: "Tea", quantity: 1, unitAmountMinor: minorUnits(5000) }];
  const existing = order({
    origin: "token-sale",
    userId: "user1",
    tokenId: 351,
    options: { lineItems: items },
    session: "",
  });
  const again = (over: Partial<Parameters<typeof chargeToken>[0]> = {}, before: Partial<Order> = {}) =>
    told(
      decideChargeToken(
        chargeToken({ currency: "HKD", options: { lineItems: items }, ...over }),
        under({ "duplicate-reference": "return-existing" }, { token, existingOrder: { ...existing, ...before } }),
      ),
    );

  it.each<[string, Parameters<typeof again>[0], Partial<Order>]>([
    ["as it was", {}, {}],
    ["its user spelt otherwise", { userId: "USER1" }, {}],
    ["without a currency of its own", { currency: undefined }, { currency: "USD" }],
    ["shown otherwise", { options: { lineItems: items, lang: "en" } }, {}],
    ["with another email", { email: "other@example.com" }, {}],
    ["with another address to notify", { notifyUrl: "https://other.example/" }, {}],
  ])("is answered: %s", (_, over, before) => {
    expect(again(over, before)).toBe("repeated");
  });

  it.each<[string, Parameters<typeof again>[0], Partial<Order>]>([
    ["another origin", { origin: "token-recurring" }, {}],
    ["another amount", { amount: minorUnits(1) }, {}],
    ["another currency", { currency: "USD" }, {}],
    ["recurring", { recurring: true }, {}],
    ["another user", { userId: "user2" }, {}],
    ["another token", { tokenId: 352 }, {}],
    ["a parent", { parentOrderId: 9 }, {}],
    ["other items", { options: {} }, {}],
    ["no user before", {}, { userId: undefined as never }],
  ])("is refused: %s", (_, over, before) => {
    expect(again(over, before)).toBe("duplicate-reference: order 1");
  });
});

describe("an order that is made", () => {
  it("has what was asked, and its page", () => {
    const carried = { decline: "lost-card", by: { ruleId: "r", origin: "control" } } as const;
    const made = orderOf(
      decideCreateOrder(
        createOrder({ email: "a@b", notifyUrl: "http://n", recurring: true, currency: "USD", options: { lang: "en" } }),
        circumstances({ carried }),
      ),
    );
    expect(made).toEqual({
      ...{ id: 101, merchantId: 3, reference: "A-1", currency: "USD", amount: 5000, origin: "hosted", recurring: true },
      ...{ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + 1_000_000, email: "a@b", notifyUrl: "http://n" },
      ...{ options: { lang: "en" }, session: "checkout-101", transactions: [], carried },
    });
    expect(orderOf(decideCreateOrder(createOrder({ expiresAt: later(NOW, 5) }), circumstances())).expiresAt).toBe(
      NOW + 5,
    );
  });

  it("by a charge has its card and no page, and carries nothing", () => {
    const carried = { decline: "lost-card", by: { ruleId: "r", origin: "control" } } as const;
    const decision = decideChargeToken(ofParent, circumstances({ token, parent: recurring, carried }));
    expect(decision).not.toHaveProperty("events.0.order.carried");
    const made = orderOf(decision);
    expect(made).toMatchObject({ session: "", userId: "user1", tokenId: 351, parentOrderId: 9, origin: "token-sale" });
    expect(made.transactions).toEqual([
      {
        ...{ id: 102, stan: "000102", type: "SALE", at: NOW, amount: 5000, method: "CARD" },
        ...{ maskedPan: "470598XXXXXX8101", cardType: "VISA", issuerCountry: "HK" },
      },
    ]);
    for (const member of ["carried", "notifyUrl", "settledAt"]) expect(made).not.toHaveProperty(member);
  });

  it("by a parent's charge is paid as the parent was", () => {
    const parent = { ...recurring, transactions: [sale({ method: "APPLEPAY", maskedPan: "", cardType: "APPLEPAY" })] };
    const made = orderOf(decideChargeParent(byParent, circumstances({ parent })));
    expect(made).toMatchObject({ origin: "hosted-recurring", recurring: true, parentOrderId: 9, session: "" });
    expect(made.transactions).toEqual([
      {
        id: 102,
        stan: "000102",
        type: "SALE",
        at: NOW,
        amount: 5000,
        method: "APPLEPAY",
        maskedPan: "",
        cardType: "APPLEPAY",
      },
    ]);
    for (const member of ["userId", "tokenId"]) expect(made).not.toHaveProperty(member);
  });
});

describe("money that goes back", () => {
  it("goes the way on which it came, ended as the acquirer said", () => {
    const attempt = {
      id: 101,
      stan: "000101",
      at: NOW,
      method: "CARD",
      maskedPan: "411111XXXXXX1111",
      cardType: "VISA",
    };
    const events = (decision: Decision) => (decision.kind === "accepted" ? decision.events : []);
    expect(events(decideRefundOrder(refunding(20), orders.paid, circumstances()))).toEqual([
      { type: "refunded", at: NOW, transaction: { ...attempt, type: "REFUND", amount: 20 } },
    ]);
    expect(events(decideVoidOrder(voiding, orders.paid, circumstances(declining)))).toEqual([
      {
        type: "declined",
        at: NOW,
        transaction: { ...attempt, type: "SALE_VOID", amount: 5000, declined: "lost-card" },
      },
    ]);
  });
});

it("an email that is given on the page comes before the payment", () => {
  const decision = decidePayOrder({ ...pay, email: "a@b" }, orders.open, circumstances());
  expect(told(decision)).toBe("email-given,sale-approved");
  expect(told(decidePayOrder({ ...pay, email: "" }, orders.open, circumstances()))).toBe("sale-approved");
});

it("an address that stays in the browser is none to lead to", () => {
  const found = redirectFault("data:x", defaultPolicy);
  expect(found).toBe("expected an address to lead the shopper to (https:, http:, or an app's own scheme), found data:");
  for (const url of ["", "https://a", "myapp://back"]) expect(redirectFault(url, defaultPolicy)).toBeUndefined();
});
