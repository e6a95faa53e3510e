import type { MinorUnits } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";

/** The subject of a rule: one call, or one act on the hosted page. Unknown members are absent or undefined. */
export interface Subject {
  /** The path without its first slash, or a page's action such as `checkout/pay`. */
  readonly operation: string;
  readonly merchantId?: string | undefined;
  readonly merchantReference?: string | undefined;
  readonly userId?: string | undefined;
  readonly reason?: string | undefined;
  readonly amountMinor?: MinorUnits | undefined;
  readonly currency?: string | undefined;
  readonly tokenId?: number | undefined;
  readonly orderId?: number | undefined;
  readonly cardType?: string | undefined;
  readonly paymentMethod?: string | undefined;
  readonly isRecurring?: boolean | undefined;
  /** The order's status before the call. */
  readonly orderStatus?: OrderStatus | undefined;
  /** Digits of the card typed on the page, for magic cards only. Never stored. */
  readonly cardNumber?: string | undefined;
}
