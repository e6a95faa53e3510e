import type { CardEntry } from "../../domain/card-entry.js";
import { currencies, type MinorUnits } from "../../domain/money.js";
import { foldReference, type Order } from "../../domain/order.js";
import { isSameUser, type Token } from "../../domain/token.js";
import type { Policy } from "../../facts/assumptions.js";
import { isWatched } from "../choices.js";
import { demoTokens } from "../fixtures.js";
import type { DataRead, Merchant, Read } from "../ports/store.js";
import type { Command, OrderKey } from "./command.js";

/** The inputs of a command's decision. */
export interface Loaded {
  readonly merchant: Merchant;
  /** True if this is the merchant's first call. */
  readonly isNewMerchant: boolean;
  /** The order that the command is about. */
  readonly order?: Order | undefined;
  /** True if orderId exists but has another merchantReference than the one given beside it. */
  readonly isMismatch?: boolean | undefined;
  readonly existingOrder?: Order | undefined;
  readonly token?: Token | undefined;
  readonly parent?: Order | undefined;
  readonly cardEntry?: CardEntry | undefined;
  /** The user's stored cards. Only for queries, and before another card is saved. */
  readonly tokens?: readonly Token[] | undefined;
  /** The merchant's unsettled balance in the order's currency. Only if the command takes money out of it. */
  readonly unsettled?: MinorUnits | undefined;
}

// Each `yield` casts its own answer. A generator around this one could do so, but would run again at every later read.
// biome-ignore lint/suspicious/noExplicitAny: each `yield` below states the type of its answer.
type Loading<T> = Generator<Read, T, any>;

export function* load(command: Command, policy: Policy): Loading<Loaded> {
  const merchantId = merchantIdOf(command);
  const known: Merchant | undefined = yield { read: "merchant", merchantId };
  const base = { merchant: known ?? { merchantId, publicKeys: [], capabilities: {} }, isNewMerchant: !known };
  if ("key" in command) {
    const { order, isMismatch } = yield* namedOrder(command.key, policy);
    if (!order || !asksForBalance(command.kind)) return { ...base, order, isMismatch };
    return { ...base, order, unsettled: yield { read: "unsettled", merchantId, currency: order.currency } };
  }
  switch (command.kind) {
    case "create-order":
      return { ...base, existingOrder: yield* orderNamed(merchantId, command.reference, policy) };
    case "charge-token":
      return {
        ...base,
        existingOrder: yield* orderNamed(merchantId, command.reference, policy),
        token: yield* ownToken(command, base.isNewMerchant, policy),
        parent: yield* ownOrder(merchantId, command.parentOrderId, policy),
      };
    case "charge-parent":
      return {
        ...base,
        existingOrder: yield* orderNamed(merchantId, command.reference, policy),
        parent: yield* ownOrder(merchantId, command.parentOrderId, policy),
      };
    case "delete-token":
      return { ...base, token: yield* ownToken(command, base.isNewMerchant, policy) };
    case "query-tokens":
      return { ...base, tokens: yield* tokensOfUser(command, base.isNewMerchant, policy) };
    case "save-card": {
      const cardEntry: CardEntry | undefined = yield { read: "card-entry", id: command.cardEntryId };
      if (!cardEntry) return base;
      return { ...base, cardEntry, tokens: yield* tokensOfUser(cardEntry, false, policy) };
    }
    case "cancel-card-entry":
      return { ...base, cardEntry: yield { read: "card-entry", id: command.cardEntryId } };
    case "open-card-entry":
    case "store-token":
      return base;
  }
}

/** The first reads of `load`, which depend only on the command. */
export function firstReads(command: Command): readonly DataRead[] {
  const merchantId = merchantIdOf(command);
  const reads: DataRead[] = [{ read: "merchant", merchantId }];
  const order = (id: number | undefined) => id !== undefined && reads.push({ read: "order", id });
  if ("key" in command) {
    const { orderId, merchantReference: reference = "" } = command.key;
    if (orderId === undefined) reads.push({ read: "order-by-reference", merchantId, reference });
    order(orderId);
    if (asksForBalance(command.kind))
      for (const currency of currencies) reads.push({ read: "unsettled", merchantId, currency });
  }
  if ("reference" in command) reads.push({ read: "order-by-reference", merchantId, reference: command.reference });
  if ("tokenId" in command) reads.push({ read: "token", merchantId, tokenId: command.tokenId });
  if ("parentOrderId" in command) order(command.parentOrderId);
  return reads;
}

const asksForBalance = (kind: Command["kind"]): boolean =>
  kind === "refund-order" || kind === "void-order" || kind === "settle-order";

function merchantIdOf(command: Command): number {
  if ("key" in command) return command.key.merchantId;
  return command.kind === "store-token" ? command.token.merchantId : command.merchantId;
}

/** The order that both identifiers match. If only one is given, the order that it matches. */
// ASSUMED(id-reference-mismatch): two names of different orders name none.
function* namedOrder(
  { merchantId, orderId, merchantReference }: OrderKey,
  policy: Policy,
): Loading<Pick<Loaded, "order" | "isMismatch">> {
  if (orderId === undefined) return { order: yield* orderNamed(merchantId, merchantReference ?? "", policy) };
  const order: Order | undefined = yield { read: "order", id: orderId };
  // Another merchant's order counts as not found.
  if (order?.merchantId !== merchantId) return {};
  const fits = merchantReference === undefined || isSameReference(order.reference, merchantReference, policy);
  return fits || policy["id-reference-mismatch"] === "order-id-wins" ? { order } : { isMismatch: true };
}

function* ownOrder(merchantId: number, orderId: number | undefined, policy: Policy): Loading<Order | undefined> {
  return orderId === undefined ? undefined : (yield* namedOrder({ merchantId, orderId }, policy)).order;
}

interface OfUser {
  readonly merchantId: number;
  readonly userId: string;
}

/** The newest order with this reference. */
// ASSUMED(reference-case): other spellings matter only for one choice, and for watchers.
function* orderNamed(merchantId: number, reference: string, policy: Policy): Loading<Order | undefined> {
  if (!isWatched(policy) && policy["reference-case"] === "distinct")
    return yield { read: "order-by-reference", merchantId, reference };
  const order: Order | undefined = yield { read: "order-in-any-case", merchantId, reference };
  return order && isSameReference(order.reference, reference, policy) ? order : undefined;
}

const isSameReference = (one: string, other: string, policy: Policy): boolean =>
  one === other || (foldReference(one) === foldReference(other) && policy["reference-case"] === "same");

/** A token can be used only by its own user. */
function* ownToken(
  of: OfUser & { readonly tokenId: number },
  isNewMerchant: boolean,
  policy: Policy,
): Loading<Token | undefined> {
  const token: Token | undefined = isNewMerchant
    ? demoTokens(of.merchantId).find((t) => t.tokenId === of.tokenId)
    : yield { read: "token", merchantId: of.merchantId, tokenId: of.tokenId };
  return token && isOf(of, policy)(token) ? token : undefined;
}

function* tokensOfUser(of: OfUser, isNewMerchant: boolean, policy: Policy): Loading<readonly Token[]> {
  const { merchantId, userId } = of;
  const tokens: readonly Token[] = isNewMerchant
    ? demoTokens(merchantId)
    : yield { read: "tokens", merchantId, userId };
  return tokens.filter(isOf(of, policy));
}

const isOf =
  ({ userId }: OfUser, policy: Policy) =>
  (token: Token): boolean =>
    isSameUser(token.userId, userId, policy);
