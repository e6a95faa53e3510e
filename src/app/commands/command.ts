import type { CardEntry } from "../../domain/card-entry.js";
import type { DomainCommand, OrderCommand, PayOrder, SaveCard } from "../../domain/commands.js";
import type { Order, Transaction } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { DeclineName, RefusalName } from "../../facts/codes.js";
import type { Changes } from "../ports/store.js";

/** How a caller names an order: by id, by reference, or by both. */
export interface OrderKey {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

interface OfOrder {
  readonly key: OrderKey;
}

interface WithCard {
  /** What the issuer says of the shopper's card, unless a scenario says otherwise. */
  readonly cardOutcome: "approve" | DeclineName;
}

/** What is asked and changes nothing. */
export type Query =
  | ({ readonly kind: "query-order" } & OfOrder)
  | ({ readonly kind: "open-order" } & OfOrder)
  | { readonly kind: "query-tokens"; readonly merchantId: number; readonly userId: string };

/** What is decided, with what names or surrounds it here. */
export type Action =
  | Exclude<DomainCommand, OrderCommand | SaveCard>
  | (Exclude<OrderCommand, PayOrder> & OfOrder)
  | (PayOrder & OfOrder & WithCard)
  | (SaveCard & WithCard);

/** Everything that can be asked of a lane. */
export type Command = Query | Action;

/** What came of a command. */
export type Result =
  | { readonly kind: "order"; readonly order: Order; readonly transaction?: Transaction | undefined }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] }
  | { readonly kind: "token"; readonly token: Token }
  | { readonly kind: "card-entry"; readonly cardEntry: CardEntry }
  | { readonly kind: "done" }
  | {
      readonly kind: "declined";
      readonly decline: DeclineName;
      /** Absent for the verification of a card, which has none. */
      readonly order?: Order;
      readonly transaction: Transaction;
    }
  | { readonly kind: "refused"; readonly reason: RefusalName; readonly detail?: string | undefined }
  /** A scenario's own code and message. */
  | { readonly kind: "forced"; readonly responseCode: string; readonly message: string }
  /** A fault before the commit: nothing happened. */
  | { readonly kind: "lost" };

/** What a command did: the answer, and all that it changed. */
export interface CommandResult {
  readonly result: Result;
  readonly changes: Changes;
  /** The order whose sale was approved just now. */
  readonly paid?: Order | undefined;
  /** The card that was saved just now, and who wants to hear of it. */
  readonly saved?: { readonly token: Token; readonly notifyUrl: string } | undefined;
}
