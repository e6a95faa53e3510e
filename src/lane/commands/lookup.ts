import { foldReference, type Order } from "../../core/domain/order.js";
import { isSameUser, type Token } from "../../core/domain/token.js";
import type { Policy } from "../../core/facts/assumptions.js";
import { isWatched } from "../choices.js";
import { demoTokens } from "../fixtures.js";
import type { Tx } from "../ports/store.js";
import type { OrderKey } from "./command.js";

/** A unit of work, and the choices under which names are compared. */
export interface Look {
  readonly tx: Tx;
  readonly policy: Policy;
  /** True if this is the merchant's first call. It then has the demo tokens, which are not written yet. */
  readonly isNewMerchant: boolean;
}

/** An order that was looked for. */
export interface Found {
  readonly order?: Order | undefined;
  /** True if orderId exists but has another merchantReference than the one given beside it. */
  readonly isMismatch?: boolean | undefined;
}

/** The order that both identifiers match. If only one is given, the order that it matches. */
// ASSUMED(id-reference-mismatch): two names of different orders name none.
export function namedOrder({ merchantId, orderId, merchantReference }: OrderKey, look: Look): Found {
  const { tx, policy } = look;
  if (orderId === undefined) return { order: orderNamed(merchantId, merchantReference ?? "", look) };
  const order = tx.order(orderId);
  // Another merchant's order counts as not found.
  if (order?.merchantId !== merchantId) return {};
  const fits = merchantReference === undefined || isSameReference(order.reference, merchantReference, policy);
  return fits || policy["id-reference-mismatch"] === "order-id-wins" ? { order } : { isMismatch: true };
}

export const ownOrder = (merchantId: number, orderId: number | undefined, look: Look): Order | undefined =>
  orderId === undefined ? undefined : namedOrder({ merchantId, orderId }, look).order;

/** The newest order with this reference. */
// ASSUMED(reference-case): other spellings matter only for one choice, and for watchers.
export function orderNamed(merchantId: number, reference: string, { tx, policy }: Look): Order | undefined {
  if (!isWatched(policy) && policy["reference-case"] === "distinct") return tx.orderByReference(merchantId, reference);
  const order = tx.orderInAnyCase(merchantId, reference);
  return order && isSameReference(order.reference, reference, policy) ? order : undefined;
}

const isSameReference = (one: string, other: string, policy: Policy): boolean =>
  one === other || (foldReference(one) === foldReference(other) && policy["reference-case"] === "same");

interface OfUser {
  readonly merchantId: number;
  readonly userId: string;
}

/** A token can be used only by its own user. */
export function ownToken(of: OfUser & { readonly tokenId: number }, look: Look): Token | undefined {
  const { tx, policy, isNewMerchant } = look;
  const token = isNewMerchant
    ? demoTokens(of.merchantId).find((t) => t.tokenId === of.tokenId)
    : tx.token(of.merchantId, of.tokenId);
  return token && isSameUser(token.userId, of.userId, policy) ? token : undefined;
}

export function tokensOfUser({ merchantId, userId }: OfUser, { tx, policy, isNewMerchant }: Look): readonly Token[] {
  const tokens = isNewMerchant ? demoTokens(merchantId) : tx.tokens(merchantId, userId);
  return tokens.filter((token) => isSameUser(token.userId, userId, policy));
}
