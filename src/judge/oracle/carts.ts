import { type MinorUnits, minorUnits } from "../../domain/money.js";
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
  readonly references: readonly string[];
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
    const before = carts.get(key) ?? { ...empty, name };
    carts.set(key, {
      name,
      references: [...before.references, reference],
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
const empty = { references: [], paid: none, refunded: none, back: none, believedRefunded: none, believedNet: none };

const plus = (a: MinorUnits | null, b: MinorUnits | null): MinorUnits | null =>
  a === null || b === null ? null : minorUnits(a + b);

function netOf(belief: Believed | undefined): MinorUnits | null {
  if (belief === undefined) return none;
  return belief.paid === null || belief.refunded === null ? null : minorUnits(belief.paid - belief.refunded);
}

/**
 * The same cart in the dry run: by its name, or, where no name is the same because names are drawn anew in each run, by
 * its place among them. Undefined where neither tells: then nothing is said of it.
 */
export function counterpart(
  key: string,
  carts: ReadonlyMap<string, Cart>,
  ofDryRun: ReadonlyMap<string, Cart>,
): Cart | undefined {
  const same = ofDryRun.get(key);
  if (same) return same;
  const keys = [...carts.keys()];
  if (keys.some((one) => ofDryRun.has(one))) return undefined;
  return [...ofDryRun.values()][keys.indexOf(key)];
}
