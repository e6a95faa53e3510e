import * as z from "zod";
import { expectationSchema } from "../../../core/scenario/rule/rule.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { statusSchema } from "../../../core/scenario/values/schema-parts.js";
import { anything, mostly, text, wholeSchema } from "./schema-parts.js";
import { warningSchema } from "./warning-schema.js";

/** A call as rules and expectations see it. */
export const callSchema = named(
  "Call",
  z.strictObject({
    requestId: text("the call's id", "req-1"),
    operation: text("the path without its first slash, or an action of a page", "hosted-checkout/create"),
    merchantId: z.string().optional().describe("the calling merchant's id, as text"),
    merchantReference: z.string().optional().describe("the order's reference"),
    userId: z.string().optional().describe("the merchant's user"),
    reason: z.string().optional().describe("the reason of a recurring charge"),
    amount: z.number().optional().describe("in the currency's main unit"),
    currency: z.string().optional().describe("as the caller sent it"),
    tokenId: z.int().optional().describe("the stored card's id"),
    orderId: z.int().optional().describe("the order that the call is about"),
    cardType: z.string().optional().describe("the card's brand, or the wallet that paid"),
    paymentMethod: z.string().optional().describe("how the shopper pays"),
    isRecurring: z.boolean().optional().describe("whether the order can be charged again, or is such a charge"),
    orderStatus: statusSchema.optional().describe("the order's status before the call"),
    responseCode: mostly(text("the answer's response code; empty if a fault cut the call", "0000")),
    rule: z.string().optional().describe("the rule that fired"),
  }),
  "A call, as rules and expectations see it.",
);

export type CallJson = z.output<typeof callSchema>;

const unmet = {
  expected: text("a sentence", "order A-1 with status REFUNDED"),
  actual: text("a sentence", "status SUCCESS, netAmount 50.00"),
  nearest: z
    .array(anything("a call, an order, a notification or a rule", {}))
    .meta({ description: "the facts that come closest, at most three", examples: [[]] }),
};

const clauseSchema = (description: string) =>
  expectationSchema.meta({ description, examples: [{ order: { merchantReference: "A-1", status: "REFUNDED" } }] });

const checkedScenarioSchema = z.strictObject({
  name: text("the scenario's name", "refund-short-of-balance"),
  file: z.string().optional().describe("its file"),
  clauses: z.array(
    z.strictObject({
      clause: clauseSchema("an expectation"),
      line: z.int().optional().describe("its line in the file"),
      failure: z.strictObject(unmet).optional().describe("absent if it is met"),
    }),
  ),
  rules: z.array(
    z.strictObject({
      name: text("the rule's place and name", "rule 1 of refund-short-of-balance"),
      fired: wholeSchema("how often it fired", 1),
      nearest: z
        .strictObject({
          missed: z.int().describe("the less, the closer: members of its `when` that did not match"),
          takenBy: z.string().optional().describe("the earlier rule that took the call instead"),
          text: z.string().describe("the call, and what kept the rule from it"),
        })
        .optional()
        .describe("if it never fired, the call that it nearly changed"),
    }),
  ),
});

export const reportSchema = named(
  "Report",
  z.strictObject({
    passed: z.boolean().describe("whether all expectations were met; with `strict`, and nothing is warned of"),
    failures: z.array(z.strictObject({ clause: clauseSchema("the expectation that was not met"), ...unmet })),
    warnings: z
      .array(warningSchema)
      .optional()
      .describe(
        "expectations that can never be met; without `strict`, that nothing was checked; with it, rules that never fired, a lane without a call, and mistakes of calls; absent if there is nothing to say",
      ),
    scenarios: z
      .array(checkedScenarioSchema)
      .optional()
      .describe("with `strict`: the lane's scenarios, with each expectation and rule"),
  }),
  "The result of checking expectations against a lane.",
);
export type ReportJson = z.output<typeof reportSchema>;
