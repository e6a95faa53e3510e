import { formatAmount, type MinorUnits } from "../../../core/domain/money.js";
import type { Fact } from "../observe/facts.js";
import { type BooksAndBeliefs, type Bought, cartsOf, counterparts } from "./carts.js";
import { doubtAbout, extraChargesIn } from "./extra-charges.js";
import type { Ended, Wrong } from "./wrong.js";

/** Carts that were charged or refunded more than once. */
export function cartFindings(run: Ended, dryRun: BooksAndBeliefs): readonly Wrong[] {
  const carts = cartsOf(run, dryRun.beliefs);
  const ofDryRun = cartsOf(dryRun);
  const isOverRefunded = overRefundedIn(run);
  return [...carts].flatMap(([key, cart]) => {
    const planned = counterparts(key, carts, ofDryRun);
    return (
      cartWrong("charged-twice", cart, planned, isOvercharged) ??
      keptExtraCharge(cart, planned, run) ??
      cartWrong("refunded-twice", cart, planned, isOverRefunded) ??
      []
    );
  });
}

/**
 * True if more was charged than the goods cost, one charge was unnecessary, and it was not refunded. If the shop
 * knows of all charges and none is a repetition, it is right: prices change and fees are added.
 */
function isOvercharged(cart: Bought, planned: Bought): boolean {
  if (cart.charges.length < 2) return false;
  const price = priceOf(cart, planned);
  const { net } = cart;
  const isKnown = cart.believedNet !== null && cart.believedNet >= net;
  if (net - Math.min(...cart.charges) >= price)
    return !isKnown || cart.prices.length > 0 || repeats(cart.charges, planned.charges);
  return cart.paid > price && net > planned.net && cart.believedNet !== null && cart.believedNet < net;
}

/**
 * One charge too many that the refunds of the dry run hide: they are made here too, so they don't give it back. Unresolved
 * if the shop may have refunded the extra charge and had no chance to make the planned refund.
 */
function keptExtraCharge(cart: Bought, planned: readonly Bought[], run: Ended): Wrong | undefined {
  const extraOf = (dry: Bought) => (keepsMore(cart, dry) ? extraChargesIn(run, cart, priceOf(cart, dry)) : []);
  const found = cartWrong("charged-twice", cart, planned, (_, dry) => extraOf(dry).length > 0);
  const doubt = found && planned.map((dry) => doubtAbout(extraOf(dry), cart, run)).find((one) => one !== undefined);
  return doubt === undefined
    ? found
    : {
        ...found!,
        verdict: "unresolved",
        why: `${found!.why}; ${doubt}: give the extra charge back beside the planned refund`,
      };
}

/** True if a whole charge more stays than in the dry run, and the extra charge repeats another one or exceeds the told price. */
const keepsMore = (cart: Bought, planned: Bought): boolean =>
  cart.charges.length > 1 &&
  cart.net - planned.net >= Math.min(...cart.charges) &&
  (cart.prices.length > 0 || repeats(cart.charges, planned.charges));

/** The higher of the shop's price and the dry run's charge, because paying an earlier, higher price is no harm. */
const priceOf = (cart: Bought, planned: Bought): number => Math.max(planned.paid, toldPrice(cart, planned) ?? 0);

/** Shops report for each order the price of the whole cart, or of the order's own part. The dry run shows which. */
function toldPrice({ prices }: Bought, planned: Bought): number | undefined {
  if (prices.length === 0) return undefined;
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  const isByPart = planned.prices.length > 1 && sum(planned.prices) === planned.paid;
  return isByPart ? sum(prices) : Math.max(...prices);
}

/** True if one charge occurs more often than planned. */
const repeats = (charges: readonly MinorUnits[], planned: readonly MinorUnits[]): boolean =>
  charges.some((amount) => {
    const times = (all: readonly MinorUnits[]) => all.filter((one) => one === amount).length;
    return times(charges) > Math.max(1, times(planned));
  });

/**
 * True if more was refunded than in the dry run (apart from excess charges), although the shop believes that it kept
 * the money. This takes two orders, because an order can be refunded only once. Refunds by the back office don't
 * count.
 */
const overRefundedIn =
  ({ facts, books }: Ended) =>
  (cart: Bought, planned: Bought): boolean => {
    const byShop = cart.references.filter((reference) => {
      const book = books.get(reference)!;
      return book.refunded + book.voided > 0 && !isRefundedByOthers(facts, reference);
    });
    const back = byShop.reduce((sum, one) => sum + books.get(one)!.refunded + books.get(one)!.voided, 0);
    const excess = Math.max(0, cart.paid - planned.paid);
    if (byShop.length < 2 || back <= planned.back + excess) return false;
    return cart.believedNet !== null && cart.believedNet > cart.net;
  };

/** True if the back office refunded the money, and not the shop. */
export function isRefundedByOthers(facts: readonly Fact[], reference: string): boolean {
  const refund = facts.find(
    (fact) => fact.kind === "money" && fact.what === "refunded" && fact.reference === reference,
  );
  return (
    refund?.kind === "money" &&
    facts.some(
      (fact) => fact.kind === "call" && fact.lane === refund.lane && fact.id === refund.call && fact.by !== "shop",
    )
  );
}

/** Reported only if it applies with every cart of the dry run that this one may correspond to. */
function cartWrong(
  verdict: "charged-twice" | "refunded-twice",
  cart: Bought,
  [planned, ...others]: readonly Bought[],
  isWrong: (cart: Bought, planned: Bought) => boolean,
): Wrong | undefined {
  if (!planned || ![planned, ...others].every((one) => isWrong(cart, one))) return undefined;
  const books = `The books: charged ${formatAmount(cart.paid)}, given back ${formatAmount(cart.back)}`;
  const dry = `in the dry run charged ${formatAmount(planned.paid)}, given back ${formatAmount(planned.back)}`;
  const what = verdict === "charged-twice" ? "was charged more than once" : "was refunded more than once";
  return { verdict, references: cart.references, cart: cart.cart, why: `${cart.name} ${what}. ${books}; ${dry}` };
}
