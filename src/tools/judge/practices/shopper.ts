import type { ShopperAct } from "../../library/shopper-clicks.js";
import type { CallFact } from "../observe/facts.js";
import { isCharge, type SeenPractice, shopCalls, type Watched } from "./seen.js";

/**
 * More orders than in the dry run, although the shopper only clicked once more, or the browser sent a form again. Refunded or voided orders don't
 * count.
 */
export function shopperPractices({ facts, books, dryCalls, shopper }: Watched): readonly SeenPractice[] {
  if (shopper === undefined) return [];
  const made = accepted(shopCalls(facts)).filter(({ reference }) => {
    const book = reference === undefined ? undefined : books.get(reference);
    return !book || (!book.voided && (book.paid === 0 || book.refunded < book.paid));
  });
  const more = made.length - accepted(dryCalls).length;
  if (more <= 0) return [];
  const alike = (one: CallFact, other: CallFact) => one !== other && one.amount === other.amount;
  const second = made.findLast((one) => made.some((other) => alike(one, other))) ?? made.at(-1)!;
  const first = made.find((one) => alike(one, second));
  const calls = first === undefined ? [second] : [first, second];
  return [{ id: practices[shopper].id, calls, what: practices[shopper].what(names(calls)) }];
}

const practices = {
  "double-click": {
    id: "two-orders-by-double-click",
    what: (orders) => `a double click made ${orders}`,
  },
  "form-twice": {
    id: "two-orders-by-one-form",
    what: (orders) => `a form that came twice made ${orders}`,
  },
  "pay-again": {
    id: "pay-button-live-once-paid",
    what: (orders) => `the pay button of a paid cart made another order: ${orders}`,
  },
} as const satisfies Record<ShopperAct, { readonly id: SeenPractice["id"]; readonly what: (orders: string) => string }>;

/** One call for each created order. A create that returns the open order created none. */
function accepted(calls: readonly CallFact[]): readonly CallFact[] {
  const done = calls.filter(
    (call) => (call.operation.endsWith("/create") || isCharge(call)) && call.responseCode === "0000",
  );
  return [...new Map(done.toReversed().map((call) => [call.orderId ?? call.id, call])).values()].toReversed();
}

const names = (calls: readonly CallFact[]): string => calls.map(({ reference }) => reference ?? "an order").join(", ");
