import type { CardEntry } from "../../domain/card-entry.js";
import type { MinorUnits } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import { foldUserId, type Token } from "../../domain/token.js";
import type { Policy } from "../../facts/assumptions.js";
import { demoTokens } from "../fixtures.js";
import {
  cardEntryById,
  merchantById,
  orderById,
  orderByReference,
  tokenById,
  tokensOf,
  unsettledOf,
} from "../ports/reads.js";
import type { Merchant, Read } from "../ports/store.js";
import type { Command, OrderKey } from "./command.js";

/** What a command needs to be decided. */
export interface Loaded {
  readonly merchant: Merchant;
  /** The merchant was never met before. */
  readonly isNewMerchant: boolean;
  /** The order that the command is about. */
  readonly order?: Order | undefined;
  readonly existingOrder?: Order | undefined;
  readonly token?: Token | undefined;
  readonly parent?: Order | undefined;
  readonly cardEntry?: CardEntry | undefined;
  /** The user's stored cards, for a query and where another one is saved. */
  readonly tokens?: readonly Token[] | undefined;
  /** The merchant's unsettled balance in the order's currency, where money leaves it. */
  readonly unsettled?: MinorUnits | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: reads.ts types what comes back.
type Loading<T> = Generator<Read, T, any>;

export function* load(command: Command, policy: Policy): Loading<Loaded> {
  const merchantId = merchantIdOf(command);
  const known = yield* merchantById(merchantId);
  const base = { merchant: known ?? { merchantId, publicKeys: [], capabilities: {} }, isNewMerchant: !known };
  if ("key" in command) {
    const order = yield* namedOrder(command.key, policy);
    const isAsked = order !== undefined && asksForBalance(command.kind);
    return { ...base, order, unsettled: isAsked ? yield* unsettledOf(merchantId, order.currency) : undefined };
  }
  switch (command.kind) {
    case "create-order":
      return { ...base, existingOrder: yield* orderByReference(merchantId, command.reference) };
    case "charge-token":
      return {
        ...base,
        existingOrder: yield* orderByReference(merchantId, command.reference),
        token: yield* ownToken(command, base.isNewMerchant),
        parent: yield* ownOrder(merchantId, command.parentOrderId),
      };
    case "charge-parent":
      return {
        ...base,
        existingOrder: yield* orderByReference(merchantId, command.reference),
        parent: yield* ownOrder(merchantId, command.parentOrderId),
      };
    case "delete-token":
      return { ...base, token: yield* ownToken(command, base.isNewMerchant) };
    case "query-tokens":
      return { ...base, tokens: yield* tokensOfUser(command, base.isNewMerchant) };
    case "save-card": {
      const cardEntry = yield* cardEntryById(command.cardEntryId);
      return { ...base, cardEntry, tokens: cardEntry && (yield* tokensOf(merchantId, cardEntry.userId)) };
    }
    case "cancel-card-entry":
      return { ...base, cardEntry: yield* cardEntryById(command.cardEntryId) };
    case "open-card-entry":
    case "store-token":
      return base;
  }
}

const asksForBalance = (kind: Command["kind"]): boolean =>
  kind === "refund-order" || kind === "void-order" || kind === "settle-order";

function merchantIdOf(command: Command): number {
  if ("key" in command) return command.key.merchantId;
  return command.kind === "store-token" ? command.token.merchantId : command.merchantId;
}

/** The order that both names fit; with one name, that one's. */
// ASSUMED(id-reference-mismatch): two names of different orders name none.
function* namedOrder({ merchantId, orderId, merchantReference }: OrderKey, policy: Policy): Loading<Order | undefined> {
  if (orderId === undefined) return yield* orderByReference(merchantId, merchantReference ?? "");
  const order = yield* ownOrder(merchantId, orderId);
  const fits = merchantReference === undefined || order?.reference === merchantReference;
  return fits || policy["id-reference-mismatch"] === "order-id-wins" ? order : undefined;
}

/** Another merchant's order is as good as none. */
function* ownOrder(merchantId: number, orderId: number | undefined): Loading<Order | undefined> {
  const order = orderId === undefined ? undefined : yield* orderById(orderId);
  return order?.merchantId === merchantId ? order : undefined;
}

interface OfUser {
  readonly merchantId: number;
  readonly userId: string;
}

/** A token charges only its own user's orders. */
function* ownToken(of: OfUser & { readonly tokenId: number }, isNewMerchant: boolean): Loading<Token | undefined> {
  const token = isNewMerchant
    ? demoTokens(of.merchantId).find((t) => t.tokenId === of.tokenId)
    : yield* tokenById(of.merchantId, of.tokenId);
  return token && isOf(of)(token) ? token : undefined;
}

function* tokensOfUser(of: OfUser, isNewMerchant: boolean): Loading<readonly Token[]> {
  return isNewMerchant ? demoTokens(of.merchantId).filter(isOf(of)) : yield* tokensOf(of.merchantId, of.userId);
}

const isOf =
  ({ userId }: OfUser) =>
  (token: Token): boolean =>
    foldUserId(token.userId) === foldUserId(userId);
