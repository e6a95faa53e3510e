import * as z from "zod";
import { orderOrigins, transactionStatuses, transactionTypes } from "../../domain/order.js";
import { named } from "../../scenario/public-schemas.js";
import { currencySchema, declineSchema, methodSchema, statusSchema } from "../../scenario/schema-parts.js";
import { notificationSchema } from "./notification-schema.js";
import { instant, money, text, whole } from "./schema-parts.js";

export const orderSchema = named(
  "Order",
  z.strictObject({
    id: whole("what the payment API calls orderId", 1000001),
    merchantId: whole("the merchant that the order belongs to", 3),
    merchantReference: text("the merchant's own name for it", "A-1"),
    status: statusSchema.meta({ description: "at the lane's time", examples: ["SUCCESS"] }),
    currency: currencySchema,
    amount: money("what the shopper is to pay"),
    netAmount: money("what the order brought the merchant: paid less refunded, 0 once voided"),
    cardType: z
      .string()
      .optional()
      .meta({ description: "brand or wallet that paid", examples: ["VISA"] }),
    origin: z.enum(orderOrigins).describe("how the order came to be"),
    recurring: z.boolean().meta({ description: "whether it can be charged again", examples: [false] }),
    email: text("the shopper's address; empty where none was given", ""),
    userId: z.string().optional().describe("whose stored card was charged"),
    tokenId: z.int().optional().describe("the stored card that was charged"),
    parentOrderId: z.int().optional().describe("the order that this one charges again"),
    createTime: instant("when it was made"),
    updateTime: instant("when it last changed"),
    expiryTime: instant("until when it can be paid", "2026-01-05T02:16:40.000+00:00"),
    settledTime: instant("when it was settled").optional(),
    notifyUrl: z.string().optional().describe("where its notifications go"),
  }),
  "An order. Amounts are in the currency's main unit.",
);
export type OrderJson = z.output<typeof orderSchema>;

export const transactionSchema = named(
  "Transaction",
  z.strictObject({
    id: whole("the transaction's number", 2000001),
    type: z.enum(transactionTypes),
    status: z.enum(transactionStatuses).describe("a sale follows what became of its order"),
    amount: money("what was moved, or was to be moved"),
    currency: currencySchema,
    method: methodSchema,
    cardType: text("VISA, MASTER, UNIONPAY, or the wallet's method", "VISA"),
    maskedPan: text("the card's first six digits and last four; empty for wallets", "411111XXXXXX1111"),
    stan: text("the system trace audit number, six digits", "000001"),
    declined: declineSchema.optional().describe("why the issuer refused; absent when it approved"),
    at: instant("when it was made"),
  }),
  "One attempt to move money.",
);
export type TransactionJson = z.output<typeof transactionSchema>;

export const ledgerLineSchema = named(
  "LedgerLine",
  z.strictObject({
    account: z
      .enum(["unsettled", "scheme", "payout", "adjustment"])
      .describe("unsettled is the merchant's; the others are where money came from or went"),
    merchantId: whole("the merchant whose money moved", 3),
    currency: currencySchema,
    amount: money("into the account; below zero: out of it"),
    at: instant("when it moved"),
    orderId: z.int().optional().describe("the order that it moved for"),
    transactionId: z.int().optional().describe("the transaction that moved it"),
    why: text("sale, refund, void, settlement, adjustment, …", "sale"),
  }),
  "One side of a move of money: each move is two lines that sum to zero.",
);
export type LedgerLineJson = z.output<typeof ledgerLineSchema>;

const timelineEntrySchema = named(
  "TimelineEntry",
  z.union([
    z.strictObject({
      at: instant("when it was called"),
      what: text("the operation", "tokenization/sale"),
      requestId: text("names the call", "req-1"),
      responseCode: text("what it was answered", "0000"),
      why: z.string().optional().describe("what the order's options forbade on its page"),
    }),
    z.strictObject({ at: instant("when its time was up, or it was settled"), what: z.enum(["expired", "settled"]) }),
    z.strictObject({
      at: instant("when it was sent"),
      what: z.literal("notification"),
      notificationId: z.int(),
      status: z.int().nullable().describe("HTTP status; null when no answer came"),
      why: z.string().nullable().describe("why the attempt does not count; null when it does"),
    }),
  ]),
);
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const orderDetailsSchema = named(
  "OrderDetails",
  z
    .strictObject({
      order: orderSchema,
      checkoutUrl: z.string().optional().describe("its hosted page; absent where there is none"),
      transactions: z.array(transactionSchema),
      ledger: z.array(ledgerLineSchema),
      notifications: z.array(notificationSchema).describe("newest first"),
      timeline: z.array(timelineEntrySchema).describe("oldest first"),
    })
    .describe("An order, and all that happened to it."),
);
export type OrderDetails = z.output<typeof orderDetailsSchema>;
