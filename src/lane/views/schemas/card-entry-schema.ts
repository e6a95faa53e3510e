import * as z from "zod";
import { cardEntryStatuses } from "../../../core/domain/card-entry.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { currencySchema } from "../../../core/scenario/values/schema-parts.js";
import { notificationSchema } from "./notification-schema.js";
import { ledgerLineSchema, transactionSchema } from "./order-schema.js";
import { instantText, text, wholeSchema } from "./schema-parts.js";

export const cardEntrySchema = named(
  "CardEntry",
  z.strictObject({
    id: wholeSchema("the card entry's id", 1),
    merchantId: wholeSchema("the merchant that asked for a card", 3),
    userId: text("the merchant's user who will own the card", "user1"),
    status: z.enum(cardEntryStatuses).describe("its status at the lane's time"),
    url: text("the page", "http://localhost:4655/card-entry/1-…"),
    notifyUrl: z.string().optional().describe("the address for the stored card's notification"),
    createTime: instantText("when it was opened"),
    expiryTime: instantText("until when the page accepts a card", "2026-01-05T02:16:40.000+00:00"),
    tokenId: z.int().optional().describe("the id of the stored card"),
    maskedPan: z.string().optional().describe("the first four digits and the last four of that card"),
    savedTime: z.string().optional().describe("when it was stored"),
  }),
  "A page that stores a card, opened by add-token.",
);
export type CardEntryJson = z.output<typeof cardEntrySchema>;

const chargeSchema = named(
  "VerificationCharge",
  transactionSchema.omit({ status: true, currency: true }).extend({
    issuerCountry: z.string().optional().describe("the country that issued the card"),
    status: z.enum(["SUCCESS", "DECLINED", "VOIDED"]),
    currency: currencySchema,
  }),
  "A charge that verified the card, or its void.",
);

export const cardEntryDetailsSchema = named(
  "CardEntryDetails",
  z.strictObject({
    cardEntry: cardEntrySchema,
    charges: z.array(chargeSchema),
    ledger: z.array(ledgerLineSchema),
    notifications: z.array(notificationSchema),
  }),
  "A card entry with its verification charges.",
);
export type CardEntryDetails = z.output<typeof cardEntryDetailsSchema>;
