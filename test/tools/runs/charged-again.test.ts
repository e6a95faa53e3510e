import { expect, it } from "vitest";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import { isChargedAgain } from "../../../src/tools/runs/charged-again.js";
import { exchange } from "../../support/exchange.js";

const LOST = { effects: { fault: "connection-reset", placed: "after-commit" } };
const sale = (id: number, reference: string, more: object = {}, over: Partial<Exchange> = {}) => {
  const operation = "tokenization/sale";
  const subject = { operation, amountMinor: 500, userId: "user1" };
  return exchange({ id, reference, operation, explain: JSON.stringify({ subject, matched: [], ...more }), ...over });
};
const query = (id: number, reference: string) => exchange({ id, reference, operation: "hosted-checkout/query" });
/** A renewal on a hosted order, which names no user. */
const renewal = (id: number, reference: string, parentOrderId: number, more: object = {}) =>
  sale(
    id,
    reference,
    { subject: { amountMinor: 500 }, ...more },
    { operation: "hosted-checkout/recurring", request: JSON.stringify({ parentOrderId }) },
  );
const cart = (name: string) => ({ request: JSON.stringify({ lineItems: [{ quantity: 1, priceData: { name } }] }) });
const direct = { operation: "direct/sale" };

it.each<[string, readonly Exchange[], boolean]>([
  ["under a new reference", [sale(1, "A", LOST), sale(2, "B")], true],
  ["whose client had left", [sale(1, "A", { clientLeft: true }), sale(2, "B")], true],
  ["while the first is held", [sale(1, "A", { isUnsent: true }), sale(2, "B")], false],
  ["after a query of another order", [sale(1, "A", LOST), query(2, "X"), sale(3, "B")], true],
  [
    "after a copy of the HTTP client",
    [sale(1, "A", LOST), sale(2, "A", { arrival: { resend: {} } }), sale(3, "B")],
    true,
  ],
  ["after a query of the lost one", [sale(1, "A", LOST), query(2, "A"), sale(3, "B")], false],
  ["under the same reference", [sale(1, "A", LOST), sale(2, "A")], false],
  ["after an answer that came", [sale(1, "A"), sale(2, "B")], false],
  ["of a lost one that was refused", [sale(1, "A", LOST, { responseCode: "2009" }), sale(2, "B")], false],
  ["that was declined", [sale(1, "A", LOST), sale(2, "B", {}, { responseCode: "3051" })], false],
  ["of another amount", [sale(1, "A", LOST), sale(2, "B", { subject: { amountMinor: 600, userId: "user1" } })], false],
  ["of another user", [sale(1, "A", LOST), sale(2, "B", { subject: { amountMinor: 500, userId: "user2" } })], false],
  ["of the same cart", [sale(1, "A", LOST, cart("Tea")), sale(2, "B", {}, cart("Tea"))], true],
  ["of another cart", [sale(1, "A", LOST, cart("Tea")), sale(2, "B", {}, cart("Rice"))], false],
  ["that only opens a wallet", [sale(1, "A", LOST, direct), sale(2, "B", {}, direct)], false],
  ["of the same first order", [renewal(1, "A", 7, LOST), renewal(2, "B", 7)], true],
  ["of another subscriber, who pays as much", [renewal(1, "A", 7, LOST), renewal(2, "B", 8)], false],
  [
    "of a guest, whom nothing tells from another",
    [sale(1, "A", { ...LOST, subject: { amountMinor: 500 } }), sale(2, "B", { subject: { amountMinor: 500 } })],
    false,
  ],
])("a charge again %s", (_, calls, expected) => {
  expect(isChargedAgain(calls.at(-1)!, calls)).toBe(expected);
});
