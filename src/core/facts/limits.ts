import { assumed, docs, type Source, seen, spec } from "./source.js";

export interface Limit<V = number> {
  readonly value: V;
  readonly source: Source;
}
const limit = <V>(value: V, source: Source): Limit<V> => ({ value, source });

/** Limits of fields, with the unit in the name. */
export const limits = {
  /** Number(9,2). */
  amountMaxMinor: limit(999_999_999, assumed("amount-digits")),
  /** The same with nine digits before the point. */
  amountMaxMinorBeforePoint: limit(99_999_999_999, assumed("amount-digits")),
  referenceMaxChars: limit(64, docs("merchantReference: String(64)")),
  userIdMaxChars: limit(64, docs("userId: String(64)")),
  /** The same in the newer version of the docs. */
  userIdMaxCharsNewer: limit(56, assumed("user-id-length")),
  quantityMax: limit(99_999_999, docs("quantity: Number(8)")),
  binMinDigits: limit(4, docs("binStart: 4-8 digits")),
  binMaxDigits: limit(8, docs("binStart: 4-8 digits")),
  idMax: limit(2_147_483_647, seen("ids fit 31 bits")),
  reasonMaxChars: limit(255, assumed("unpublished-lengths")),
  itemNameMaxChars: limit(1024, assumed("unpublished-lengths")),
  urlMaxChars: limit(2048, assumed("unpublished-lengths")),
  emailMaxChars: limit(254, assumed("unpublished-lengths")),
  /** How long an unpaid order can be paid. */
  orderLifetimeMs: limit(1_000_000, spec("8 Order expiry default")),
  /** How far ahead expiryTime may lie if the service has a bound. */
  /** What `order-id-size: up-to-31-bits` adds to an order's number, which stays below 147,000,000. */
  largeOrderIds: limit(2_000_000_000, assumed("order-id-size")),
  farExpiryMs: limit(365 * 86_400_000, assumed("far-expiry")),
  bodyMaxBytes: limit(1_048_576, assumed("body-size")),
  verificationChargeMinor: limit(100, assumed("verification-charge")),
} as const;
