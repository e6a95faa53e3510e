import type { Order } from "../../domain/order.js";
import { foldUserId, type Token } from "../../domain/token.js";
import type { Policy } from "../../facts/assumptions.js";
import { demoTokens } from "../fixtures.js";
import { merchantById, orderById, orderByReference, tokenById, tokenPageById } from "../ports/reads.js";
import type { Merchant, Read } from "../ports/store.js";
import type { TokenPage } from "./card-entry.js";
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
  readonly page?: TokenPage | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: reads.ts types what comes back.
type Loading<T> = Generator<Read, T, any>;

const merchantIdOf = (command: Command): number =>
  "key" in command
    ? command.key.merchantId
    : command.kind === "store-token"
      ? command.token.merchantId
      : command.merchantId;

export function* load(command: Command, policy: Policy): Loading<Loaded> {
  const merchantId = merchantIdOf(command);
  const known = yield* merchantById(merchantId);
  const base = { merchant: known ?? { merchantId, publicKeys: [], capabilities: {} }, isNewMerchant: !known };
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
    case "save-card":
    case "cancel-card-entry":
      return { ...base, page: yield* tokenPageById(command.pageId) };
    case "query-tokens":
    case "store-token":
    case "open-token-page":
      return base;
    default:
      return { ...base, order: yield* namedOrder(command.key, policy) };
  }
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

/** A token charges only its own user's orders. */
function* ownToken(
  of: { merchantId: number; userId: string; tokenId: number },
  isNewMerchant: boolean,
): Loading<Token | undefined> {
  const token = isNewMerchant
    ? demoTokens(of.merchantId).find((t) => t.tokenId === of.tokenId)
    : yield* tokenById(of.merchantId, of.tokenId);
  return token && foldUserId(token.userId) === foldUserId(of.userId) ? token : undefined;
}
