import { describe, expect, it } from "vitest";
import type { Meanwhile } from "../../../../src/core/scenario/effects/effects.js";
import { cardEntryOf, saveCard } from "../../../../src/lane/shopper/card-entry.js";
import { cancelOrder, payOrder, settleOrder } from "../../../../src/lane/shopper/checkout.js";
import { moveClock } from "../../../../src/lane/time/clock-moves.js";
import { settle } from "../../../../src/lane/time/settlement.js";
import { type Answered, created, type Params, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** What a case does in a lane of its own. The last call is the one to explain. */
interface World extends TestLane {
  readonly name: string;
  /** Calls of merchant 3, or of the one that the parameters name. */
  readonly call: (path: string, params: Params) => Promise<Answered>;
  readonly put: (rule: object) => Promise<unknown>;
  readonly pay: (orderId: number, method?: "CARD" | "ALIPAYHK") => Promise<unknown>;
}

const GONE =
  "The card is gone, as if somebody else had deleted it. Let the shopper store one again, and forget the old tokenId.";

const EXPIRED =
  "Ask the shopper to store a new card, and delete this token. query-token tells the expiryDate beforehand.";

/** The instant at which the lanes' clocks stand. */
const T = "2026-01-05T02:00:00.000+00:00";

async function world(): Promise<World> {
  const own = await sandbox.lane();
  const { client, lane, url } = own;
  return {
    ...own,
    name: lane.name,
    call: (path, params) => client(path, { merchantId: 3, ...params }),
    put: (then) => control(url, "POST", "next", then),
    pay: async (orderId, method = "CARD") => (await payOrder(lane, { merchantId: 3, orderId }, { method })).release?.(),
  };
}

/** Ids that differ by lane and seed: the nth order, transaction or lane. */
async function withoutIds(text: string, { lane }: World): Promise<string> {
  const orders = (await lane.store.views.orders({})).toReversed();
  let plain = text.replaceAll(lane.name, "LANE");
  for (const [i, order] of orders.entries()) plain = plain.replaceAll(String(order.id), `O${i + 1}`);
  for (const [i, { id }] of orders.flatMap(({ transactions }) => transactions).entries())
    plain = plain.replaceAll(String(id), `T${i + 1}`);
  return plain.replaceAll(` at ${T}`, "").replace(/\d+ ms later/, "N ms later");
}

/** What is told of a refused call: the message on the wire; then, by `why`, what was asked, what was found, and advice. */
async function explained(at: World, last: Answered | string): Promise<Told> {
  const [id, message] =
    typeof last === "string" ? [last, ""] : [last.headers.get("X-Sandbox-Request-Id"), last.body.message];
  const { body } = await control(at.url, "GET", `requests/${id}`);
  const { lookup, advice } = body.explain;
  const plain = (text: string) => withoutIds(text, at);
  return [await plain(message), await plain(lookup.asked), await plain(lookup.found), await plain(advice)];
}

type Told = readonly [message: string, asked: string, found: string, advice: string];

/** The last step returns the answer, or the id of an act that has none. */
type Case = readonly [title: string, act: (at: World) => Promise<Answered | string>, ...told: Told];

const id = async (at: World, over: Params = {}): Promise<number> => (await sold(at.client, over)).id;
const open = async (at: World, over: Params = {}): Promise<number> => (await created(at.client, over)).id;

/** A call about a paid order to which something happened first. */
const afterwards =
  (happens: (at: World, orderId: number) => Promise<unknown>, path: string, params: Params = {}): Case[1] =>
  async (at) => {
    const orderId = await id(at);
    await happens(at, orderId);
    return at.call(path, { orderId, ...params });
  };
const refunded = (amount: number) => (at: World, orderId: number) => at.call("direct/refund", { orderId, amount });
/** A query before which somebody else acts, as a rule wants. */
const queried = (meanwhile: Meanwhile) => async (at: World, orderId: number) => {
  await at.put({ meanwhile });
  return at.call("hosted-checkout/query", { orderId });
};
const voided = (at: World, orderId: number) => at.call("direct/void", { orderId });

/** The order of a renewal whose card was declined. */
async function declinedCharge({ client, lane }: World, outcome: string): Promise<number> {
  await client("tokenization/recurring", requests.recurring(), { headers: { "X-Sandbox-Outcome": outcome } });
  return (await lane.store.views.orders({}))[0]!.id;
}

const cases: Readonly<Record<string, readonly Case[]>> = {
  "a call that finds no order": [
    [
      "by the id of another merchant's",
      async (at) => at.call("direct/query", { merchantId: 4, orderId: await id(at) }),
      "order not found",
      "orderId O1 of merchant 4",
      "Order O1 belongs to merchant 3. It was created by req-1 (tokenization/sale).",
      "If your shop made req-1: your shop calls as two merchants. Use merchantId 3 for this order. If it did not: the shop has the name of somebody else's order. Look where it got it from.",
    ],
    [
      "by the reference of another merchant's",
      async (at) => {
        await id(at, { merchantReference: "A-1" });
        return at.call("direct/query", { merchantId: 4, merchantReference: "A-1" });
      },
      "order not found",
      'merchantReference "A-1" of merchant 4',
      "Order O1 belongs to merchant 3. It was created by req-1 (tokenization/sale).",
      "If your shop made req-1: your shop calls as two merchants. Use merchantId 3 for this order. If it did not: the shop has the name of somebody else's order. Look where it got it from.",
    ],
    [
      "by two names that disagree",
      async (at) => {
        await id(at, { merchantReference: "A-2" });
        return at.call("hosted-checkout/refund", {
          orderId: await id(at, { merchantReference: "A-1" }),
          merchantReference: "A-2",
          amount: 1,
        });
      },
      "order not found",
      'orderId O2 together with merchantReference "A-2" of merchant 3',
      'The two names disagree: order O2 has the merchantReference "A-1", and "A-2" is order O1. Order O2 was created by req-2 (tokenization/sale).',
      "If your shop made req-2: your shop mixed up two orders. Send one of the two names, or both of the same order. If it did not: the orderId is not from your shop's orders. Send the merchantReference alone.",
    ],
    [
      "by two names, one of which names nothing",
      async (at) =>
        at.call("hosted-checkout/void", {
          orderId: await id(at, { merchantReference: "A-1" }),
          merchantReference: "A-2",
        }),
      "order not found",
      'orderId O1 together with merchantReference "A-2" of merchant 3',
      'The two names disagree: order O1 has the merchantReference "A-1", and "A-2" is the reference of no order. Order O1 was created by req-1 (tokenization/sale).',
      "If your shop made req-1: your shop mixed up two orders. Send one of the two names, or both of the same order. If it did not: the orderId is not from your shop's orders. Send the merchantReference alone.",
    ],
    [
      "that was created later",
      async (at) => {
        const early = await at.call("direct/query", { merchantReference: "A-1" });
        await id(at, { merchantReference: "A-1" });
        return early;
      },
      "order not found",
      'merchantReference "A-1" of merchant 3',
      "It did not exist yet. Order O1 was created later, by req-2 (tokenization/sale).",
      "If your shop made req-2: your shop asked before the order was created. Ask again after the answer. If it did not: another part of the shop creates the order. Ask again after it did.",
    ],
    [
      "by a transaction's id",
      async (at) => {
        const { body } = await at.call("tokenization/sale", requests.sale());
        return at.call("hosted-checkout/refund", { orderId: body.transaction.id, amount: 1 });
      },
      "order not found",
      "orderId T1 of merchant 3",
      "T1 is the id of a transaction: the SALE of order O1.",
      "Send the order's id: orderId O1. Answers have it as order.id, beside transaction.id.",
    ],
    [
      "by a reference sent as orderId",
      async (at) => {
        await id(at, { merchantReference: "77" });
        return at.call("direct/query", { orderId: 77 });
      },
      "order not found",
      "orderId 77 of merchant 3",
      "77 is the merchantReference of order O1.",
      "Send it as merchantReference, or send orderId O1.",
    ],
    [
      "by an id sent as merchantReference",
      async (at) => at.call("direct/query", { merchantReference: String(await id(at, { merchantReference: "A-1" })) }),
      "order not found",
      'merchantReference "O1" of merchant 3',
      'O1 is the orderId of order O1, whose merchantReference is "A-1".',
      "Send it as orderId.",
    ],
    [
      "by a tokenId",
      async (at) => {
        await id(at);
        return at.call("direct/query", { orderId: 351 });
      },
      "order not found",
      "orderId 351 of merchant 3",
      '351 is a tokenId, of user "user1".',
      "Send the order's id or merchantReference.",
    ],
    ...(
      [
        ["another spelling of", "A 1", "a%201 "],
        ["another dash in", "A-1 & 2", "A–1 & 2"],
        ["HTML's entities in", "A-1 & 2", "A&#45;1 &amp; 2"],
        ["a form's plus signs and an invisible letter in", "A-1 & 2", "A-1+&+2\u200b"],
        ["a scanner that drops the dashes of", "2026-11/1", "2026111"],
      ] as const
    ).map(
      ([how, merchantReference, sent]): Case => [
        `by ${how} its reference`,
        async (at) => {
          await id(at, { merchantReference });
          return at.call("direct/query", { merchantReference: sent });
        },
        "order not found",
        `merchantReference "${sent}" of merchant 3`,
        `Order O1 has the merchantReference "${merchantReference}", which is spelled differently.`,
        "Send the reference exactly as it was sent when the order was created: case, white space, dashes and encoding count.",
      ],
    ),
    [
      "by the letters that two references share",
      async (at) => {
        await id(at, { merchantReference: "A-12-3" });
        await id(at, { merchantReference: "A-1-23" });
        return at.call("direct/query", { merchantReference: "A123" });
      },
      "order not found",
      'merchantReference "A123" of merchant 3',
      'Order O2 has the merchantReference "A-1-23", which is spelled differently. Order O1 has "A-12-3".',
      "Send the reference exactly as it was sent when the order was created: case, white space, dashes and encoding count.",
    ],
    [
      "whose creation was cut",
      async (at) => {
        await at.put({ fault: "http-503", placed: "before-commit" });
        await at.call("tokenization/sale", requests.sale({ merchantReference: "A-1" }));
        return at.call("direct/query", { merchantReference: "A-1" });
      },
      "order not found",
      'merchantReference "A-1" of merchant 3',
      "No order has it. req-1 (tokenization/sale, answered with http-503 before it was carried out) would have created it, but never reached the books.",
      "If your shop made req-1: the order does not exist and no money moved. You can send that call again with the same reference. If it did not: another part of the shop tried to create it. No money moved.",
    ],
    [
      "whose creation was refused",
      async (at) => {
        await at.call("tokenization/sale", requests.sale({ merchantReference: "A-1", tokenId: 9 }));
        return at.call("direct/query", { merchantReference: "A-1" });
      },
      "order not found",
      'merchantReference "A-1" of merchant 3',
      "No order has it. req-1 (tokenization/sale) would have created it, but was refused (2009).",
      "If your shop made req-1: the order does not exist and no money moved. why req-1 says what to correct. Then the same reference works. If it did not: another part of the shop tried to create it. No money moved.",
    ],
    [
      "that another lane has",
      async (at) => {
        const other = await sandbox.lane("elsewhere");
        await sold(other.client, { merchantReference: "ELSEWHERE" });
        await id(at);
        return at.call("direct/query", { merchantReference: "ELSEWHERE" });
      },
      "order not found",
      'merchantReference "ELSEWHERE" of merchant 3',
      'Nothing here has it. Lane elsewhere has it: order O1, "ELSEWHERE", SUCCESS.',
      "Check base_url: this call went to another lane than the order. Lanes don't share orders, and ids may be the same in several.",
    ],
    [
      "that nothing here has",
      async (at) => {
        await id(at, { merchantReference: "A-1" });
        return at.call("direct/query", { orderId: 5 });
      },
      "order not found",
      "orderId 5 of merchant 3",
      'Nothing here has it. The merchant\'s newest order is order O1, "A-1".',
      "Check where the shop got this reference or id from. A reset or a restart in memory forgets orders, and starts their ids anew.",
    ],
    [
      "in a lane without orders",
      async (at) => at.call("direct/query", { orderId: 5 }),
      "order not found",
      "orderId 5 of merchant 3",
      "The merchant has no orders here.",
      "Check merchantId and base_url (its lane). A reset or a restart in memory forgets all orders.",
    ],
  ],
  "a refused refund": [
    [
      "refunded same",
      afterwards(refunded(30), "hosted-checkout/refund", { amount: 30 }),
      "order was refunded before: order O1",
      "a refund of 30.00 HKD of order O1, which was REFUNDED",
      "30.00 HKD were refunded by req-2 (direct/refund). The net amount is 20.00 HKD.",
      "If your shop made req-2: that refund is done: the shopper gets 30.00 HKD. Book it once. The same call came again N ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came. If it did not: somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
    [
      "refunded other",
      afterwards(refunded(30), "hosted-checkout/refund", { amount: 20 }),
      "order was refunded before: order O1",
      "a refund of 20.00 HKD of order O1, which was REFUNDED",
      "30.00 HKD were refunded by req-2 (direct/refund). The net amount is 20.00 HKD.",
      "If your shop made req-2: it gave back 30.00 HKD, and this call asked for 20.00 HKD. 20.00 HKD more were not given back: an order can be refunded only once. If you owe them, pay them back another way. If it did not: somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
    [
      "refunded more",
      afterwards(refunded(30), "hosted-checkout/refund", { amount: 500 }),
      "order was refunded before: order O1",
      "a refund of 500.00 HKD of order O1, which was REFUNDED",
      "30.00 HKD were refunded by req-2 (direct/refund). The net amount is 20.00 HKD.",
      "If your shop made req-2: it gave back 30.00 HKD, and this call asked for 500.00 HKD. 20.00 HKD more were not given back: an order can be refunded only once. No more is left of the order. If you owe them, pay them back another way. If it did not: somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
    [
      "refunded all",
      afterwards(refunded(50), "hosted-checkout/refund", { amount: 30 }),
      "order was refunded before: order O1",
      "a refund of 30.00 HKD of order O1, which was REFUNDED",
      "50.00 HKD were refunded by req-2 (direct/refund). The net amount is 0.00 HKD.",
      "If your shop made req-2: it gave back 50.00 HKD, and this call asked for 30.00 HKD. Nothing is left to give back: the shopper got everything. If it did not: somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
    [
      "refunded lost",
      afterwards(
        async (at, orderId) => {
          await at.put({ fault: "http-502", placed: "after-commit" });
          await refunded(30)(at, orderId);
        },
        "hosted-checkout/refund",
        { amount: 30 },
      ),
      "order was refunded before: order O1",
      "a refund of 30.00 HKD of order O1, which was REFUNDED",
      "30.00 HKD were refunded by req-2 (direct/refund, carried out, then answered with http-502 instead of its answer). The net amount is 20.00 HKD.",
      "If your shop made req-2: that refund is done: the shopper gets 30.00 HKD. Book it once. If it did not: somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
    [
      "refunded by hand",
      afterwards((at) => at.put({ meanwhile: "refund-a-cent" }), "hosted-checkout/refund", { amount: 30 }),
      "order was refunded before: order O1",
      "a refund of 30.00 HKD of order O1, which was REFUNDED",
      'Just before this call, rule "rule-1" refunded a cent of the order. 0.01 HKD were refunded by req-2 (back-office/refund). The net amount is 49.99 HKD.',
      'Rule "rule-1" fired just before this call (meanwhile: refund-a-cent). Somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount. 30.00 HKD more were not given back: an order can be refunded only once. If you owe them, pay them back another way.',
    ],
    [
      "refund of voided",
      afterwards(voided, "hosted-checkout/refund", { amount: 30 }),
      "refund not allowed: order O1 is VOIDED",
      "a refund of 30.00 HKD of order O1, which was VOIDED",
      "The whole amount, 50.00 HKD, was voided by req-2 (direct/void). The net amount is 0.00.",
      "If your shop made req-2: the void gave everything back. Do not refund the order too. If it did not: somebody else voided the order. Query it, and book it as voided. Do not refund it.",
    ],
    [
      "refund of open",
      async (at) => at.call("hosted-checkout/refund", { orderId: await open(at), amount: 30 }),
      "refund not allowed: order O1 is OPEN",
      "a refund of 30.00 HKD of order O1, which was OPEN",
      "No money was taken for order O1: nobody has paid it.",
      "There is nothing to give back. If your shop believes that the order is paid, find out what told it so.",
    ],
    [
      "refund of declined",
      async (at) => {
        await at.client("tokenization/sale", requests.sale({ merchantReference: "A-1" }), {
          headers: { "X-Sandbox-Outcome": "lost-card" },
        });
        return at.call("hosted-checkout/refund", { merchantReference: "A-1", amount: 30 });
      },
      "refund not allowed: order O1 is OPEN",
      "a refund of 30.00 HKD of order O1, which was OPEN",
      "No money was taken for order O1: nobody has paid it (declined: lost-card).",
      "There is nothing to give back. If your shop believes that the order is paid, find out what told it so.",
    ],
    [
      "refund of closed",
      async (at) => {
        const orderId = await open(at);
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        return at.call("hosted-checkout/refund", { orderId, amount: 30 });
      },
      "refund not allowed: order O1 is CLOSED",
      "a refund of 30.00 HKD of order O1, which was CLOSED",
      "No money was taken for order O1: it expired unpaid at 2026-01-05T02:16:40.000+00:00.",
      "There is nothing to give back. If your shop believes that the order is paid, find out what told it so.",
    ],
    [
      "refund by method",
      afterwards(
        (at) => control(at.url, "PUT", "merchants/3", { capabilities: { CARD: { refund: false } } }),
        "hosted-checkout/refund",
        { amount: 30 },
      ),
      "refund not allowed: CARD allows no refund",
      "a refund of 30.00 HKD of order O1, which was SUCCESS",
      "The order was paid by CARD, which allows no refund: merchant 3 has the capability switched off.",
      'Pay the shopper back another way. To allow it here: PUT /_sandbox/merchants/3 {"capabilities": {"CARD": {"refund": true}}}.',
    ],
    [
      "refund too large",
      async (at) => at.call("hosted-checkout/refund", { orderId: await id(at), amount: 60 }),
      "refund exceeds the paid amount: 60.00 of 50.00 HKD, order O1",
      "a refund of 60.00 HKD of order O1, which was SUCCESS",
      "50.00 HKD were paid, by req-1 (tokenization/sale).",
      "Refund at most 50.00 HKD, in one call: an order can be refunded only once.",
    ],
    [
      "refund in cents",
      async (at) => at.call("hosted-checkout/refund", { orderId: await id(at), amount: 5000 }),
      "refund exceeds the paid amount: 5000.00 of 50.00 HKD, order O1",
      "a refund of 5000.00 HKD of order O1, which was SUCCESS",
      "50.00 HKD were paid, by req-1 (tokenization/sale). It is 100 times the payment: amounts are in the main unit, not in cents.",
      "Refund at most 50.00 HKD, in one call: an order can be refunded only once.",
    ],
    [
      "balance",
      afterwards((at) => settle(at.lane), "hosted-checkout/refund", { amount: 30 }),
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SETTLED",
      "Merchant 3 had 0.00 HKD unsettled. The last settlement, req-2, paid earlier sales out.",
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "balance drained by a rule",
      afterwards((at) => at.put({ meanwhile: "drain-balance" }), "hosted-checkout/refund", { amount: 30 }),
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SUCCESS",
      'Just before this call, rule "rule-1" set the unsettled balance to 0.00. Merchant 3 had 0.00 HKD unsettled. It was set to 0.00 HKD, by PUT /_sandbox/merchants/3, a scenario\'s `given` or a rule (meanwhile: drain-balance).',
      'Rule "rule-1" fired just before this call (meanwhile: drain-balance). Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.',
    ],
    [
      "balance drained by a rule of an earlier call",
      afterwards(queried("drain-balance"), "hosted-checkout/refund", { amount: 30 }),
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SUCCESS",
      'Just before req-2 (hosted-checkout/query), rule "rule-1" set the unsettled balance to 0.00. Merchant 3 had 0.00 HKD unsettled. It was set to 0.00 HKD, by PUT /_sandbox/merchants/3, a scenario\'s `given` or a rule (meanwhile: drain-balance).',
      'Just before req-2 (hosted-checkout/query), rule "rule-1" set the unsettled balance to 0.00. Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.',
    ],
    [
      "refunded by a rule of an earlier call",
      afterwards(queried("refund"), "hosted-checkout/refund", { amount: 50 }),
      "order was refunded before: order O1",
      "a refund of 50.00 HKD of order O1, which was REFUNDED",
      'Just before req-3 (hosted-checkout/query), rule "rule-1" refunded the order. 50.00 HKD were refunded by req-2 (back-office/refund). The net amount is 0.00 HKD.',
      'Just before req-3 (hosted-checkout/query), rule "rule-1" refunded the order. Somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.',
    ],
    [
      "balance by hand",
      afterwards(
        (at) => control(at.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 10 } }),
        "hosted-checkout/refund",
        { amount: 30 },
      ),
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SUCCESS",
      "Merchant 3 had 10.00 HKD unsettled. It was set to 10.00 HKD, by PUT /_sandbox/merchants/3, a scenario's `given` or a rule (meanwhile: drain-balance).",
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "balance below zero after a settlement",
      async (at) => {
        const orderId = await id(at);
        await control(at.url, "POST", "settle", {});
        await sold(at.client, { merchantReference: "NEXT-DAY" });
        await at.call("hosted-checkout/refund", { orderId, amount: 50 });
        await control(at.url, "POST", "settle", {});
        return at.call("hosted-checkout/refund", { merchantReference: "NEXT-DAY", amount: 30 });
      },
      "insufficient unsettled balance",
      "30.00 HKD back from order O2, which was SETTLED",
      'Merchant 3 had -50.00 HKD unsettled. The settlement left it at -50.00 HKD: it paid all sales out, though refunds of settled orders or a change by hand had lowered the balance. Under the choice "settlement-balance": "net" it pays out less instead.',
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "balance below zero after a settlement of what a change by hand took",
      async (at) => {
        const orderId = await id(at);
        await control(at.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 10 } });
        await control(at.url, "POST", "settle", {});
        return at.call("hosted-checkout/refund", { orderId, amount: 30 });
      },
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SETTLED",
      'Merchant 3 had -40.00 HKD unsettled. The settlement left it at -40.00 HKD: it paid all sales out, though refunds of settled orders or a change by hand had lowered the balance. Under the choice "settlement-balance": "net" it pays out less instead.',
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "balance after a settlement that paid less out",
      async (at) => {
        const orderId = await id(at);
        await control(at.url, "PUT", "assumptions", { "settlement-balance": "net" });
        await control(at.url, "POST", "settle", {});
        await sold(at.client, { merchantReference: "NEXT-DAY", amount: 70 });
        await at.call("hosted-checkout/refund", { orderId, amount: 50 });
        await control(at.url, "POST", "settle", {});
        return at.call("hosted-checkout/refund", { merchantReference: "NEXT-DAY", amount: 30 });
      },
      "insufficient unsettled balance",
      "30.00 HKD back from order O2, which was SETTLED",
      "Merchant 3 had 0.00 HKD unsettled. The last settlement, req-5, paid earlier sales out.",
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "balance by hand, and set again at the same instant",
      async (at) => {
        const orderId = await id(at);
        await control(at.url, "PUT", "clock", { action: "freeze" });
        await control(at.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 10 } });
        const refused = await at.call("hosted-checkout/refund", { orderId, amount: 30 });
        await control(at.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 100 } });
        return refused;
      },
      "insufficient unsettled balance",
      "30.00 HKD back from order O1, which was SUCCESS",
      "Merchant 3 had 10.00 HKD unsettled. It was set to 10.00 HKD, by PUT /_sandbox/merchants/3, a scenario's `given` or a rule (meanwhile: drain-balance).",
      "Nothing was given back. Wait until new sales cover 30.00 HKD and send it again, or set the balance by PUT /_sandbox/merchants/3.",
    ],
    [
      "refund of given",
      async (at) => {
        await control(at.url, "PUT", "scenario", {
          name: "x",
          given: { orders: [{ merchantId: 3, merchantReference: "G", amount: 50, status: "REFUNDED", refunded: 20 }] },
        });
        return at.call("hosted-checkout/refund", { merchantReference: "G", amount: 20 });
      },
      "order was refunded before: order O1",
      "a refund of 20.00 HKD of order O1, which was REFUNDED",
      "20.00 HKD were refunded by a call that the journal doesn't have (a scenario's `given`, or dropped). The net amount is 30.00 HKD.",
      "Somebody else refunded the order, such as another worker of the shop or the back office. Query it, and book its netAmount.",
    ],
  ],
  "a refused void": [
    [
      "settled by a rule of an earlier call",
      afterwards(queried("settle"), "hosted-checkout/void"),
      "void not allowed: order O1 is SETTLED",
      "a void of order O1, which was SETTLED",
      'Just before req-3 (hosted-checkout/query), rule "rule-1" settled the order. The order was settled, by req-2 (checkout/settle). A void works only before that.',
      'Just before req-3 (hosted-checkout/query), rule "rule-1" settled the order. Refund it instead: hosted-checkout/refund, up to 50.00 HKD. The merchant\'s unsettled balance must cover it.',
    ],
    [
      "void of voided",
      afterwards(voided, "hosted-checkout/void"),
      "void not allowed: order O1 is VOIDED",
      "a void of order O1, which was VOIDED",
      "The whole amount, 50.00 HKD, was voided by req-2 (direct/void). The net amount is 0.00.",
      "If your shop made req-2: that void is done. Book it once, and do not refund the order. The same call came again N ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came. If it did not: somebody else voided the order. Query it, and book it as voided. Do not refund it.",
    ],
    [
      "void of refunded",
      afterwards(refunded(30), "hosted-checkout/void"),
      "void not allowed: order O1 is REFUNDED",
      "a void of order O1, which was REFUNDED",
      "30.00 HKD were refunded by req-2 (direct/refund). A refunded order cannot be voided.",
      "If your shop made req-2: the refund stands. The other 20.00 HKD stay with the merchant: pay them back another way if you owe them. If it did not: somebody else refunded the order. Query it, and book its netAmount. The other 20.00 HKD stay with the merchant: pay them back another way if you owe them.",
    ],
    [
      "void of settled",
      afterwards((at) => settle(at.lane), "hosted-checkout/void"),
      "void not allowed: order O1 is SETTLED",
      "a void of order O1, which was SETTLED",
      "The order was settled, by req-2 (settlement). A void works only before that.",
      "Refund it instead: hosted-checkout/refund, up to 50.00 HKD. The merchant's unsettled balance must cover it.",
    ],
    [
      "void of settled, refunded since",
      async (at) => {
        const refused = await afterwards((one) => settle(one.lane), "hosted-checkout/void")(at);
        await control(at.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 50 } });
        const [order] = (await control(at.url, "GET", "orders")).body.orders;
        await at.call("hosted-checkout/refund", { orderId: order.id, amount: 50 });
        return refused;
      },
      "void not allowed: order O1 is SETTLED",
      "a void of order O1, which was SETTLED",
      "The order was settled, by req-2 (settlement). A void works only before that.",
      "Nothing: it was refunded since, and its net amount is 0.00.",
    ],
    [
      "void of open",
      async (at) => at.call("hosted-checkout/void", { orderId: await open(at) }),
      "void not allowed: order O1 is OPEN",
      "a void of order O1, which was OPEN",
      "No money was taken for order O1: nobody has paid it.",
      "There is nothing to void. If your shop believes that the order is paid, find out what told it so.",
    ],
    [
      "void of wallet",
      async (at) => {
        const orderId = await open(at);
        await at.pay(orderId, "ALIPAYHK");
        return at.call("hosted-checkout/void", { orderId });
      },
      "void not allowed: ALIPAYHK allows no void",
      "a void of order O1, which was SUCCESS",
      "The order was paid by ALIPAYHK, which allows no void: no order of that method does.",
      "Refund the order instead: hosted-checkout/refund of 50.00 HKD.",
    ],
    [
      "void where no refund is allowed either",
      async (at) => {
        await control(at.url, "PUT", "merchants/3", { capabilities: { CARD: { refund: false, void: false } } });
        return at.call("hosted-checkout/void", { orderId: await id(at) });
      },
      "void not allowed: CARD allows no void",
      "a void of order O1, which was SUCCESS",
      "The order was paid by CARD, which allows no void: merchant 3 has the capability switched off.",
      'Pay the shopper back another way. To allow it here: PUT /_sandbox/merchants/3 {"capabilities": {"CARD": {"void": true}}}.',
    ],
    [
      "void of other kind",
      async (at) => {
        await control(at.url, "PUT", "assumptions", { "void-paths": "own-kind" });
        return at.call("hosted-checkout/void", { orderId: await id(at) });
      },
      "void not allowed: order O1 is of another kind",
      "a void of order O1, which was SUCCESS",
      "It was created by req-1 (tokenization/sale), and this lane lets each void path void only its own kind of order.",
      "Void it by tokenization/void.",
    ],
    [
      "void of cancelled",
      async (at) => {
        await control(at.url, "PUT", "assumptions", { "void-open-order": "void" });
        const orderId = await open(at);
        await at.call("hosted-checkout/void", { orderId });
        return at.call("hosted-checkout/void", { orderId });
      },
      "void not allowed: order O1 is VOIDED",
      "a void of order O1, which was VOIDED",
      "The order was voided unpaid, by req-2 (hosted-checkout/void). No money was taken.",
      "There is nothing to void again. Book the order as never paid.",
    ],
  ],
  "a reference that is used up": [
    [
      "duplicate same",
      async (at) => {
        const params = requests.sale({ merchantReference: "A-1" });
        await at.call("tokenization/sale", params);
        return at.call("tokenization/sale", params);
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was SUCCESS, created by req-1 (tokenization/sale).",
      "If your shop made req-1: the money moved, once. Query the reference and take that result. A new reference would charge again. The same call came again N ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate of the parent",
      async (at) => {
        const parentOrderId = await id(at, { merchantReference: "A-1", isRecurring: true });
        return at.call("tokenization/recurring", requests.recurring({ merchantReference: "A-1", parentOrderId }));
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was SUCCESS, created by req-1 (tokenization/sale).",
      "If your shop made req-1: your shop used one reference for two payments. Use a new merchantReference for each order. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate renewal",
      async (at) => {
        const parentOrderId = await id(at, { isRecurring: true });
        const params = requests.recurring({ merchantReference: "A-2", parentOrderId });
        await at.call("tokenization/recurring", params);
        return at.call("tokenization/recurring", params);
      },
      "merchantReference was used before: order O2",
      'merchantReference "A-2" of merchant 3',
      "It is order O2, 50.00 HKD, which was SUCCESS, created by req-2 (tokenization/recurring).",
      "If your shop made req-2: the money moved, once. Query the reference and take that result. A new reference would charge again. The same call came again N ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate other",
      async (at) => {
        await id(at, { merchantReference: "A-1" });
        return at.call("tokenization/sale", requests.sale({ merchantReference: "A-1", amount: 60 }));
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was SUCCESS, created by req-1 (tokenization/sale). This call asks for 60.00 HKD.",
      "If your shop made req-1: your shop used one reference for two payments. Use a new merchantReference for each order. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate create",
      async (at) => {
        await open(at, { merchantReference: "A-1" });
        return at.call("hosted-checkout/create", requests.create({ merchantReference: "A-1" }));
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was OPEN, created by req-1 (hosted-checkout/create).",
      "If your shop made req-1: the order waits for its shopper. Use the checkoutUrl of that answer. If you lost it, let the order expire before you create another. The same call came again N ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate declined",
      async (at) => {
        const params = requests.sale({ merchantReference: "A-1" });
        await at.client("tokenization/sale", params, { headers: { "X-Sandbox-Outcome": "lost-card" } });
        return at.call("tokenization/sale", params);
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was OPEN, created by req-1 (tokenization/sale).",
      "If your shop made req-1: that charge was declined (lost-card). Try again with a new reference. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate voided",
      async (at) => {
        const params = requests.sale({ merchantReference: "A-1" });
        const { body } = await at.call("tokenization/sale", params);
        await at.call("direct/void", { orderId: body.order.id });
        return at.call("tokenization/sale", params);
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was VOIDED, created by req-1 (tokenization/sale).",
      "If your shop made req-1: the order was paid and given back (net 0.00 HKD). A new payment needs a new reference. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
    [
      "duplicate closed",
      async (at) => {
        const params = requests.create({ merchantReference: "A-1" });
        await at.call("hosted-checkout/create", params);
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        return at.call("hosted-checkout/create", params);
      },
      "merchantReference was used before: order O1",
      'merchantReference "A-1" of merchant 3',
      "It is order O1, 50.00 HKD, which was CLOSED, created by req-1 (hosted-checkout/create).",
      "If your shop made req-1: that order ended unpaid. A new payment needs a new reference. If it did not: the reference is not unique: a counter started anew, or another shop has this merchantId. Use another one. Nothing was charged for this call.",
    ],
  ],
  "a token that cannot be charged": [
    [
      "token unknown",
      async (at) => at.call("tokenization/sale", requests.sale({ tokenId: 9 })),
      "token not found: tokenId 9 of user user1",
      'tokenId 9 of user "user1" of merchant 3',
      'No such token was stored here. User "user1" has 351 (VISA 4705********8101), 375 (VISA 4000********0028).',
      "List the user's tokens with query-token, or store one in the test with POST /_sandbox/tokens. A reset or a restart in memory forgets stored cards.",
    ],
    [
      "token other user",
      async (at) => {
        await id(at);
        return at.call("tokenization/sale", requests.sale({ userId: "user2" }));
      },
      "token not found: tokenId 351 of user user2",
      'tokenId 351 of user "user2" of merchant 3',
      'The token belongs to user "user1".',
      "A token works only for its own user. Send the userId with which the card was stored.",
    ],
    [
      "token deleted",
      async (at) => {
        await at.call("tokenization/delete-token", { userId: "user1", tokenId: 351 });
        return at.call("tokenization/sale", requests.sale());
      },
      "token not found: tokenId 351 of user user1",
      'tokenId 351 of user "user1" of merchant 3',
      "The token was deleted by req-1 (tokenization/delete-token).",
      "If your shop made req-1: the card is gone. Let the shopper store one again, and forget the old tokenId. If it did not: somebody else deleted the card. List the user's tokens with query-token.",
    ],
    [
      "token deleted twice",
      async (at) => {
        await at.call("tokenization/delete-token", { userId: "user1", tokenId: 351 });
        return at.call("tokenization/delete-token", { userId: "user1", tokenId: 351 });
      },
      "token not found: tokenId 351 of user user1",
      'tokenId 351 of user "user1" of merchant 3',
      "The token was deleted by req-1 (tokenization/delete-token).",
      "If your shop made req-1: that deletion is done. Book it once. If it did not: somebody else deleted the card. List the user's tokens with query-token.",
    ],
    [
      "token other merchant",
      async (at) => {
        await at.call("tokenization/query-token", { merchantId: 4, userId: "u" });
        await control(at.url, "POST", "tokens", { merchantId: 4, userId: "u", card: "visa-credit", tokenId: 900 });
        return at.call("tokenization/sale", requests.sale({ tokenId: 900 }));
      },
      "token not found: tokenId 900 of user user1",
      'tokenId 900 of user "user1" of merchant 3',
      "Merchant 4 has a token 900.",
      "A token works only for its own merchant. Check merchantId.",
    ],
    [
      "token deleted by a rule",
      async (at) => {
        await at.put({ meanwhile: "delete-token" });
        return at.call("tokenization/sale", requests.sale());
      },
      "token not found: tokenId 351 of user user1",
      'tokenId 351 of user "user1" of merchant 3',
      'Just before this call, rule "rule-1" deleted the stored card. It is no longer there.',
      `Rule "rule-1" fired just before this call (meanwhile: delete-token). ${GONE}`,
    ],
    [
      "token deleted by a rule of an earlier call",
      async (at) => {
        await at.put({ meanwhile: "delete-token" });
        await at.call("tokenization/sale", requests.sale());
        return at.call("tokenization/sale", requests.sale());
      },
      "token not found: tokenId 351 of user user1",
      'tokenId 351 of user "user1" of merchant 3',
      'Just before req-1 (tokenization/sale), rule "rule-1" deleted the stored card. It is no longer there.',
      `Just before req-1 (tokenization/sale), rule "rule-1" deleted the stored card. ${GONE}`,
    ],
    [
      "token expired",
      async (at) => {
        await id(at);
        await at.put({ meanwhile: "expire-token" });
        return at.call("tokenization/sale", requests.sale());
      },
      "token expired: valid until 200001",
      'tokenId 351 of user "user1"',
      'Just before this call, rule "rule-1" let the stored card expire. Its card, VISA 4705********8101, was valid until the end of 200001 (YYYYMM). The lane\'s clock stood.',
      `Rule "rule-1" fired just before this call (meanwhile: expire-token). ${EXPIRED}`,
    ],
    [
      "token expired by a rule of an earlier call",
      async (at) => {
        await at.put({ meanwhile: "expire-token" });
        await at.call("tokenization/sale", requests.sale());
        return at.call("tokenization/sale", requests.sale());
      },
      "token expired: valid until 200001",
      'tokenId 351 of user "user1"',
      'Just before req-1 (tokenization/sale), rule "rule-1" let the stored card expire. Its card, VISA 4705********8101, was valid until the end of 200001 (YYYYMM). The lane\'s clock stood.',
      `Just before req-1 (tokenization/sale), rule "rule-1" let the stored card expire. ${EXPIRED}`,
    ],
  ],
  "an unfit parent": [
    [
      "parent unknown",
      async (at) => at.call("tokenization/recurring", requests.recurring({ parentOrderId: 9 })),
      "parent order not found: parentOrderId 9",
      "parentOrderId 9 of merchant 3",
      "The merchant has no orders here.",
      "Check merchantId and base_url (its lane). A reset or a restart in memory forgets all orders.",
    ],
    [
      "parent tx",
      async (at) => {
        const { body } = await at.call("tokenization/sale", requests.sale());
        return at.call("tokenization/recurring", requests.recurring({ parentOrderId: body.transaction.id }));
      },
      "parent order not found: parentOrderId T1",
      "parentOrderId T1 of merchant 3",
      "T1 is the id of a transaction: the SALE of order O1.",
      "Send the order's id: orderId O1. Answers have it as order.id, beside transaction.id.",
    ],
    [
      "parent not recurring",
      async (at) => at.call("tokenization/recurring", requests.recurring({ parentOrderId: await id(at) })),
      "parent order is not a paid recurring order: order O1 was made without isRecurring",
      "order O1 as the parent of a recurring charge",
      "It was created by req-1 (tokenization/sale) without isRecurring.",
      "Create the first order with isRecurring: true. The shopper has to pay once more.",
    ],
    [
      "parent voided",
      async (at) => {
        const orderId = await id(at, { isRecurring: true });
        await at.call("direct/void", { orderId });
        return at.call("tokenization/recurring", requests.recurring({ parentOrderId: orderId }));
      },
      "parent order is not a paid recurring order: order O1 is voided",
      "order O1 as the parent of a recurring charge",
      "It was voided by req-2 (direct/void), so it is paid no more.",
      "If your shop made req-2: the agreement ended with the void. Start a new recurring order. If it did not: somebody else voided it. Query it, and start a new recurring order.",
    ],
    [
      "parent unpaid",
      async (at) =>
        at.call("hosted-checkout/recurring", {
          amount: 5,
          merchantReference: "B",
          parentOrderId: await open(at, { isRecurring: true }),
        }),
      "parent order is not a paid recurring order: order O1 is not paid",
      "order O1 as the parent of a recurring charge",
      "It was created by req-1 (hosted-checkout/create), and nobody has paid it.",
      "Wait for its payment before you charge again. Query it first.",
    ],
    [
      "parent declined",
      async (at) => {
        await at.client("tokenization/sale", requests.sale({ isRecurring: true }), {
          headers: { "X-Sandbox-Outcome": "lost-card" },
        });
        const [order] = await at.lane.store.views.orders({});
        return at.call("tokenization/recurring", requests.recurring({ parentOrderId: order!.id }));
      },
      "parent order is not a paid recurring order: order O1 is not paid",
      "order O1 as the parent of a recurring charge",
      "It was created by req-1 (tokenization/sale), and nobody has paid it (declined: lost-card).",
      "It can never be paid. Make a new first sale under a new reference, and use that order as the parent.",
    ],
    [
      "parent expired",
      async (at) => {
        const parentOrderId = await open(at, { isRecurring: true });
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        return at.call("hosted-checkout/recurring", { amount: 5, merchantReference: "B", parentOrderId });
      },
      "parent order is not a paid recurring order: order O1 is not paid",
      "order O1 as the parent of a recurring charge",
      "It was created by req-1 (hosted-checkout/create), and it expired unpaid at 2026-01-05T02:16:40.000+00:00.",
      "It can never be paid. Make a new first sale under a new reference, and use that order as the parent.",
    ],
    [
      "parent other user",
      async (at) =>
        at.call(
          "tokenization/recurring",
          requests.recurring({
            userId: "user2",
            tokenId: await (async () =>
              (await control(at.url, "POST", "tokens", { merchantId: 3, userId: "user2", card: "visa-credit" })).body
                .tokenId)(),
            parentOrderId: await id(at, { isRecurring: true }),
          }),
        ),
      "parent order not found: parentOrderId O1",
      "order O1 as the parent of a recurring charge",
      'It was created by req-1 (tokenization/sale) for user "user1", and this call is for user "user2".',
      "Use a parent order of the same user.",
    ],
    [
      "parent other token",
      async (at) => {
        await control(at.url, "PUT", "assumptions", { "parent-other-token": "refuse" });
        return at.call(
          "tokenization/recurring",
          requests.recurring({ tokenId: 375, parentOrderId: await id(at, { isRecurring: true }) }),
        );
      },
      "parent order not found: order O1 was paid with token 351",
      "order O1 as the parent of a recurring charge",
      "It was created by req-1 (tokenization/sale) with token 351, and this call names token 375.",
      "Charge token 351, or leave parentOrderId out. The assumption parent-other-token allows both.",
    ],
    [
      "parent is recurring",
      async (at) => {
        await control(at.url, "PUT", "assumptions", { "parent-is-recurring": "refuse" });
        const { body } = await at.call(
          "tokenization/recurring",
          requests.recurring({ parentOrderId: await id(at, { isRecurring: true }) }),
        );
        return at.call("tokenization/recurring", requests.recurring({ parentOrderId: body.order.id }));
      },
      "parent order is not a paid recurring order: order O2 is a recurring payment itself",
      "order O2 as the parent of a recurring charge",
      "It was created by req-2 (tokenization/recurring): it is itself a recurring payment.",
      "Use the first order as the parent: O1.",
    ],
  ],
  "an act on a page": [
    [
      "page of paid",
      async (at) => {
        const orderId = await open(at);
        await at.pay(orderId);
        await at.pay(orderId);
        return "req-3";
      },
      "",
      "checkout/pay of order O1, which was SUCCESS",
      "It was paid by req-2 (checkout/pay).",
      "This attempt charged nothing: the shopper paid only once, and the page shows the result.",
    ],
    [
      "page of closed",
      async (at) => {
        const orderId = await open(at);
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        await at.pay(orderId);
        return "req-2";
      },
      "",
      "checkout/pay of order O1, which was CLOSED",
      "Nobody can pay it any more: it expired unpaid at 2026-01-05T02:16:40.000+00:00.",
      "Nothing was charged. Create a new order, with a later expiryTime if shoppers need longer.",
    ],
    [
      "page of voided",
      async (at) => {
        const orderId = await open(at);
        await at.pay(orderId);
        await at.call("hosted-checkout/void", { orderId });
        await at.pay(orderId);
        return "req-4";
      },
      "",
      "checkout/pay of order O1, which was VOIDED",
      "Its money was given back by req-3 (hosted-checkout/void).",
      "Nothing was charged. A new payment needs a new order.",
    ],
    [
      "cancel of paid",
      async (at) => {
        const orderId = await open(at);
        await at.pay(orderId);
        await cancelOrder(at.lane, { merchantId: 3, orderId });
        return "req-3";
      },
      "",
      "checkout/cancel of order O1, which was SUCCESS",
      "It was paid by req-2 (checkout/pay).",
      "A paid order is given back by a void or a refund.",
    ],
    [
      "settle of open",
      async (at) => {
        const orderId = await open(at);
        await settleOrder(at.lane, { merchantId: 3, orderId });
        return "req-2";
      },
      "",
      "checkout/settle of order O1, which was OPEN",
      "It is OPEN: nobody has paid it.",
      "Only a paid order can be settled. Pay it first.",
    ],
    [
      "pay of a declined stored card",
      async (at) => {
        await at.pay(await declinedCharge(at, "insufficient-funds"));
        return "req-2";
      },
      "",
      "checkout/pay of order O1, which was OPEN",
      "It is OPEN: nobody has paid it (declined: insufficient-funds).",
      "The order is kept, and cannot be paid: charge again under a new merchantReference, because this one is used up.",
    ],
    [
      "settle of a declined stored card",
      async (at) => {
        await settleOrder(at.lane, { merchantId: 3, orderId: await declinedCharge(at, "lost-card") });
        return "req-2";
      },
      "",
      "checkout/settle of order O1, which was OPEN",
      "It is OPEN: nobody has paid it (declined: lost-card).",
      "Only a paid order can be settled. The order is kept, and cannot be paid: charge another card under a new merchantReference, because this one is used up.",
    ],
    [
      "pay of a declined stored card that expired",
      async (at) => {
        const orderId = await declinedCharge(at, "insufficient-funds");
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        await at.pay(orderId);
        return "req-2";
      },
      "",
      "checkout/pay of order O1, which was CLOSED",
      "Nobody can pay it any more: it expired unpaid at 2026-01-05T02:16:40.000+00:00 (declined: insufficient-funds).",
      "Nothing was charged. The order is kept, and cannot be paid: charge again under a new merchantReference, because this one is used up.",
    ],
    [
      "card entry saved",
      async (at) => {
        const { body } = await at.call("tokenization/add-token", { userId: "user1" });
        const entry = (await cardEntryOf(at.lane, body.data.split("/").at(-1)))!;
        await saveCard(at.lane, entry, { expiryDate: "203012" });
        await saveCard(at.lane, entry, { expiryDate: "203012" });
        return "req-3";
      },
      "",
      'card-entry/save on card-entry page 1 of user "user1"',
      "The page stored token 3658, by req-2 (card-entry/save).",
      "The card is stored once. Open a new page with add-token for another card.",
    ],
    [
      "card entry expired",
      async (at) => {
        const { body } = await at.call("tokenization/add-token", { userId: "user1" });
        const entry = (await cardEntryOf(at.lane, body.data.split("/").at(-1)))!;
        await moveClock(at.lane, { action: "advance", byMs: 1_000_000 });
        await saveCard(at.lane, entry, { expiryDate: "203012" });
        return "req-2";
      },
      "",
      'card-entry/save on card-entry page 1 of user "user1"',
      "The page expired at 2026-01-05T02:16:40.000+00:00.",
      "No card was stored. Open a new page with add-token.",
    ],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  it.each(rows)("%s is told with what is there and what to do", async (_title, act, ...told) => {
    const at = await world();
    const last = await act(at);
    expect(await explained(at, last)).toEqual(told);
  });
});

it("a reference of digits that no id can have is looked up as a reference alone", async () => {
  const at = await world();
  await id(at, { merchantReference: "A-1" });
  const last = await at.call("direct/query", { merchantReference: "9999999999" });
  const [, , found] = await explained(at, last);
  expect(found).toBe('Nothing here has it. The merchant\'s newest order is order O1, "A-1".');
});

describe("no lookup is told", () => {
  it("of a refusal that a rule forced", async () => {
    const at = await world();
    await at.put({ outcome: "order-not-found" });
    const { headers } = await at.call("direct/query", { orderId: 5 });
    const { body } = await control(at.url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    expect(body.explain).not.toHaveProperty("lookup");
    expect(body.explain.advice).toMatch(/^Forced by rule/);
  });

  it("of a success", async () => {
    const at = await world();
    await id(at);
    const { body } = await control(at.url, "GET", "requests/req-1");
    expect(body.explain).not.toHaveProperty("lookup");
  });
});

it("a lane of another team is never named", async () => {
  await using own = await startTestSandbox({
    adminTokens: [
      { name: "a", token: "token-of-a", lanes: "a-*" },
      { name: "b", token: "token-of-b", lanes: "b-*" },
    ],
  });
  const [a, b] = [await own.lane("a-1"), await own.lane("b-1")];
  await sold(b.client, { merchantReference: "SECRET" });
  const { headers } = await a.client("direct/query", { merchantId: 3, merchantReference: "SECRET" });
  const response = await fetch(`${a.url}/_sandbox/requests/${headers.get("X-Sandbox-Request-Id")}`, {
    headers: { Authorization: "Bearer token-of-a" },
  });
  const { explain } = (await response.json()) as { explain: { lookup: { found: string } } };
  expect(explain.lookup.found).toBe("The merchant has no orders here.");
});
