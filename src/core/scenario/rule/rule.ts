import * as z from "zod";
import { operationSchema, whenMembers, whenSchema } from "../conditions/when.js";
import { cardSchema, thenSchema } from "../effects/effects.js";
import { insteadOfRule } from "../effects/misplaced.js";
import { durationWords } from "../values/duration.js";
import { fault } from "../values/issues.js";
import { expectationsMax, rulesMax } from "../values/limits.js";
import { balanceSchema } from "../values/number-or-digits.js";
import { named } from "../values/public-schemas.js";
import {
  amountSchema,
  capabilitiesSchema,
  chargeSchema,
  countSchema,
  currencySchema,
  durationSchema,
  expirySchema,
  idSchema,
  instantSchema,
  instantWords,
  listUpTo,
  merchantIdSchema,
  patternSchema,
  publicKeySchema,
  referenceSchema,
  statusSchema,
  userIdSchema,
} from "../values/schema-parts.js";
import { assumeSchema } from "./assume-schema.js";
import { declinable, isDecline, reachesDeclinable } from "./decline-fit.js";

export { type When, whenSchema } from "../conditions/when.js";
export type { Delay } from "../effects/delay.js";
export { type Placement, type Then, thenSchema } from "../effects/effects.js";
export { type FaultName, faultNames } from "../effects/faults.js";

export const ruleKeys = ["rule", "merchantReference", "orderId", "userId", "tokenId", "merchantId"] as const;

export const ruleSchema = named(
  "Rule",
  z
    .strictObject(
      {
        name: z.string().min(1).optional().describe("the rule's name in expectations and explanations"),
        when: whenSchema.optional().describe("the calls that it matches; all when left out"),
        times: z.int().min(1).optional().describe("how many times it fires at most"),
        after: z.int().min(0).optional().describe("how many matching calls to skip first"),
        chance: z.number().min(0).max(1).optional().describe("fires with this probability, drawn from the seed"),
        until: z
          .union([instantSchema, durationSchema], {
            error: (issue) =>
              `${instantWords(issue)}; or, counted from when the rule was added, ${durationWords(issue)}`,
          })
          .optional()
          .describe("fires only before this instant, or within this duration after it was added"),
        key: z.enum(ruleKeys).optional().describe("the counter's key"),
        then: thenSchema.describe("its effects on a call"),
      },
      { error: ({ input }) => insteadOfRule(input) },
    )
    .superRefine(({ when, then: { outcome } }, check) => {
      const operation = when?.operation;
      if (!isDecline(outcome) || reachesDeclinable(operation)) return;
      const expected = `an operation that can be declined: ${declinable.join(", ")}`;
      check.addIssue({ ...fault(`${outcome} does not fit ${operation}`, { expected }), path: ["then", "outcome"] });
    }),
);
export type Rule = z.output<typeof ruleSchema>;

const callsExpectation = z.strictObject({
  ...whenMembers,
  operation: operationSchema,
  responseCode: patternSchema
    .optional()
    .describe("the answer's code: 0000 for success; text with *, or /regex/; refused calls count, too, if left out"),
  count: countSchema.describe("how many such calls there must be"),
});
const orderExpectation = z
  .strictObject({
    merchantReference: patternSchema.optional().describe("the reference of the orders; text with *, or /regex/"),
    orderId: idSchema.optional().describe("the id of one order"),
    status: statusSchema.optional().describe("the required status of each order"),
    netAmount: amountSchema
      .optional()
      .describe("the merchant's required net income from each order: paid minus refunded, 0 once voided"),
  })
  .refine((order) => order.merchantReference !== undefined || order.orderId !== undefined, {
    error: "merchantReference or orderId",
  });
const notificationExpectation = z.strictObject({
  merchantReference: patternSchema.describe("the reference of the notification's order; text with *, or /regex/"),
  acknowledged: z
    .boolean()
    .optional()
    .describe("true: the shop acknowledged it at least once; false: never, though there was one"),
  attempts: countSchema.optional().describe("how often it must have been sent, including retries and copies"),
});
const ruleExpectation = z.strictObject({
  name: z.string().min(1).describe("the rule's name"),
  fired: countSchema.describe("how often it must have fired"),
});

export const expectationSchema = named(
  "Expectation",
  z
    .strictObject({
      calls: callsExpectation.optional().describe("expects a number of calls"),
      order: orderExpectation.optional().describe("expects a status or net amount of orders"),
      notification: notificationExpectation.optional().describe("expects notifications of an order"),
      rule: ruleExpectation.optional().describe("expects how often a rule fired"),
    })
    .refine((clause) => Object.values(clause).filter((member) => member !== undefined).length === 1, {
      error: "one of calls, order, notification, rule",
    }),
);
export type Expectation = z.output<typeof expectationSchema>;

const givenMerchant = z.strictObject({
  merchantId: merchantIdSchema.describe("the id of the merchant to create or change"),
  publicKeys: z
    .array(publicKeySchema)
    .optional()
    .describe("keys that verify its signatures: PEM, or base64 of the X.509 SubjectPublicKeyInfo"),
  unsettledBalance: named(
    "Balance",
    z.strictObject({
      HKD: balanceSchema().optional().describe("in Hong Kong dollars"),
      USD: balanceSchema().optional().describe("in US dollars"),
    }),
  )
    .optional()
    .describe("the balance that refunds are paid from; set last, by an adjustment"),
  capabilities: capabilitiesSchema.optional().describe("whether orders may be refunded and voided, by payment method"),
});
export const givenToken = z.strictObject({
  merchantId: merchantIdSchema.describe("the id of the merchant that stores the card"),
  userId: userIdSchema.describe("the merchant's user who owns the card"),
  card: cardSchema,
  expiryDate: expirySchema.optional().describe("the card's last month, YYYYMM; 203012 when left out"),
  tokenId: idSchema.optional().describe("the token's id; the next free one when left out"),
});
const givenOrder = z.strictObject({
  merchantId: merchantIdSchema.describe("the merchant that the order belongs to"),
  merchantReference: referenceSchema.describe("the order's reference; no other order of the merchant may have it"),
  amount: chargeSchema,
  currency: currencySchema.optional().describe("HKD when left out"),
  status: statusSchema.optional().describe("OPEN when left out"),
  refunded: chargeSchema.optional().describe("the refunded amount, for REFUNDED; all of it when left out"),
});

export const givenSchema = named(
  "Given",
  z.strictObject({
    merchants: z
      .array(givenMerchant)
      .optional()
      .describe("merchants to create or change, as by PUT /_sandbox/merchants/<id>"),
    tokens: z.array(givenToken).optional().describe("stored cards"),
    orders: z.array(givenOrder).optional().describe("orders, created and brought to their status by real commands"),
  }),
);
export type Given = z.output<typeof givenSchema>;

export const scenarioSchema = named(
  "Scenario",
  z.strictObject({
    $schema: z.string().optional().describe("the schema's address, for editors"),
    name: z.string().min(1).describe("the scenario's name in lists and reports"),
    description: z.string().optional().describe("the correct behaviour of a shop"),
    seed: z.int().min(0).optional().describe("the same seed gives the same random draws"),
    clock: instantSchema.optional().describe("the instant at which the clock is frozen; real time when left out"),
    idle: durationSchema
      .optional()
      .describe("for exec: after this much real time without a call, delayed notifications and retries become due"),
    assume: assumeSchema().optional().describe("choices for assumptions about the service"),
    given: givenSchema.optional().describe("the state to create first"),
    rules: listUpTo(rulesMax, ruleSchema).default([]).describe("the rules; the first match wins"),
    expect: listUpTo(expectationsMax, expectationSchema)
      .default([])
      .describe("expectations that are checked at the end"),
  }),
);
export type Scenario = z.output<typeof scenarioSchema>;
