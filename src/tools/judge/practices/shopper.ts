import { formatAmount, minorUnits } from "../../../core/domain/money.js";
import type { ShopperAct } from "../../library/shopper-clicks.js";
import { type CallFact, isCharge } from "../observe/facts.js";
import { isShipped } from "../oracle/believed.js";
import { cartsOf } from "../oracle/carts.js";
import { type SeenPractice, shopCalls, type Watched } from "./seen.js";

/**
 * More orders than in the dry run, although the shopper only clicked once more, or the browser sent a form again. Refunded or voided orders don't
 * count.
 */
export function shopperPractices(run: Watched): readonly SeenPractice[] {
  const { facts, books, dryCalls, shopperDid } = run;
  if (shopperDid === "change-cart") return soldAtOldPrice(run);
  if (!isClick(shopperDid)) return [];
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
  return [{ id: practices[shopperDid].id, calls, what: practices[shopperDid].what(names(calls)) }];
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

const isClick = (act: Watched["shopperDid"]): act is ShopperAct => act !== undefined && act in practices;

/** A cart that changed after its page was opened, and left for less than its goods cost. In the dry run it cost what was paid. */
function soldAtOldPrice({ books, beliefs, dryRun }: Watched): readonly SeenPractice[] {
  const carts = cartsOf({ books, beliefs });
  return [...(dryRun ? cartsOf(dryRun) : [])].flatMap(([key, before]) => {
    const cart = carts.get(key);
    const [wasPrice, price] = [Math.max(...before.prices), Math.max(...(cart?.prices ?? []))];
    if (!cart || wasPrice !== before.paid || cart.net === 0 || price <= cart.paid) return [];
    const isSent = cart.references.some((one) => beliefs.get(one) && isShipped(beliefs.get(one)!));
    const what = `${cart.name} cost ${formatAmount(minorUnits(price))} when it left, and ${formatAmount(cart.paid)} was paid`;
    return isSent ? [{ id: "changed-cart-at-old-price", calls: [], what }] : [];
  });
}

/** One call for each created order. A create that returns the open order created none. */
function accepted(calls: readonly CallFact[]): readonly CallFact[] {
  const done = calls.filter(
    (call) => (call.operation.endsWith("/create") || isCharge(call)) && call.responseCode === "0000",
  );
  return [...new Map(done.toReversed().map((call) => [call.orderId ?? call.id, call])).values()].toReversed();
}

const names = (calls: readonly CallFact[]): string => calls.map(({ reference }) => reference ?? "an order").join(", ");
