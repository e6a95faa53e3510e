/** A stored card as query-token lists it; nothing of it is certain. */
export interface StoredToken {
  readonly tokenId: number;
  readonly maskedPan?: string;
  readonly cardBrand?: string;
  /** YYYYMM */
  readonly expiryDate?: string;
}

/** Whether a card may be charged in a month, YYYYMM. */
export const isUsable = ({ expiryDate }: StoredToken, month: string): boolean =>
  expiryDate === undefined || expiryDate >= month;

/** Whether a card number is of a range of Mastercard's. */
export const isMastercard = ({ maskedPan = "" }: StoredToken): boolean => /^(5[1-5]|2[2-7])/.test(maskedPan);
