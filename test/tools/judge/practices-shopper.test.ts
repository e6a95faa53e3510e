import { expect, it } from "vitest";
import { instant, minorUnits } from "../../../src/core/domain/money.js";
import type { CallFact } from "../../../src/tools/judge/observe/facts.js";
import { allBelieved } from "../../../src/tools/judge/oracle/believed.js";
import { shopperPractices } from "../../../src/tools/judge/practices/shopper.js";

const created = (id: number, more: Partial<CallFact> = {}): CallFact => ({
  ...{ kind: "call", ms: id, at: instant(0), lane: 0, orderId: id, reference: `A-${id}`, id },
  ...{ operation: "hosted-checkout/create", by: "shop", merchantId: 3, userId: undefined, tokenId: undefined },
  ...{ amount: minorUnits(8800), http: 200, responseCode: "0000", message: undefined, request: "{}", response: "{}" },
  ...{ fault: undefined, placed: undefined, leftMs: undefined, isMutated: false, orderStatus: undefined },
  ...{ ended: undefined, asksRules: true, effects: undefined },
  ...more,
});
const none = minorUnits(0);
const book = (paid: number, refunded: number, voided: number) => ({
  ...{ paid: minorUnits(paid), refunded: minorUnits(refunded), voided: minorUnits(voided), charges: [] },
});
type Seen = Parameters<typeof shopperPractices>[0];
const seen = (facts: readonly CallFact[], more: Partial<Seen> = {}) =>
  shopperPractices({
    ...{ facts, wrong: [], dryCalls: [created(1)], books: new Map(), beliefs: new Map(), shopperDid: "double-click" },
    ...more,
  }).map(({ id, what }) => `${id}: ${what}`);

it.each<readonly [string, readonly CallFact[], Partial<Seen>, readonly string[]]>([
  ["one order", [created(1)], {}, []],
  ["two orders", [created(1), created(2)], {}, ["two-orders-by-double-click: a double click made A-1, A-2"]],
  ["the open order again", [created(1), created(2, { orderId: 1 })], {}, []],
  ["a second one that was refused", [created(1), created(2, { responseCode: "1001" })], {}, []],
  ["as many as without it", [created(1), created(2)], { dryCalls: [created(1), created(2)] }, []],
  ["two orders, and nobody clicked more", [created(1), created(2)], { shopperDid: undefined }, []],
  [
    "a second one that was given back",
    [created(1), created(2)],
    { books: new Map([["A-2", book(8800, 8800, none)]]) as unknown as Seen["books"] },
    [],
  ],
  [
    "a form that came twice",
    [created(1), created(2)],
    { shopperDid: "form-twice" },
    ["two-orders-by-one-form: a form that came twice made A-1, A-2"],
  ],
  [
    "another order once it is paid",
    [created(1), created(2)],
    { shopperDid: "pay-again" },
    ["pay-button-live-once-paid: the pay button of a paid cart made another order: A-1, A-2"],
  ],
])("the shopper's clicks: %s", (_, facts, more, expected) => {
  expect(seen(facts, more)).toEqual(expected);
});

/** The cart cost 88.00 in the dry run, which was paid. */
const changed = (price: number, shipped: number, dryPrice = 88) => {
  const accountOf = (cost: number, parcels: number) => ({
    books: new Map([
      ["A", { ...book(8800, 0, 0), currency: "HKD", charges: [minorUnits(8800)] }],
    ]) as unknown as Seen["books"],
    beliefs: allBelieved({ A: { paid: 88, cart: "tea", price: cost, effects: { shipped: parcels } } }),
  });
  return seen([created(1)], {
    ...accountOf(price, shipped),
    dryRun: accountOf(dryPrice, 1),
    shopperDid: "change-cart",
  });
};

it.each([
  [
    "that leaves for the old price",
    changed(118, 1),
    ["changed-cart-at-old-price: cart tea cost 118.00 when it left, and 88.00 was paid"],
  ],
  ["that stays as it was", changed(88, 1), []],
  ["that doesn't leave", changed(118, 0), []],
  ["of a shop whose prices move anyway", changed(118, 1, 95), []],
])("a changed cart %s", (_, found, expected) => {
  expect(found).toEqual(expected);
});
