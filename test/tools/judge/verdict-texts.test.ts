import { expect, it } from "vitest";
import { cureOf, READY_AGAIN } from "../../../src/tools/judge/schema/cures.js";

it.each([
  ["refunded-still-paid", "refund after-commit/connection-reset", /^If the answer to a refund is lost/],
  ["refunded-still-paid", "pay race/with-query", /^An older answer was written over a newer one/],
  ["void-lost", "sale order/notice-answer", /^An older answer was written over a newer one/],
  ["fulfilled-twice", "sale race/with-copy", /^Deliver in the transaction/],
  ["paid-unknown", "sale crash/before-answer", /^The process ended between a call and its record/],
  ["kept-unfulfilled", "pay crash/after-ack", /^The process ended between the work and its mark/],
  ["paid-unknown", "sale after-commit/no-response", /^If an answer is lost/],
  ["paid-unknown", "pay notice/never", /^Notifications can be late, lost or false/],
  ["paid-unknown", "pay notice/success-after-decline", /^An order stays open after a decline/],
  ["paid-unknown", "pay page/cancels-then-pays", /^Who cancels in one tab/],
  ["paid-unknown", "pay page/pays-after-the-job", /^The job ended an order that could still be paid/],
  ["paid-unknown", "pay page/dawdles", /^A page can be paid until its order expires/],
  ["paid-unknown", "pay page/never-returns", /^The shopper may never come back/],
  ["paid-unknown", "query refusal/maintenance", /^A query that is refused/],
  ["paid-unknown", "query future/unknown-status", /^The query was answered with a status that the shop does not know/],
  ["paid-unknown", "query state/settled", /^The order was settled meanwhile. SETTLED is paid/],
  ["kept-unfulfilled", "query state/settled", /^The order was settled meanwhile. SETTLED is paid/],
  ["refunded-still-paid", "query state/refunded-a-cent", /^Someone gave money back in the back office/],
  ["paid-unknown", "query state/refunded-a-cent", /^An order that was refunded is still one that was paid/],
  ["refunded-still-paid", "refund again/at-the-end", /^A notification says what was true when it was made/],
  ["paid-unpaid", "sale foreign/other-order", /^The notification was genuine, and about another order/],
  ["paid-unpaid", "sale decline/do-not-honour", /^Refusals and declines come with HTTP 200 too/],
  ["paid-unpaid", "sale decline-lost/connection-reset", /read order.status: OPEN means that nobody paid/],
  ["shipped-unpaid", "recurring decline-lost/connection-reset", /read order.status: OPEN means that nobody paid/],
  ["charged-twice", "query future/unknown-status", /never sell it again/],
  ["paid-unpaid", "pay decline/do-not-honour", /^Count an order as paid only if .* and a paid status/],
  ["kept-unfulfilled", "pay notice/never", /^Deliver on every path that marks an order as paid/],
  ["paid-unpaid", "pay page/returns-unpaid", /^Anyone can open the success address/],
  ["believed-forged", "create keyless/missing", /^Without the service's public key/],
  ["charged-twice", "sale after-commit/http-502", /^If the answer to a charge is lost/],
  ["charged-twice", "pay page/cancels-then-pays", /^Before you make another order for a cart/],
] as const)("the cure of %s at %s fits what the mutant did", (verdict, changed, cure) => {
  const [operation, kind] = changed.split(" ") as [string, string];
  const [family, change] = kind.split("/") as [string, string];
  expect(cureOf(verdict, { operation: `any/${operation}`, family, change })).toMatch(cure);
});

/** The second order of a cart, or the only one. */
const sides = (paid: number | null, refunded = 0) => ({
  books: { A: { paid: 30, refunded: 0 }, B: { paid: 30, refunded } },
  beliefs: { A: { paid: 30 }, B: { paid } },
});
/** An order of 88.00, of which 0.01 went back, and what the shop counts as refunded. */
const back = (refunded: number) => ({
  books: { A: { paid: 88, refunded: 0.01 } },
  beliefs: { A: { paid: 88, refunded } },
});
/** The change was at another order. */
const spared = { ...sides(null), isSpared: true };
/** The first payment of a cart went back. */
const voided = {
  books: { A: { paid: 30, refunded: 0, voided: true }, B: { paid: 30, refunded: 0 } },
  beliefs: { A: { paid: 0 }, B: { paid: 30 } },
};
/** An order that the shop does not know any more, one of `forgotten`. */
const gone = (forgotten: number) => ({ ...sides(30), beliefs: { A: null }, forgotten });
/** What happened to the orders. */
const ran = (...schedule: string[]) => ({ ...sides(30), schedule });
const refused = ran("hosted-checkout/refund 5.50: 2006 insufficient unsettled balance");
it.each([
  ["amount-differs", "query state/refunded-a-cent", back(87.99), /^What the shop counts as refunded is .* netAmount/],
  ["amount-differs", "query state/refunded-a-cent", back(5), /^Someone gave money back/],
  ["charged-twice", "sale crash/before-answer", sides(30), /^The shop knows each charge/],
  ["charged-twice", "sale crash/before-answer", sides(null), /^The process ended between a call and its record/],
  [
    "paid-unknown",
    "sale crash/before-answer",
    { ...sides(null), schedule: ["tokenization/sale A: 2002"] },
    /^After the restart the shop made the call again/,
  ],
  [
    "paid-unknown",
    "sale crash/before-answer",
    { ...sides(null), schedule: ["tokenization/sale A: 2002", "direct/query A: 0000"] },
    /^The process ended between a call and its record/,
  ],
  [
    "paid-unknown",
    "sale crash/before-answer",
    { ...sides(null), schedule: ["the shop is killed", READY_AGAIN] },
    /^The process ended between .* Here it made no call after its restart: if your driver starts that job/,
  ],
  [
    "paid-unknown",
    "sale crash/before-answer",
    { ...sides(null), schedule: ["the shop is killed", READY_AGAIN, "direct/query A: 2001"] },
    /^The process ended between a call and its record.*when the shop starts\.$/,
  ],
  ["paid-unknown", "sale crash/before-ack", gone(1), /^The shop's own data did not survive the kill/],
  ["paid-unknown", "sale crash/before-answer", gone(1), /^The process ended between a call and its record/],
  ["paid-unknown", "sale crash/before-answer", gone(2), /^The shop's own data did not survive the kill/],
  ["paid-unknown", "sale crash/before-ack", sides(null), /^The process ended between a call and its record/],
  ["paid-unknown", "sale notice/never", gone(2), /^Notifications can be late/],
  [
    "kept-unfulfilled",
    "pay notice/never",
    sides(88, 8),
    /^An order that was refunded in part .* unless netAmount is 0\.$/,
  ],
  ["kept-unfulfilled", "pay page/never-returns", sides(88, 8), /^An order that was refunded in part/],
  ["paid-unknown", "pay notice/never", sides(null), /^Notifications can be late/],
  [
    "refund-not-made",
    "void state/settled",
    ran("direct/void: 2008 void not allowed"),
    /^The order was settled meanwhile/,
  ],
  ["refund-not-made", "query state/settled", refused, /^Refunds are paid from the sales that are not settled yet/],
  ["refund-not-made", "refund state/balance-short", refused, /^Refunds are paid from the sales/],
  ["refund-not-made", "pay notice/late-by-an-hour", refused, /^Count a refund only if its answer/],
  ["refund-not-made", "pay notice/late-by-an-hour", ran("hosted-checkout/refund: 0000"), /^A notification says what/],
  ["refund-not-made", "query state/refunded-a-cent", refused, /^Someone gave money back/],
  ...(
    [
      ["hosted-checkout/query 1.10: 0000 Success", /, and the shop was told: it queried .* amount minus its netAmount/],
      ["hosted-checkout/query 1.10: 0000; the answer was lost (http-502)", /back office\. Query the order before/],
      ["hosted-checkout/refund 0.44: 2004 order was refunded before", /the shop's own refund was refused \(2004\)/],
    ] as const
  ).map(
    ([last, cure]) =>
      [
        "amount-differs",
        "refund state/refunded-a-cent",
        ran("hosted-checkout/query 1.10: 0000 Success", "back-office/refund 0.01: 0000", last),
        cure,
      ] as const,
  ),
  ["amount-differs", "query state/refunded-a-cent", refused, /the shop's own refund was refused \(2004\)/],
  ["amount-differs", "query state/refunded-a-cent", ran("hosted-checkout/refund: 0000"), /^Someone gave money back/],
  ["paid-unknown", "pay again/work-failed", ran('notice: SUCCESS → 200 "OK"'), /^The first delivery was acknowledged/],
  [
    "paid-unknown",
    "pay again/work-failed",
    ran('notice: SUCCESS → 503 "later"', 'notice, attempt 2: SUCCESS → 200 "OK"'),
    /^Notifications can be late/,
  ],
  [
    "amount-differs",
    "sale before-commit/connection-reset",
    { books: { A: { paid: 24, refunded: 0 } }, beliefs: { A: { paid: 24, price: 20 } } },
    /^The shop and the service agree about the charge, but the cart costs something else/,
  ],
  [
    "amount-differs",
    "sale currency/usd",
    {
      books: { A: { paid: 12, refunded: 0, currency: "HKD" } },
      beliefs: { A: { paid: 12, price: 20, currency: "USD" } },
    },
    /^(?!The shop and the service agree)/,
  ],
  [
    "amount-differs",
    "sale amounts/thirds",
    { books: { A: { paid: 0.3, refunded: 0 } }, beliefs: { A: { paid: 0.3, price: 0.1 + 0.2 } } },
    /^(?!The shop and the service agree)/,
  ],
  [
    "amount-differs",
    "sale amounts/thirds",
    { books: { A: { paid: 33.33, refunded: 16.67 } }, beliefs: { A: { paid: 33.33, refunded: 16.66 } } },
    /^Read amounts as decimals of the main unit, calculate in integer cents/,
  ],
  ["kept-unfulfilled", "sale decline/do-not-honour", { ...sides(30), price: 90 }, /^Only a part of the cart/],
  ["kept-unfulfilled", "sale decline/do-not-honour", spared, /^The fault was another order's/],
  ["paid-unknown", "query after-commit/garbage-body", spared, /^The fault was another order's/],
  ["paid-unknown", "sale crash/before-answer", spared, /^The process ended between a call and its record/],
  ["fulfilled-twice", "sale after-commit/garbage-body", voided, /^One of the cart's payments went back/],
  ["kept-unfulfilled", "sale decline/do-not-honour", { ...sides(30), price: 60 }, /^Deliver on every path/],
  [
    "paid-unknown",
    "query state/refunded-a-cent",
    sides(null, 8),
    /^An order that was refunded is still one that was paid/,
  ],
  ["paid-unknown", "pay notice/never", sides(null, 8), /^Notifications can be late/],
] as const)("the cure of %s at %s fits what the shop knew", (verdict, changed, both, cure) => {
  const [operation, kind] = changed.split(" ") as [string, string];
  const [family, change] = kind.split("/") as [string, string];
  expect(cureOf(verdict, { operation, family, change }, both)).toMatch(cure);
});
