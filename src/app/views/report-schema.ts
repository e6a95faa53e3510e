import * as z from "zod";
import { named } from "../../scenario/public-schemas.js";
import { expectationSchema } from "../../scenario/rule.js";
import { statusSchema } from "../../scenario/schema-parts.js";
import { anything, text } from "./schema-parts.js";
import { warningSchema } from "./warning-schema.js";

/** What was called, as rules and expectations see it. */
export const callSchema = named(
  "Call",
  z.strictObject({
    requestId: text("names the call", "req-1"),
    operation: text("the path without its first slash, or an action of a page", "hosted-checkout/create"),
    merchantId: z.string().optional().describe("the merchant that called, as text"),
    merchantReference: z.string().optional().describe("the order's reference"),
    userId: z.string().optional().describe("the merchant's user"),
    reason: z.string().optional().describe("why a card is charged again"),
    amount: z.number().optional().describe("in the currency's main unit"),
    currency: z.string().optional().describe("as the caller gave it"),
    tokenId: z.int().optional().describe("the stored card"),
    orderId: z.int().optional().describe("the order that the call is about"),
    cardType: z.string().optional().describe("the card's brand, or the wallet that paid"),
    paymentMethod: z.string().optional().describe("how the shopper pays"),
    isRecurring: z.boolean().optional().describe("whether the order can be charged again, or is such a charge"),
    orderStatus: statusSchema.optional().describe("before the call"),
    responseCode: z
      .string()
      .optional()
      .meta({ description: "what was answered; empty where a fault cut the call", examples: ["0000"] }),
    rule: z.string().optional().describe("the rule that fired"),
  }),
  "A call as rules see it.",
);

export type CallJson = z.output<typeof callSchema>;

export const reportSchema = named(
  "Report",
  z.strictObject({
    passed: z.boolean().describe("whether all of them hold"),
    failures: z.array(
      z.strictObject({
        clause: expectationSchema.meta({
          description: "the expectation that does not hold",
          examples: [{ order: { merchantReference: "A-1", status: "REFUNDED" } }],
        }),
        expected: text("a sentence", "order A-1 with status REFUNDED"),
        actual: text("a sentence", "status SUCCESS, netAmount 50.00"),
        nearest: z
          .array(anything("a call, an order, a notification or a rule", {}))
          .meta({ description: "the facts that come closest, at most three", examples: [[]] }),
      }),
    ),
    warnings: z.array(warningSchema).optional().describe("what can never hold; absent where there is nothing to say"),
  }),
  "How expectations hold against what happened in a lane.",
);
export type ReportJson = z.output<typeof reportSchema>;
