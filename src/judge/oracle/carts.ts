import { type Currency, type MinorUnits, minorUnits } from "../../domain/money.js";
import type { Believed } from "./believed.js";
import type { Books } from "./books.js";

/** The books and the beliefs of one run. */
export interface Account {
  readonly books: Books;
  readonly beliefs: ReadonlyMap<string, Believed>;
}

/** The orders that pay for the same goods, in one currency. */
export interface Cart {
  readonly name: string;
  readonly currency: Currency;
  readonly references: readonly string[];
  /** What was charged, an amount for each order that was paid. */
  readonly charges: readonly MinorUnits[];
  readonly paid: MinorUnits;
  /** Refunds. */
  readonly refunded: MinorUnits;
  /** Refunds and voids. */
  readonly back: MinorUnits;
  /** What the shop believes of refunds, and of what is left of the charges; null where it does not know of one of them. */
  readonly believedRefunded: MinorUnits | null;
  readonly believedNet: MinorUnits | null;
}

/** The carts that the shop named, by name and currency. A cart that the beliefs no longer name is known from `former`. */
export function cartsOf(
  { books, beliefs }: Account,
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
      charges: book.paid > 0 ? [...before.charges, book.paid] : before.charges,
      paid: minorUnits(before.paid + book.paid),
      refunded: minorUnits(before.refunded + book.refunded),
      back: minorUnits(before.back + book.refunded + book.voided),
      believedRefunded: plus(before.believedRefunded, belief ? belief.refunded : minorUnits(0)),
      believedNet: plus(before.believedNet, netOf(belief)),
    });
  }
  return carts;
}

const none = minorUnits(0);
const empty = {
  references: [],
  charges: [],
  paid: none,
  refunded: none,
  back: none,
  believedRefunded: none,
  believedNet: none,
} as const;

const plus = (a: MinorUnits | null, b: MinorUnits | null): MinorUnits | null =>
  a === null || b === null ? null : minorUnits(a + b);

function netOf(belief: Believed | undefined): MinorUnits | null {
  if (belief === undefined) return none;
  return belief.paid === null || belief.refunded === null ? null : minorUnits(belief.paid - belief.refunded);
}

/**
 * The carts of the dry run that this one may be: the one of its name, or, where no name is the same because names are drawn
 * anew in each run, any. Where no charge has the amount that it had in the dry run, the name stands for other goods by now.
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
    .map(([, planned]) => planned)
    .filter(({ currency, charges }) => currency === cart.currency && charges.some((one) => cart.charges.includes(one)));
}
