import type { Currency, MinorUnits } from "../../../core/domain/money.js";
import { type Belief, type Beliefs, believedAmount } from "../schema/beliefs-schema.js";

/** The shop's belief about one order, in minor units. */
export interface Believed {
  /** Null if not known yet. */
  readonly paid: MinorUnits | null;
  readonly refunded: MinorUnits | null;
  readonly cart: string | undefined;
  /** What the cart costs now, with fees and after discounts. */
  readonly price: MinorUnits | undefined;
  readonly user: string | undefined;
  readonly currency: Currency | undefined;
  /** The shop's acts, counted by name. Undefined if it reports none. */
  readonly effects: Readonly<Record<string, number>> | undefined;
  /** How often each act is meant, by name. Once if it isn't here. */
  readonly times: Readonly<Record<string, number>>;
}

/** Converts beliefs that the schema has accepted. */
export function believedOf({ paid, refunded = 0, cart, price, user, currency, times = {}, ...done }: Belief): Believed {
  return {
    paid: toMinor(paid),
    refunded: toMinor(refunded),
    cart,
    price: price === undefined ? undefined : believedAmount(price),
    user,
    currency,
    effects: effectsOf(done),
    times,
  };
}

/** Treats `shipped: true` as `effects: { shipped: 1 }`. */
function effectsOf({ shipped, effects }: Pick<Belief, "shipped" | "effects">): Believed["effects"] {
  if (shipped === undefined) return effects;
  return { shipped: shipped ? 1 : 0, ...effects };
}

/** True if an effect's name means that goods were delivered, such as shipped, delivered or licences. */
export const isDeliveryName = (name: string): boolean =>
  /ship|deliver|dispatch|fulfil|parcel|licen[cs]e|download|unlock/i.test(name) &&
  !/cancel|return|fail|^un(?!lock)|^not/i.test(name);

export const isShipped = ({ effects }: Believed): boolean =>
  Object.entries(effects ?? {}).some(([name, times]) => times > 0 && isDeliveryName(name));

const toMinor = (amount: number | null): MinorUnits | null => (amount === null ? null : believedAmount(amount)!);

export const allBelieved = (beliefs: Beliefs): ReadonlyMap<string, Believed> =>
  new Map(Object.entries(beliefs).map(([reference, belief]) => [reference, believedOf(belief)]));
