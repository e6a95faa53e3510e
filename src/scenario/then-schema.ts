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

/** What a rule makes false in a notification. The signature covers the lie with `amount-signed` alone. */
export const forgeries = ["signature", "amount", "amount-signed", "status", "reference"] as const;
export type Forgery = (typeof forgeries)[number];

/** What a forged notice that is sent beside the genuine one says. `unpaid`: that an order is paid which nobody paid. */
export const besideForgeries = ["signature", "amount", "status", "reference", "unpaid"] as const;

/** What someone else does just before a call is decided. */
export const meanwhiles = ["settle", "refund", "expire", "delete-token", "expire-token", "drain-balance"] as const;
export type Meanwhile = (typeof meanwhiles)[number];

/** Which of an order's addresses the shopper's browser opens, and when. */
export const visitInstants = ["before-paying", "before-notice", "after-notice"] as const;

const ms = (duration: string | 0): number => parseDuration(String(duration));

const delaySchema = named(
  "Delay",
  z.union(
    [
      durationSchema,
      z
        .strictObject({
          min: durationSchema.describe("the shortest; each length up to max is as likely"),
          max: durationSchema.describe("the longest"),
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
          // YAML reads 0000 as the number 0.
          responseCode: textSchema
            .refine((code) => !/^0+$/.test(code), { error: "another code: `approve` is the way to say yes" })
            .describe("the code that the answer carries"),
          message: z.string().describe("the text that stands beside the code"),
        })
        .describe("a refusal with an answer of your own"),
    ],
    { error: "an outcome's name, or {responseCode, message}" },
  ),
);

const besideSchema = named(
  "BesideNotice",
  z.strictObject({
    forge: z.enum(besideForgeries).describe("what is false in it; its signature never holds"),
    sent: z.enum(["before", "after"]).describe("before the genuine one, or after it"),
  }),
);

const notifySchema = named(
  "NotifyEffect",
  z
    .strictObject({
      drop: z.literal(true).optional().describe("never sent"),
      delay: delaySchema.optional().describe("on the lane's clock"),
      copies: z.int().min(1).max(100).optional().describe("how often it is sent"),
      hold: z.literal(true).optional().describe("kept until released by the control API"),
      forge: z
        .enum(forgeries)
        .optional()
        .describe("what is made false; the signature covers it with amount-signed alone"),
      before: z.literal("answer").optional().describe("one attempt before the answer leaves"),
      beside: besideSchema
        .optional()
        .describe("a forged one besides, which no retry follows; unpaid also where the call brings no genuine one"),
      swap: z
        .literal(true)
        .optional()
        .describe("leaves behind the next one of another order, an hour later at the latest"),
      replay: z.literal(true).optional().describe("the last one of an earlier order is sent again behind it"),
    })
    .refine(someMember, {
      error: "at least one of drop, delay, copies, hold, forge, before, beside, swap, replay",
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
    auto: z.enum(["pay", "decline", "cancel", "close"]).describe("what the shopper does without a browser"),
    after: durationSchema.optional().describe("on the lane's clock; else at once"),
    card: cardSchema.optional(),
    reason: declineSchema.optional().describe("why the issuer declines"),
  }),
);

const visitSchema = named(
  "Visit",
  z.strictObject({
    to: z.enum(["success", "fail", "cancel"]).describe("which address of callbackUrl"),
    at: z
      .enum(visitInstants)
      .describe("before-paying: before the payment is decided; the others: around the notices of the payment"),
  }),
);

export const thenSchema = named(
  "Then",
  z
    .strictObject({
      outcome: outcomeSchema
        .optional()
        .describe("a name of `payment-sandbox scenarios --outcomes`, or {responseCode, message}"),
      delay: delaySchema.optional().describe("before the answer leaves, after the commit"),
      fault: named("Fault", z.enum(faultNames)).optional().describe("trouble of the transport"),
      placed: named("Placement", z.enum(placements))
        .optional()
        .describe("where the fault falls; required with a fault"),
      notify: notifySchema.optional().describe("what becomes of the notification"),
      meanwhile: z
        .enum(meanwhiles)
        .optional()
        .describe("what someone else does just before: to the order, the stored card or the balance of the call"),
      visits: z
        .array(visitSchema)
        .min(1)
        .max(10)
        .optional()
        .describe("the shopper's browser comes back to the shop, on checkout/pay"),
      page: pageSchema.optional().describe("completes a hosted checkout with no browser, on hosted-checkout/create"),
    })
    .refine((then) => someMember({ ...then, placed: undefined }), {
      error: "at least one of outcome, delay, fault, notify, meanwhile, visits, page",
    })
    .refine((then) => then.fault === undefined || then.placed !== undefined, {
      path: ["fault"],
      error: "placed beside a fault: before-parse, before-commit or after-commit",
    })
    .refine((then) => then.placed === undefined || then.fault !== undefined, {
      path: ["placed"],
      error: "a fault beside placed",
    }),
);
export type Then = z.output<typeof thenSchema>;
