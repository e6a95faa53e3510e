import * as z from "zod";
import { text } from "../../../lane/views/schemas/schema-parts.js";

// Schemas of the notifications (webhooks), for the OpenAPI document and the tests. The sandbox doesn't use them to send.
// Loose, because a provider may add members, and a scenario can ask for one.

const signature = text("SHA256withRSA by the service over all other members, in base64", "base64…");
const updateTime = text("when it happened (ISO 8601)", "2026-01-05T02:00:00.000+00:00");

/** Sent when an order is paid. */
export const paymentNotificationSchema = z.looseObject({
  amount: text("the order's amount, with two decimals", "106.00"),
  maskedPan: text("the card's first six digits and last four; empty for wallets", "411111XXXXXX1111"),
  orderId: text("the order's id", "1000001"),
  signature,
  cardType: text("the card brand or wallet that paid", "VISA"),
  updateTime,
  merchantReference: text("the merchant's own id of the order", "A-1"),
  status: text("the order's status", "SUCCESS"),
});

/** Sent when a card is stored on the page of add-token. */
export const tokenNotificationSchema = z.looseObject({
  userId: text("the merchant's user", "user1"),
  tokenId: text("the id that charges use", "351"),
  maskedPan: text("the card's first four digits and last four", "4705********8101"),
  cardBrand: text("VISA, MASTERCARD or UNIONPAY; the guess token-notification may leave it out", "VISA").optional(),
  cardSubBrand: text("the brand with CREDIT or DEBIT; left out with it", "VISA_CREDIT").optional(),
  expiryDate: text("the card's last month, YYYYMM", "203012"),
  merchantId: text("the merchant that it belongs to", "3"),
  updateTime,
  signature,
});
