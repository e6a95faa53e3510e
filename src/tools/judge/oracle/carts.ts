import { type Currency, type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import type { Believed } from "./believed.js";
import type { Books } from "./books.js";

/** The books and the beliefs of one run. */
export interface BooksAndBeliefs {
  readonly books: Books;
  readonly beliefs: ReadonlyMap<string, Believed>;
}

/** The orders that pay for the same goods, in one currency. */
export interface Cart {
  readonly name: string;
  readonly currency: Currency;
  readonly references: readonly string[];
  /** The amount of each paid order. */
  readonly charges: readonly MinorUnits[];
  readonly paid: MinorUnits;
  /** Refunds and voids. */
  readonly back: MinorUnits;
  /** The price of the goods, according to each order for which the shop reports one. */
  readonly prices: readonly MinorUnits[];
  /** The charges minus refunds, as the shop believes. Null if it doesn't know one of the amounts. */
  readonly believedNet: MinorUnits | null;
}

/** The charges minus refunds and voids. */
export const netOf = ({ paid, back }: Pick<Cart, "paid" | "back">): number => paid - back;

/** The carts that the shop named, by name and currency. If the beliefs no longer name a cart, `former` does. */
export function cartsOf(
  { books, beliefs }: BooksAndBeliefs,
  former?: ReadonlyMap<string, Believed>,
): ReadonlyMap<string, Cart> {
  const carts = new Map<string, Cart>();
  for (const [reference, book] of books) {
    if (book.isAmbiguous) continue;
    const belief = beliefs.get(reference);
    const name = belief === undefined ? former?.get(reference)?.cart : belief.cart;
    if (name === undefined) continue;
    const key = `${name} ${book.currency}`;
    const before = carts.get(key) ?? empty;
    carts.set(key, {
      name,
      currency: book.currency,
      references: [...before.references, reference],
      charges: [...before.charges, ...book.charges],
      paid: minorUnits(before.paid + book.paid),
      back: minorUnits(before.back + book.refunded + book.voided),
      prices: belief?.price === undefined ? before.prices : [...before.prices, belief.price],
      believedNet: plus(before.believedNet, believedNetOf(belief)),
    });
  }
  return carts;
}

const none = minorUnits(0);
const empty = {
  references: [],
  charges: [],
  paid: none,
  back: none,
  prices: [],
  believedNet: none,
} as const;

const plus = (a: MinorUnits | null, b: MinorUnits | null): MinorUnits | null =>
  a === null || b === null ? null : minorUnits(a + b);

function believedNetOf(belief: Believed | undefined): MinorUnits | null {
  if (belief === undefined) return none;
  return belief.paid === null || belief.refunded === null ? null : minorUnits(belief.paid - belief.refunded);
}

/**
 * The carts of the dry run that may correspond to this one: the cart with the same name, or any if names change in
 * each run. If no charge has an amount from the dry run, the name probably stands for other goods now, unless the
 * shop reports prices.
 */
export function counterparts(
  key: string,
  carts: ReadonlyMap<string, Cart>,
  ofDryRun: ReadonlyMap<string, Cart>,
): readonly Cart[] {
  const cart = carts.get(key)!;
  const isNamedAnew = [...carts.keys()].every((one) => !ofDryRun.has(one));
  return [...ofDryRun]
    .filter(([one]) => one === key || isNamedAnew)
    .filter(([one, { charges, prices }]) => {
      const tellsPrices = one === key && prices.length > 0 && cart.prices.length > 0;
      return tellsPrices || charges.some((amount) => cart.charges.includes(amount));
    })
    .map(([, planned]) => planned)
    .filter(({ currency }) => currency === cart.currency);
}
