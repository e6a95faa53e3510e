import { text, wholeSchema } from "./schema-parts.js";

/** A stored card, as query-token and the control API return it. */
export const tokenFields = {
  maskedPan: text("the card's first four digits and last four", "4705********8101"),
  userId: text("as first given", "user1"),
  tokenId: wholeSchema("the id that charges use", 351),
  cardBrand: text("VISA, MASTERCARD or UNIONPAY", "VISA"),
  cardSubBrand: text("the brand with CREDIT or DEBIT", "VISA_CREDIT"),
  expiryDate: text("the card's last month, YYYYMM", "203012"),
} as const;
