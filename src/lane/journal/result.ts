import type { CardEntry } from "../../core/domain/card-entry.js";
import type { Order, Transaction } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import type { AssumptionId } from "../../core/facts/assumptions.js";
import type { DeclineName, EnvelopeFaultName, RefusalName } from "../../core/facts/codes.js";

/** A refusal that changes nothing. */
export interface Refused {
  readonly reason: RefusalName | EnvelopeFaultName;
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
