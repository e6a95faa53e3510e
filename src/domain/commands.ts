import type { PaymentMethod } from "../facts/methods.js";
import type { Currency, Instant, MinorUnits } from "./money.js";
import type { OrderOrigin } from "./order.js";

/** What a new order needs, whichever way it comes. */
export interface Purchase {
  readonly merchantId: number;
  readonly reference: string;
  readonly amount: MinorUnits;
  readonly email: string;
  readonly notifyUrl?: string | undefined;
  /** The parameters as given. JSON text. */
  readonly wish: string;
}

/** An order that waits for a shopper on a page (or for a wallet's app). */
export interface CreateOrder extends Purchase {
  readonly kind: "create-order";
  readonly origin: Extract<OrderOrigin, "hosted" | "direct">;
  readonly currency: Currency;
  readonly recurring: boolean;
  /** Absent: the default lifetime. */
  readonly expiresAt?: Instant | undefined;
}

/** A stored card is charged, by the shopper's wish or by a plan. */
export interface ChargeToken extends Purchase {
  readonly kind: "charge-token";
  readonly origin: Extract<OrderOrigin, "token-sale" | "token-recurring">;
  /** Absent: the parent's, else HKD. */
  readonly currency?: Currency | undefined;
  readonly recurring: boolean;
  readonly userId: string;
  readonly tokenId: number;
  readonly parentOrderId?: number | undefined;
}

/** A paid recurring order is charged again, without a token. */
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
