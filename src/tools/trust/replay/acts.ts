import { cardBrands } from "../../../core/facts/card-number.js";
import { wallets } from "../../../core/facts/methods.js";
import type { Simulation } from "../../library/language.js";
import { chargesCard, makesOrder, queriesOrder } from "../recording/exchange.js";
import type { LogCall } from "../recording/log-call.js";

/** Something that a log can't show, which happened just before a call or instead of it. */
export interface UnseenAct {
  /** Events of the order or its parent before the call. */
  readonly before?: readonly Simulation[];
  /** `skipped`: the call was not carried out. `declined`: the issuer declined it. */
  readonly instead?: "skipped" | "declined";
  /** True if the card was stored before the call. */
  readonly stores?: boolean;
}

const none: UnseenAct = {};
const skipped: UnseenAct = { instead: "skipped" };
const declined: UnseenAct = { instead: "declined" };
const stored: UnseenAct = { stores: true };
const settles: UnseenAct = { before: [{ action: "settle" }] };
const ends: readonly UnseenAct[] = [{ before: [{ action: "expire" }] }, { before: [{ action: "cancel" }] }];

/** The card of the brand, or the wallet, that an order shows. Empty if it shows none. */
export function paidWith(cardType: unknown): Partial<Simulation> {
  const brand = cardBrands.find((one) => one === cardType);
  if (brand !== undefined) return { card: `${brand.toLowerCase()}-credit` };
  const method = wallets.find((one) => one === cardType);
  return method === undefined ? {} : { method };
}

/** A test card of the same brand as the stored card that an order shows. */
export const storedCardOf = (cardType: unknown): string => (cardType === "MASTER" ? "master-credit" : "visa-credit");

/** The ways to pay an order. Without a brand, all wallets have the same outcome, and so have all cards. */
function payments(cardType: unknown): readonly Simulation[] {
  const shown = paidWith(cardType);
  if (Object.keys(shown).length > 0) return [{ action: "pay", ...shown }];
  return [
    { action: "pay", method: "ALIPAYHK" },
    { action: "pay", card: "visa-credit" },
  ];
}

const pays = (cardType: unknown): readonly UnseenAct[] => payments(cardType).map((pay) => ({ before: [pay] }));
const paysAndSettles = (cardType: unknown): readonly UnseenAct[] =>
  payments(cardType).map((pay) => ({ before: [pay, { action: "settle" }] }));

/**
 * Unseen events that may precede a call. The first is none. `isRefusal`: the call was refused, and the refusal must
 * be explained.
 */
export function actsBefore({ outcome, operation, order, parent }: LogCall, isRefusal: boolean): readonly UnseenAct[] {
  if (outcome.kind === "lost") return [none, skipped];
  if (operation === "tokenization/delete-token") return [none, stored];
  if (outcome.kind === "refused") {
    if (!isRefusal) return chargesCard(operation) ? [skipped, declined] : [skipped];
    return chargesCard(operation) && parent === undefined
      ? [none]
      : [none, ...pays(undefined), ...ends, settles, ...paysAndSettles(undefined)];
  }
  const { status, cardType } = order;
  if (queriesOrder(operation)) return [none, ...actsToward(String(status), cardType)];
  if (makesOrder(operation))
    return parent === undefined
      ? [none, ...ends, ...pays(cardType)]
      : [none, ...pays(undefined), ...paysAndSettles(undefined)];
  return [none, ...pays(cardType), settles, ...paysAndSettles(cardType)];
}

function actsToward(status: string, cardType: unknown): readonly UnseenAct[] {
  if (status === "SUCCESS") return pays(cardType);
  if (status === "SETTLED") return [settles, ...paysAndSettles(cardType)];
  return status === "CLOSED" || status === "CANCELLED" ? ends : [];
}
