import type { DomainCommand, OrderCommand, PayOrder, SaveCard } from "../../core/domain/commands.js";
import type { Order } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import type { DeclineName } from "../../core/facts/codes.js";
import type { Result } from "../journal/result.js";
import type { Changes } from "../ports/store.js";

/** How a caller identifies an order: by id, by reference, or by both. */
export interface OrderKey {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

interface OfOrder {
  readonly key: OrderKey;
}

interface WithCard {
  /** The issuer's answer for the shopper's card, unless a scenario overrides it. */
  readonly cardOutcome: "approve" | DeclineName;
}

/** A request that changes nothing. */
export type Query =
  | ({ readonly kind: "query-order" } & OfOrder)
  | ({ readonly kind: "open-order" } & OfOrder)
  | { readonly kind: "query-tokens"; readonly merchantId: number; readonly userId: string };

/** A command that may change something, with the key of its order and the issuer's answer for its card. */
export type Action =
  | Exclude<DomainCommand, OrderCommand | SaveCard>
  | (Exclude<OrderCommand, PayOrder> & OfOrder)
  | (PayOrder & OfOrder & WithCard)
  | (SaveCard & WithCard);

/** Everything that a lane can be asked to do or show. */
export type Command = Query | Action;

/** The effects of a command: its result and all changes. */
export interface CommandResult {
  readonly result: Result;
  readonly changes: Changes;
  /** The order whose sale was approved just now. */
  readonly paid?: Order | undefined;
  /** The card that was just saved, and the address to notify. */
  readonly saved?: { readonly token: Token; readonly notifyUrl: string } | undefined;
}
