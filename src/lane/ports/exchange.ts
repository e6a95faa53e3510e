import type { Instant } from "../../core/domain/money.js";
import type { OrderStatus } from "../../core/domain/order.js";

/** The results of the signature check. */
export const signatureStates = ["valid", "invalid", "no-key", "unchecked"] as const;
export type SignatureState = (typeof signatureStates)[number];

/** A call and its answer, as the journal stores them. */
export interface Exchange {
  /** Consecutive in each lane, in commit order. Sent as `req-<id>`. */
  readonly id: number;
  readonly at: Instant;
  /** The path without its first slash, an action of the hosted page, or `settlement`. */
  readonly operation: string;
  readonly merchantId?: number | undefined;
  readonly reference?: string | undefined;
  readonly orderId?: number | undefined;
  /** The order's status before this call. */
  readonly orderStatus?: OrderStatus | undefined;
  readonly cardType?: string | undefined;
  readonly signature: SignatureState;
  readonly responseCode: string;
  readonly http: number;
  /** The text of `request`, with card numbers masked. */
  readonly request: string;
  readonly response: string;
  /** Name or id of the rule that fired. */
  readonly rule?: string | undefined;
  /** JSON text of an Explanation. Empty if the built-in checks alone decided the answer. */
  readonly explain: string;
}

export const requestId = (id: number): string => `req-${id}`;
export const readRequestId = (text: string): number | undefined => {
  const digits = /^(?:req-)(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** The measured size of an exchange without its texts, in bytes. */
const FRAME_BYTES = 600;

/** The approximate size of an exchange in bytes. */
export const exchangeBytes = ({ request, response, explain }: Exchange): number =>
  FRAME_BYTES + request.length + response.length + explain.length;
