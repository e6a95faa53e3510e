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

/** True if a card number is in Mastercard's ranges. */
export const isMastercard = ({ maskedPan = "" }: StoredToken): boolean => /^(5[1-5]|2[2-7])/.test(maskedPan);
