import { brandOf } from "../../../core/facts/card-number.js";

/** A stored card as query-token lists it. Any member may be missing. */
export interface StoredToken {
  readonly tokenId: number;
  readonly maskedPan?: string;
  readonly cardBrand?: string;
  /** YYYYMM */
  readonly expiryDate?: string;
}

/** True if a card may be charged in a month, YYYYMM. */
export const isUsable = ({ expiryDate }: StoredToken, month: string): boolean =>
  expiryDate === undefined || expiryDate >= month;

export const isMastercard = ({ maskedPan = "" }: StoredToken): boolean => brandOf(maskedPan) === "MASTER";
