import type { CardEntry } from "../../domain/card-entry.js";
import type { DomainCommand, OrderCommand, PayOrder, SaveCard } from "../../domain/commands.js";
import type { Order, Transaction } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import type { DeclineName, RefusalName } from "../../facts/codes.js";
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

/** A refusal that changes nothing. */
export interface Refused {
  readonly reason: RefusalName;
  /** Appended to the message. */
  readonly detail?: string | undefined;
  /** The assumptions behind it, besides the one about its code. */
  readonly assumes?: readonly AssumptionId[] | undefined;
}

/** The result of a command. */
export type Result =
  | { readonly kind: "order"; readonly order: Order; readonly transaction?: Transaction | undefined }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] }
  | { readonly kind: "token"; readonly token: Token }
  | { readonly kind: "card-entry"; readonly cardEntry: CardEntry }
  | { readonly kind: "done" }
  | {
      readonly kind: "declined";
      readonly decline: DeclineName;
      /** Absent for the verification of a card, which has no order. */
      readonly order?: Order;
      readonly transaction: Transaction;
    }
  | ({ readonly kind: "refused" } & Refused)
  /** A scenario's own code and message. */
  | { readonly kind: "forced"; readonly responseCode: string; readonly message: string }
  /** A fault before the commit cut the call: nothing changed. */
  | { readonly kind: "lost" };

/** The effects of a command: its result and all changes. */
export interface CommandResult {
  readonly result: Result;
  readonly changes: Changes;
  /** The order whose sale was approved just now. */
  readonly paid?: Order | undefined;
  /** The card that was just saved, and the address to notify. */
  readonly saved?: { readonly token: Token; readonly notifyUrl: string } | undefined;
}
