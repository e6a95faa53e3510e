import type { Instant } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";

/** What the signature check found. */
export type SignatureState = "valid" | "invalid" | "no-key" | "unchecked";

/** A call and its answer, as the journal keeps them. */
export interface Exchange {
  /** Dense per lane, in commit order. On the wire: `req-<id>`. */
  readonly id: number;
  readonly at: Instant;
  /** The path without its first slash, an action of the hosted page, or `settlement`. */
  readonly operation: string;
  readonly merchantId?: number | undefined;
  readonly reference?: string | undefined;
  readonly orderId?: number | undefined;
  /** Of the order as it was before this call. */
  readonly orderStatus?: OrderStatus | undefined;
  readonly cardType?: string | undefined;
  readonly signature: SignatureState;
  readonly responseCode: string;
  readonly http: number;
  /** The text of `request`, card numbers masked. */
  readonly request: string;
  readonly response: string;
  /** Name or id of the rule that fired. */
  readonly rule?: string | undefined;
  /** Why it went so: JSON text of an Explanation; empty where nothing but the ladder had a say. */
  readonly explain: string;
}

export const requestId = (id: number): string => `req-${id}`;
export const readRequestId = (text: string): number | undefined => {
  const digits = /^(?:req-)(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
