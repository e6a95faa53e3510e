import { type Currency, type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import type { Believed } from "./believed.js";
import type { BookEntry, Books } from "./books.js";

/** The books and the beliefs of one run. */
export interface BooksAndBeliefs {
  readonly books: Books;
  readonly beliefs: ReadonlyMap<string, Believed>;
}

/** One order, as the books and the shop see it. */
export interface BothSides {
  readonly reference: string;
  /** Undefined if the sandbox has no such order. */
  readonly book: BookEntry | undefined;
  /** Undefined if the shop reports nothing about it. */
  readonly belief: Believed | undefined;
}

/** All orders of the books and of the shop's beliefs. */
export const bothSidesOf = ({ books, beliefs }: BooksAndBeliefs): readonly BothSides[] =>
  [...new Set([...books.keys(), ...beliefs.keys()])].map((reference) => ({
    reference,
    book: books.get(reference),
    belief: beliefs.get(reference),
  }));

const sum = (all: readonly number[]): MinorUnits => minorUnits(all.reduce((a, b) => a + b, 0));

/** Goods that were bought together, or by one order without a cart. */
export class Bought {
  /** The cart. Undefined for an order without one. */
  readonly cart: string | undefined;
  readonly orders: readonly BothSides[];

  constructor(cart: string | undefined, orders: readonly BothSides[]) {
    this.cart = cart;
    this.orders = orders;
  }

  /** For sentences. */
  get name(): string {
    return this.cart === undefined ? this.references.join(", ") : `cart ${this.cart}`;
  }

  get references(): readonly string[] {
    return this.orders.map(({ reference }) => reference);
  }

  get currency(): Currency | undefined {
    return this.orders[0]?.book?.currency;
  }

  /** The amount of each paid order. */
  get charges(): readonly MinorUnits[] {
    return this.orders.flatMap(({ book }) => book?.charges ?? []);
  }

  get paid(): MinorUnits {
    return sum(this.orders.map(({ book }) => book?.paid ?? 0));
  }

  /** Refunds and voids. */
  get back(): MinorUnits {
    return sum(this.orders.map(({ book }) => (book ? book.refunded + book.voided : 0)));
  }

  get net(): number {
    return this.paid - this.back;
  }

  /** The price of the goods, according to each order for which the shop reports one. */
  get prices(): readonly MinorUnits[] {
    return this.orders.flatMap(({ belief }) => belief?.price ?? []);
  }

  /** The charges minus refunds, as the shop believes. Null if it doesn't know one of the amounts. */
  get believedNet(): number | null {
    const nets = this.orders.map(({ belief: { paid, refunded } = { paid: 0, refunded: 0 } }) =>
      paid === null || refunded === null ? null : paid - refunded,
    );
    return nets.reduce((a, b) => (a === null || b === null ? null : a + b), 0);
  }

  /** The shop's acts for them. Undefined if it reports none. */
  get effects(): Readonly<Record<string, number>> | undefined {
    const told = this.orders.map(({ belief }) => belief?.effects).filter((effects) => effects !== undefined);
    const acts = Map.groupBy(
      told.flatMap((one) => Object.entries(one)),
      ([name]) => name,
    );
    return told.length === 0
      ? undefined
      : Object.fromEntries([...acts].map(([name, all]) => [name, sum(all.map(([, times]) => times))]));
  }
}

/** The carts that the shop named, by name and currency. If the beliefs no longer name a cart, `former` does. */
export function cartsOf(
  { books, beliefs }: BooksAndBeliefs,
  former?: ReadonlyMap<string, Believed>,
): ReadonlyMap<string, Bought> {
  const orders = [...books].flatMap(([reference, book]) => {
    const belief = beliefs.get(reference);
    const cart = belief === undefined ? former?.get(reference)?.cart : belief.cart;
    return cart === undefined || book.isAmbiguous ? [] : [{ reference, book, belief, cart }];
  });
  const carts = Map.groupBy(orders, ({ cart, book }) => `${cart} ${book.currency}`);
  return new Map([...carts].map(([key, all]) => [key, new Bought(all[0]!.cart, all)]));
}

/** Everything that the shop knows to be bought, with or without a cart. */
export function boughtIn({ books, beliefs }: BooksAndBeliefs): ReadonlyMap<string, Bought> {
  const orders = [...beliefs].map(([reference, belief]) => ({ reference, book: books.get(reference), belief }));
  const all = Map.groupBy(
    orders.filter(({ book }) => !book?.isAmbiguous),
    ({ reference, belief: { cart } }) => (cart === undefined ? `order ${reference}` : `cart ${cart}`),
  );
  return new Map([...all].map(([key, same]) => [key, new Bought(same[0]!.belief.cart, same)]));
}

/**
 * The carts of the dry run that may correspond to this one: the cart with the same name, or any if names change in
 * each run. If no charge has an amount from the dry run, the name probably stands for other goods now, unless the
 * shop reports prices.
 */
export function counterparts(
  key: string,
  carts: ReadonlyMap<string, Bought>,
  ofDryRun: ReadonlyMap<string, Bought>,
): readonly Bought[] {
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
