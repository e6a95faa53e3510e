import * as z from "zod";
import { orderOrigins, transactionStatuses, transactionTypes } from "../../../core/domain/order.js";
import { faultNames } from "../../../core/scenario/effects/faults.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import {
  currencySchema,
  declineSchema,
  methodSchema,
  statusSchema,
} from "../../../core/scenario/values/schema-parts.js";
import { waysLost } from "../../ports/explanation.js";
import { acceptedForgeryText, notificationSchema } from "./notification-schema.js";
import { instantText, moneySchema, mostly, text, wholeSchema } from "./schema-parts.js";

export const orderSchema = named(
  "Order",
  z.strictObject({
    id: wholeSchema("the orderId of the payment API", 1000001),
    merchantId: wholeSchema("the merchant that the order belongs to", 3),
    merchantReference: text("the merchant's own id of the order", "A-1"),
    status: statusSchema.meta({ description: "its status at the lane's time", examples: ["SUCCESS"] }),
    currency: currencySchema,
    amount: moneySchema("the amount to pay"),
    netAmount: moneySchema("the merchant's net income from the order: paid minus refunded, 0 once voided"),
    cardType: mostly(text("the card brand or wallet that paid", "VISA")),
    origin: z.enum(orderOrigins).describe("how the order was created"),
    recurring: z.boolean().meta({ description: "whether recurring charges are allowed", examples: [false] }),
    email: text("the shopper's email address; empty if unknown", ""),
    userId: z.string().optional().describe("the user whose stored card was charged"),
    tokenId: z.int().optional().describe("the stored card that was charged"),
    parentOrderId: z.int().optional().describe("the order that this one charges again"),
    createTime: instantText("when it was created"),
    updateTime: instantText("when it last changed"),
    expiryTime: instantText("until when it can be paid", "2026-01-05T02:16:40.000+00:00"),
    settledTime: instantText("when it was settled").optional(),
    notifyUrl: z.string().optional().describe("the address for its notifications"),
  }),
  "An order. Amounts are in the currency's main unit.",
);
export type OrderJson = z.output<typeof orderSchema>;

export const transactionSchema = named(
  "Transaction",
  z.strictObject({
    id: wholeSchema("the transaction's id", 2000001),
    type: z.enum(transactionTypes),
    status: z.enum(transactionStatuses).describe("its status; a sale has the status of its order"),
    amount: moneySchema("the amount that was moved or requested"),
    currency: currencySchema,
    method: methodSchema,
    cardType: text("VISA, MASTER, UNIONPAY, or the wallet's method", "VISA"),
    maskedPan: text("the card's first six digits and last four; empty for wallets", "411111XXXXXX1111"),
    stan: text("the system trace audit number, six digits", "000001"),
    declined: declineSchema.optional().describe("why the issuer declined; absent if it approved"),
    at: instantText("when it was created"),
  }),
  "One attempt to move money.",
);
export type TransactionJson = z.output<typeof transactionSchema>;

export const ledgerLineSchema = named(
  "LedgerLine",
  z.strictObject({
    account: z
      .enum(["unsettled", "scheme", "payout", "adjustment"])
      .describe("unsettled is the merchant's account; its money comes from the others or goes to them"),
    merchantId: wholeSchema("the merchant whose money moved", 3),
    currency: currencySchema,
    amount: moneySchema("the amount that enters the account (negative: leaves it)"),
    at: instantText("when it moved"),
    orderId: z.int().optional().describe("the order that the money belongs to"),
    transactionId: z.int().optional().describe("the transaction that moved it"),
    why: text("sale, refund, void, settlement, adjustment, …", "sale"),
  }),
  "One side of a transfer of money. Each transfer has two lines that sum to zero.",
);
export type LedgerLineJson = z.output<typeof ledgerLineSchema>;

export const lostSchema = z
  .enum(waysLost)
  .optional()
  .describe(
    "why its client has no answer, if no fault did it; not-sent: a rule holds it back, or did when the sandbox ended",
  );

const timelineEntrySchema = named(
  "TimelineEntry",
  z.union([
    z.strictObject({
      at: instantText("when it was called"),
      what: text("the operation", "tokenization/sale"),
      requestId: text("the call's id", "req-1"),
      responseCode: text("the code of the answer", "0000"),
      why: z.string().optional().describe("why the order's options forbade the act on its page"),
      fault: z.enum(faultNames).optional().describe("the fault that cut or replaced the answer"),
      lost: lostSchema,
      resendOf: z.string().optional().describe("the earlier call with the same bytes whose answer was lost"),
    }),
    z.strictObject({ at: instantText("when it expired or was settled"), what: z.enum(["expired", "settled"]) }),
    z.strictObject({
      at: instantText("when it was sent"),
      what: z.literal("notification"),
      notificationId: z.int(),
      status: z.int().nullable().describe("HTTP status; null if no answer came"),
      why: z.string().nullable().describe("why the attempt does not count as acknowledged; null if it does"),
      warning: acceptedForgeryText,
    }),
    z.strictObject({
      at: instantText("when the shop began it, on the lane's clock"),
      what: text("the name of a span that the shop posted", "POST /checkout"),
      traceId: text("the trace that it belongs to", "4bf92f3577b34da6a3ce929d0e0e4736"),
      spanId: text("names the span", "00f067aa0ba902b7"),
      parentSpanId: z.string().optional().describe("the span that it is part of"),
      service: z.string().optional().describe("the shop's program, by its service.name"),
      durationMs: z.number().describe("how long it took, in real time"),
      error: z.string().optional().describe("its error, if it failed"),
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe("its first attributes"),
    }),
  ]),
);
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const orderDetailsSchema = named(
  "OrderDetails",
  z
    .strictObject({
      order: orderSchema,
      checkoutUrl: z.string().optional().describe("its hosted page; absent if it has none"),
      transactions: z.array(transactionSchema),
      ledger: z.array(ledgerLineSchema),
      notifications: z.array(notificationSchema).describe("newest first"),
      timeline: z.array(timelineEntrySchema).describe("oldest first"),
    })
    .describe("An order and its history."),
);
export type OrderDetails = z.output<typeof orderDetailsSchema>;
