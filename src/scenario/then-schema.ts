import * as z from "zod";
import { testCard } from "../facts/cards.js";
import { durationWords, parseDuration } from "./duration.js";
import { named } from "./public-schemas.js";
import { declineSchema, durationSchema, refusalSchema, someMember, textSchema } from "./schema-parts.js";

export const faultNames = [
  "connection-reset",
  "no-response",
  "empty-response",
  "truncated-body",
  "garbage-body",
  "wrong-content-type",
  "http-429",
  "http-500",
  "http-502",
  "http-503",
  "http-504",
] as const;
export type FaultName = (typeof faultNames)[number];

export const placements = ["before-parse", "before-commit", "after-commit"] as const;
export type Placement = (typeof placements)[number];

/** What a rule can falsify in a notification. Only `amount-signed` is then signed correctly. */
export const forgeries = ["signature", "amount", "amount-signed", "status", "reference"] as const;
export type Forgery = (typeof forgeries)[number];

/** False notifications that an unpaid order was paid. `other-order` is the genuine notification of another order. */
export const unpaidForgeries = ["unpaid", "no-signature", "empty-signature", "other-order"] as const;
/** The falsified part of an extra, forged notification. */
export const besideForgeries = ["signature", "amount", "status", "reference", ...unpaidForgeries] as const;

/** Changes that a later version of the service may make to an answer. */
export const evolutions = ["extra-member", "member-order", "unknown-status"] as const;
export type Evolution = (typeof evolutions)[number];

/** What somebody else does just before a call is decided. */
export const meanwhiles = [
  "settle",
  "refund",
  "refund-a-cent",
  "refund-all-but-a-cent",
  "expire",
  "delete-token",
  "expire-token",
  "drain-balance",
] as const;
export type Meanwhile = (typeof meanwhiles)[number];

/** How long a gate holds an answer by default, in milliseconds of real time. */
export const GATE_IDLE_MS = 5_000;
const GATE_MAX_MS = 600_000;

/** When the shopper's browser opens an address of callbackUrl. */
export const visitInstants = ["before-paying", "before-notice", "after-notice"] as const;

const ms = (duration: string | 0): number => parseDuration(String(duration));

const delaySchema = named(
  "Delay",
  z.union(
    [
      durationSchema,
      z
        .strictObject({
          min: durationSchema.describe("the shortest delay; all delays up to max are equally likely"),
          max: durationSchema.describe("the longest delay"),
        })
        .refine(({ min, max }) => ms(min) <= ms(max), { error: "min not above max" }),
      z
        .strictObject({
          median: durationSchema.describe("half of the delays are shorter"),
          p99: durationSchema.describe("one delay in a hundred is longer"),
        })
        .refine(({ median, p99 }) => ms(median) <= ms(p99), { error: "median not above p99" }),
    ],
    { error: `${durationWords}; or {min, max}, or {median, p99}, of durations` },
  ),
);
export type Delay = z.output<typeof delaySchema>;

const outcomeSchema = named(
  "Outcome",
  z.union(
    [
      z.literal("approve"),
      declineSchema,
      refusalSchema,
      z
        .strictObject({
          // YAML reads 0000 as the number 0, so numbers are accepted.
          responseCode: textSchema
            .refine((code) => !/^0+$/.test(code), { error: "another code: `approve` is the way to say yes" })
            .describe("the response code of the answer"),
          message: z.string().describe("the message of the answer"),
        })
        .describe("a refusal with an answer of your own"),
    ],
    { error: "an outcome's name, or {responseCode, message}" },
  ),
);

const besideSchema = named(
  "BesideNotice",
  z.strictObject({
    forge: z.enum(besideForgeries).describe("the falsified part; its signature is never valid"),
    sent: z.enum(["before", "after"]).describe("whether it is sent before or after the genuine notification"),
  }),
);

const notifySchema = named(
  "NotifyEffect",
  z
    .strictObject({
      drop: z.literal(true).optional().describe("never sends it"),
      delay: delaySchema.optional().describe("delays it on the lane's clock"),
      copies: z.int().min(1).max(100).optional().describe("how often it is sent"),
      overlap: z.literal(true).optional().describe("one more copy is sent in parallel"),
      giveUp: z
        .literal("when-held")
        .optional()
        .describe(
          "the first attempt counts as timed out if a gate holds a call that its handler made; the retry is sent at once",
        ),
      hold: z.literal(true).optional().describe("held until released by the control API"),
      forge: z.enum(forgeries).optional().describe("the falsified part; the signature is valid only for amount-signed"),
      before: z.literal("answer").optional().describe("one attempt before the answer is sent"),
      beside: besideSchema
        .optional()
        .describe(
          "an extra, forged notification without retries; the unpaid kinds also for calls without a genuine notification",
        ),
      again: durationSchema
        .optional()
        .describe("sends the genuine notification again, this much later; also for a later call without one"),
      extra: z.literal(true).optional().describe("adds an unknown member, which the signature covers"),
      swap: z.literal(true).optional().describe("sent after the next notification of another order, or after an hour"),
      replay: z.literal(true).optional().describe("after it, an earlier order's last notification is sent again"),
    })
    .refine(someMember, {
      error:
        "at least one of drop, delay, copies, overlap, giveUp, hold, forge, before, beside, again, extra, swap, replay",
    }),
);

export const cardSchema = textSchema
  .refine((card) => testCard(card.replaceAll(" ", "")) !== undefined, {
    error: "a test card: a name such as visa-credit, or a number of `payment-sandbox magic`",
  })
  .describe("a test card's name, or its number");

const pageSchema = named(
  "PageEffect",
  z.strictObject({
    auto: z.enum(["pay", "decline", "cancel", "close"]).describe("the shopper's act, without a browser"),
    after: durationSchema.optional().describe("the delay on the lane's clock; at once when left out"),
    card: cardSchema.optional(),
    reason: declineSchema.optional().describe("why the issuer declines"),
  }),
);

const gateSchema = named(
  "Gate",
  z.strictObject({
    name: z
      .string()
      .regex(/^[\w.-]{1,64}$/, { error: "a name of up to 64 letters, digits, '.', '_' and '-'" })
      .describe("the gate's name, for POST /_sandbox/gates/<name>/release"),
    idleMs: z
      .int()
      .min(1)
      .max(GATE_MAX_MS)
      .optional()
      .describe(`opens by itself after this many milliseconds of real time; ${GATE_IDLE_MS} when left out`),
  }),
);

const visitSchema = named(
  "Visit",
  z.strictObject({
    to: z.enum(["success", "fail", "cancel"]).describe("which address of callbackUrl"),
    at: z
      .enum(visitInstants)
      .describe(
        "before-paying: before the payment is decided; the others: before or after the payment's notifications",
      ),
  }),
);

export const thenSchema = named(
  "Then",
  z
    .strictObject({
      outcome: outcomeSchema
        .optional()
        .describe("a name of `payment-sandbox scenarios --outcomes`, or {responseCode, message}"),
      delay: delaySchema.optional().describe("delays the answer, after the commit"),
      fault: named("Fault", z.enum(faultNames)).optional().describe("a fault of the transport"),
      placed: named("Placement", z.enum(placements))
        .optional()
        .describe("the moment of the fault; required with a fault"),
      gate: gateSchema.optional().describe("holds the answer after the commit until the gate is released"),
      evolve: z
        .enum(evolutions)
        .optional()
        .describe("a change that a later version of the service may make to the answer"),
      notify: notifySchema.optional().describe("effects on the notification"),
      meanwhile: z
        .enum(meanwhiles)
        .optional()
        .describe("an act of somebody else just before the call: on its order, stored card or balance"),
      visits: z
        .array(visitSchema)
        .min(1)
        .max(10)
        .optional()
        .describe("the shopper's browser returns to the shop; for checkout/pay"),
      page: pageSchema.optional().describe("completes a hosted checkout without a browser; for hosted-checkout/create"),
    })
    .refine((then) => someMember({ ...then, placed: undefined }), {
      error: "at least one of outcome, delay, fault, gate, evolve, notify, meanwhile, visits, page",
    })
    .refine((then) => then.fault === undefined || then.placed !== undefined, {
      path: ["fault"],
      error: "a `placed` for the fault: before-parse, before-commit or after-commit",
    })
    .refine((then) => then.placed === undefined || then.fault !== undefined, {
      path: ["placed"],
      error: "a `fault` for `placed`",
    }),
);
export type Then = z.output<typeof thenSchema>;
