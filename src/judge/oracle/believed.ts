import type { Currency, MinorUnits } from "../../domain/money.js";
import type { Belief, Beliefs } from "../../library/language.js";
import { believedAmount } from "../beliefs-schema.js";

/** What the shop believes of one order, in minor units. */
export interface Believed {
  /** Null: not known yet. */
  readonly paid: MinorUnits | null;
  readonly refunded: MinorUnits | null;
  readonly cart: string | undefined;
  readonly isShipped: boolean;
  readonly currency: Currency | undefined;
}

/** Reads beliefs that a schema let through. */
export function believedOf({ paid, refunded = 0, cart, shipped = false, currency }: Belief): Believed {
  return { paid: toMinor(paid), refunded: toMinor(refunded), cart, isShipped: shipped, currency };
}

const toMinor = (amount: number | null): MinorUnits | null => (amount === null ? null : believedAmount(amount)!);

export const allBelieved = (beliefs: Beliefs): ReadonlyMap<string, Believed> =>
  new Map(Object.entries(beliefs).map(([reference, belief]) => [reference, believedOf(belief)]));
