import * as z from "zod";
import { assumeSchema } from "./assume-schema.js";
import { declinable, isDecline, reachesDeclinable } from "./decline-fit.js";
import { durationWords } from "./duration.js";
import { fault } from "./issues.js";
import { expectationsMax, rulesMax } from "./limits.js";
import { named } from "./public-schemas.js";
import {
  amountSchema,
  balanceSchema,
  capabilitiesSchema,
  chargeSchema,
  countSchema,
  currencySchema,
  durationSchema,
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
} from "./schema-parts.js";
import { cardSchema, thenSchema } from "./then-schema.js";
import { operationSchema, whenMembers, whenSchema } from "./when-schema.js";

export {
  type Delay,
  type FaultName,
  faultNames,
  type Placement,
  placements,
  type Then,
  thenSchema,
} from "./then-schema.js";
export { type When, whenSchema } from "./when-schema.js";

export const ruleKeys = ["rule", "merchantReference", "orderId", "userId", "tokenId", "merchantId"] as const;

export const ruleSchema = named(
  "Rule",
  z
    .strictObject({
      name: z.string().min(1).optional().describe("what expectations and explanations call it"),
      when: whenSchema.optional().describe("what it matches; left out: everything"),
      times: z.int().min(1).optional().describe("fires that often"),
      after: z.int().min(0).optional().describe("lets that many pass first"),
      chance: z.number().min(0).max(1).optional().describe("fires with this probability, drawn from the seed"),
      until: z
        .union([instantSchema, durationSchema], {
          error: `${instantWords}, or, from when the rule was put in, ${durationWords}`,
        })
        .optional()
        .describe("fires before this instant, or within this duration from when it was put in"),
      key: z.enum(ruleKeys).optional().describe("what is counted by"),
      then: thenSchema.describe("what happens to the calls that it fires for"),
    })
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
  count: countSchema.describe("how many such calls there must be"),
});
const orderExpectation = z
  .strictObject({
    merchantReference: patternSchema.optional().describe("names the orders; text with *, or /regex/"),
    orderId: idSchema.optional().describe("names one order, by its number"),
    status: statusSchema.optional().describe("what each of them must have become"),
    netAmount: amountSchema
      .optional()
      .describe("what each must have brought the merchant: paid less refunded, 0 once voided"),
  })
  .refine((order) => order.merchantReference !== undefined || order.orderId !== undefined, {
    error: "merchantReference or orderId",
  });
const notificationExpectation = z.strictObject({
  merchantReference: patternSchema.describe("the order that is told of; text with *, or /regex/"),
  acknowledged: z.boolean().optional().describe("whether the shop must have answered HTTP 200 once"),
  attempts: countSchema.optional().describe("how often it must have been sent, retries and copies included"),
});
const ruleExpectation = z.strictObject({
  name: z.string().min(1).describe("the rule, by the name that it was given"),
  fired: countSchema.describe("how often it must have fired"),
});

export const expectationSchema = named(
  "Expectation",
  z
    .strictObject({
      calls: callsExpectation.optional().describe("how many calls were made"),
      order: orderExpectation.optional().describe("how the order stands"),
      notification: notificationExpectation.optional().describe("whether it was sent, and acknowledged"),
      rule: ruleExpectation.optional().describe("how often a rule fired"),
    })
    .refine((clause) => Object.values(clause).filter((member) => member !== undefined).length === 1, {
      error: "one of calls, order, notification, rule",
    }),
);
export type Expectation = z.output<typeof expectationSchema>;

const givenMerchant = z.strictObject({
  merchantId: merchantIdSchema.describe("the merchant that is made or changed"),
  publicKeys: z
    .array(publicKeySchema)
    .optional()
    .describe("what its signatures are checked by: PEM, or base64 of the X.509 SubjectPublicKeyInfo"),
  unsettledBalance: named(
    "Balance",
    z.strictObject({
      HKD: balanceSchema.optional().describe("in Hong Kong dollars"),
      USD: balanceSchema.optional().describe("in US dollars"),
    }),
  )
    .optional()
    .describe("what refunds are paid from; set last, by an adjustment"),
  capabilities: capabilitiesSchema.optional().describe("whether orders may be refunded and voided, by payment method"),
});
const givenToken = z.strictObject({
  merchantId: merchantIdSchema.describe("the merchant that the card is stored with"),
  userId: userIdSchema.describe("the merchant's user that the card belongs to"),
  card: cardSchema,
  tokenId: idSchema.optional().describe("its number; the next free one when left out"),
});
const givenOrder = z.strictObject({
  merchantId: merchantIdSchema.describe("the merchant that the order belongs to"),
  merchantReference: referenceSchema.describe("the order's own reference; no other order of the merchant may have it"),
  amount: chargeSchema,
  currency: currencySchema.optional().describe("HKD when left out"),
  status: statusSchema.optional().describe("OPEN when left out"),
  refunded: chargeSchema.optional().describe("with REFUNDED: how much; all when left out"),
});

export const givenSchema = named(
  "Given",
  z.strictObject({
    merchants: z.array(givenMerchant).optional().describe("made or changed, as PUT /_sandbox/merchants/<id> would"),
    tokens: z.array(givenToken).optional().describe("stored cards"),
    orders: z.array(givenOrder).optional().describe("made and brought to their status by real commands"),
  }),
);
export type Given = z.output<typeof givenSchema>;

export const scenarioSchema = named(
  "Scenario",
  z.strictObject({
    $schema: z.string().optional().describe("for editors, in JSON"),
    name: z.string().min(1).describe("what lists and reports call the scenario"),
    description: z.string().optional().describe("what a right shop does"),
    seed: z.int().min(0).optional().describe("same seed, same luck"),
    clock: instantSchema.optional().describe("frozen there; left out: real time"),
    assume: assumeSchema().optional().describe("choices for what nobody has published about the service"),
    given: givenSchema.optional().describe("state put into the lane first"),
    rules: listUpTo(rulesMax, ruleSchema).default([]).describe("first match wins"),
    expect: listUpTo(expectationsMax, expectationSchema).default([]).describe("what must hold in the end"),
  }),
);
export type Scenario = z.output<typeof scenarioSchema>;
