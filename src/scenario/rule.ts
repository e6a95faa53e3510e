import * as z from "zod";
import { paymentMethods } from "../facts/methods.js";
import { declinable, isDecline, reachesDeclinable } from "./decline-fit.js";
import { fault } from "./issues.js";
import {
  amountSchema,
  countSchema,
  currencySchema,
  durationSchema,
  idSchema,
  instantSchema,
  merchantIdSchema,
  patternSchema,
  statusSchema,
  textSchema,
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

export const ruleSchema = z
  .strictObject({
    name: z.string().min(1).optional().describe("what expectations and explanations call it"),
    when: whenSchema.optional().describe("what it matches; left out: everything"),
    times: z.int().min(1).optional().describe("fires that often"),
    after: z.int().min(0).optional().describe("lets that many pass first"),
    chance: z.number().min(0).max(1).optional().describe("fires with this probability, drawn from the seed"),
    until: z
      .union([instantSchema, durationSchema], { error: "an instant, or a duration from when the rule was put in" })
      .optional()
      .describe("fires before this instant, or within this duration from when it was put in"),
    key: z.enum(ruleKeys).optional().describe("what is counted by"),
    then: thenSchema,
  })
  .superRefine(({ when, then: { outcome } }, check) => {
    const operation = when?.operation;
    if (!isDecline(outcome) || reachesDeclinable(operation)) return;
    const expected = `an operation that can be declined: ${declinable.join(", ")}`;
    check.addIssue({ ...fault(`${outcome} does not fit ${operation}`, { expected }), path: ["then", "outcome"] });
  });
export type Rule = z.output<typeof ruleSchema>;

const callsExpectation = z.strictObject({ ...whenMembers, operation: operationSchema, count: countSchema });
const orderExpectation = z
  .strictObject({
    merchantReference: patternSchema.optional(),
    orderId: idSchema.optional(),
    status: statusSchema.optional(),
    netAmount: amountSchema.optional(),
  })
  .refine((order) => order.merchantReference !== undefined || order.orderId !== undefined, {
    error: "merchantReference or orderId",
  });
const notificationExpectation = z.strictObject({
  merchantReference: patternSchema,
  acknowledged: z.boolean().optional(),
  attempts: countSchema.optional(),
});
const ruleExpectation = z.strictObject({ name: z.string().min(1), fired: countSchema });

export const expectationSchema = z
  .strictObject({
    calls: callsExpectation.optional().describe("how many calls were made"),
    order: orderExpectation.optional().describe("how the order stands"),
    notification: notificationExpectation.optional().describe("whether it was sent, and acknowledged"),
    rule: ruleExpectation.optional().describe("how often a rule fired"),
  })
  .refine((clause) => Object.values(clause).filter((member) => member !== undefined).length === 1, {
    error: "one of calls, order, notification, rule",
  });
export type Expectation = z.output<typeof expectationSchema>;

const givenMerchant = z.strictObject({
  merchantId: merchantIdSchema,
  publicKeys: z.array(z.string().min(1)).optional(),
  unsettledBalance: z.strictObject({ HKD: amountSchema.optional(), USD: amountSchema.optional() }).optional(),
  capabilities: z
    .partialRecord(
      z.enum(paymentMethods as [string, ...string[]]),
      z.strictObject({ refund: z.boolean().optional(), void: z.boolean().optional() }),
    )
    .optional(),
});
const givenToken = z.strictObject({
  merchantId: merchantIdSchema,
  userId: textSchema,
  card: cardSchema,
  tokenId: idSchema.optional(),
});
const givenOrder = z.strictObject({
  merchantId: merchantIdSchema,
  merchantReference: textSchema,
  amount: amountSchema,
  currency: currencySchema.optional(),
  status: statusSchema.optional().describe("OPEN when left out"),
  refunded: amountSchema.optional().describe("with REFUNDED: how much; all when left out"),
});

export const givenSchema = z.strictObject({
  merchants: z.array(givenMerchant).optional(),
  tokens: z.array(givenToken).optional(),
  orders: z.array(givenOrder).optional(),
});
export type Given = z.output<typeof givenSchema>;

export const scenarioSchema = z.strictObject({
  $schema: z.string().optional().describe("for editors, in JSON"),
  name: z.string().min(1),
  description: z.string().optional().describe("what a right shop does"),
  seed: z.int().min(0).optional().describe("same seed, same luck"),
  clock: instantSchema.optional().describe("frozen there; left out: real time"),
  given: givenSchema.optional().describe("state put into the lane first"),
  rules: z.array(ruleSchema).default([]).describe("first match wins"),
  expect: z.array(expectationSchema).default([]).describe("what must hold in the end"),
});
export type Scenario = z.output<typeof scenarioSchema>;
