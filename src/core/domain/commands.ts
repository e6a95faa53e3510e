import type { PaymentMethod } from "../facts/methods.js";
import type { CardEntryOptions, CheckoutOptions } from "./checkout-options.js";
import type { Currency, Instant, MinorUnits } from "./money.js";
import type { OrderOrigin } from "./order.js";
import type { Token } from "./token.js";

/** The members that every command for a new order has. */
export interface Purchase {
  readonly merchantId: number;
  readonly reference: string;
  readonly amount: MinorUnits;
  readonly email: string;
  readonly notifyUrl?: string | undefined;
  readonly options: CheckoutOptions;
}

/** Creates an order that waits for a shopper on a page (or in a wallet's app). */
export interface CreateOrder extends Purchase {
  readonly kind: "create-order";
  readonly origin: Extract<OrderOrigin, "hosted" | "direct">;
  readonly currency: Currency;
  readonly recurring: boolean;
  /** Absent: the default lifetime. */
  readonly expiresAt?: Instant | undefined;
}

/** Charges a stored card: the shopper buys something, or a subscription is due. */
export interface ChargeToken extends Purchase {
  readonly kind: "charge-token";
  readonly origin: Extract<OrderOrigin, "token-sale" | "token-recurring">;
  /** Absent: the parent's currency, or HKD without a parent. */
  readonly currency?: Currency | undefined;
  readonly recurring: boolean;
  readonly userId: string;
  readonly tokenId: number;
  readonly parentOrderId?: number | undefined;
}

/** Charges a paid recurring order again, without a token. */
export interface ChargeParent extends Purchase {
  readonly kind: "charge-parent";
  readonly parentOrderId: number;
}

/** How a shopper pays on the page. */
export interface Instrument {
  readonly method: PaymentMethod;
  readonly maskedPan: string;
  readonly cardType: string;
}

export interface PayOrder {
  readonly kind: "pay-order";
  readonly instrument: Instrument;
  readonly email?: string | undefined;
}

export interface RefundOrder {
  readonly kind: "refund-order";
  readonly amount: MinorUnits;
}

export interface VoidOrder {
  readonly kind: "void-order";
  /** The origins that the called path accepts. Absent: any order. */
  readonly origins?: readonly OrderOrigin[] | undefined;
}

/** A command on an existing order. */
export type OrderCommand =
  | PayOrder
  | RefundOrder
  | VoidOrder
  | { readonly kind: "cancel-order" }
  /** Closes the order now, as a tester may ask. */
  | { readonly kind: "expire-order" }
  | { readonly kind: "settle-order" };

/** Opens a page that stores a user's card. */
export interface OpenCardEntry {
  readonly kind: "open-card-entry";
  readonly merchantId: number;
  readonly userId: string;
  readonly notifyUrl?: string | undefined;
  readonly options: CardEntryOptions;
}

/** The shopper saves a card. Commands never contain the full number or the CVC. */
export interface SaveCard {
  readonly kind: "save-card";
  readonly merchantId: number;
  readonly cardEntryId: number;
  readonly card: Omit<Token, "tokenId" | "merchantId" | "userId">;
}

/** The shopper leaves the page. */
export interface CancelCardEntry {
  readonly kind: "cancel-card-entry";
  readonly merchantId: number;
  readonly cardEntryId: number;
}

export interface DeleteToken {
  readonly kind: "delete-token";
  readonly merchantId: number;
  readonly userId: string;
  readonly tokenId: number;
}

/** A tester stores a card without a page. */
export interface StoreToken {
  readonly kind: "store-token";
  /** Without a tokenId, it gets the next free one. */
  readonly token: Omit<Token, "tokenId"> & { readonly tokenId?: number | undefined };
}

/** Every command that can be decided. */
export type DomainCommand =
  | CreateOrder
  | ChargeToken
  | ChargeParent
  | OrderCommand
  | OpenCardEntry
  | SaveCard
  | CancelCardEntry
  | DeleteToken
  | StoreToken;
