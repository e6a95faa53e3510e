import type { DeclineName } from "../facts/codes.js";
import type { CardEntry } from "./card-entry.js";
import type { Instant, MinorUnits } from "./money.js";
import type { Order, Transaction } from "./order.js";
import type { Token } from "./token.js";

export type OrderEvent =
  | { readonly type: "order-created"; readonly at: Instant; readonly order: Order }
  | { readonly type: "email-given"; readonly at: Instant; readonly email: string }
  | { readonly type: "sale-approved"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "declined"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "refunded"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "voided"; readonly at: Instant; readonly transaction: Transaction }
  /** `withheld`: what the payout lacks, because it makes up for a balance below zero. */
  | { readonly type: "settled"; readonly at: Instant; readonly withheld?: MinorUnits }
  | { readonly type: "closed"; readonly at: Instant }
  | { readonly type: "cancelled"; readonly at: Instant; readonly to: Order["cancelled"] };

export type CardEntryEvent =
  | { readonly type: "card-entry-opened"; readonly at: Instant; readonly cardEntry: CardEntry }
  | {
      readonly type: "card-declined";
      readonly at: Instant;
      readonly charge: Transaction;
      readonly decline: DeclineName;
    }
  | {
      readonly type: "card-saved";
      readonly at: Instant;
      readonly charge: Transaction;
      /** The void of the charge. */
      readonly reversal: Transaction;
      readonly token: Token;
    }
  | { readonly type: "card-entry-cancelled"; readonly at: Instant };

/** Events of a stored card. */
export type TokenEvent =
  | { readonly type: "token-stored"; readonly at: Instant; readonly token: Token }
  | { readonly type: "token-deleted"; readonly at: Instant; readonly token: Token };
