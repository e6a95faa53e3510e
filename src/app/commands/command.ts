import type { ChargeParent, ChargeToken, CreateOrder, PayOrder } from "../../domain/commands.js";
import type { MinorUnits } from "../../domain/money.js";
import type { Order, Transaction } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { DeclineName, RefusalName } from "../../facts/codes.js";
import type { OpenTokenPage, SaveCard, TokenPage } from "./card-entry.js";

/** How a caller names an order: by id, by reference, or by both. */
export interface OrderKey {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

/** Everything that can be asked of a lane. */
export type Command =
  | CreateOrder
  | ChargeToken
  | (ChargeParent & { readonly kind: "charge-parent" })
  | { readonly kind: "refund-order"; readonly key: OrderKey; readonly amount: MinorUnits }
  | { readonly kind: "void-order"; readonly key: OrderKey }
  | { readonly kind: "query-order"; readonly key: OrderKey }
  | { readonly kind: "query-tokens"; readonly merchantId: number; readonly userId: string }
  | { readonly kind: "delete-token"; readonly merchantId: number; readonly userId: string; readonly tokenId: number }
  | { readonly kind: "store-token"; readonly token: Omit<Token, "tokenId"> & { readonly tokenId?: number | undefined } }
  | OpenTokenPage
  /** The shopper's actions on the page. */
  | (PayOrder & { readonly key: OrderKey; readonly cardOutcome: "approve" | DeclineName })
  | { readonly kind: "cancel-order"; readonly key: OrderKey }
  | { readonly kind: "open-order"; readonly key: OrderKey }
  | { readonly kind: "expire-order"; readonly key: OrderKey; readonly early: boolean }
  | { readonly kind: "settle-order"; readonly key: OrderKey }
  | SaveCard
  | { readonly kind: "cancel-card-entry"; readonly merchantId: number; readonly pageId: number };

/** What came of a command. */
export type Result =
  | { readonly kind: "order"; readonly order: Order; readonly transaction?: Transaction | undefined }
  | { readonly kind: "tokens"; readonly tokens: readonly Token[] }
  | { readonly kind: "token"; readonly token: Token }
  | { readonly kind: "page"; readonly page: TokenPage }
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
