import * as z from "zod";
import { currencySchema } from "../../../core/scenario/values/schema-parts.js";
import { judgeNamed } from "./schemas.js";

const every = {
  ms: z.number().min(0).describe("milliseconds of real time since the start of the run"),
  at: z.string().describe("the time on the lane's clock (ISO 8601)"),
  lane: z.int().describe("the lane's number by first use; 0 is the first"),
};
const about = {
  orderId: z.int().nullable(),
  reference: z.string().nullable(),
};

/** An event of a run, for one timeline. */
export const timelineEventSchema = judgeNamed(
  "TimelineEvent",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("call"),
      ...every,
      ...about,
      request: z.string().describe("the call's id, such as req-3"),
      operation: z.string(),
      by: z.enum(["shop", "shopper", "time"]).describe("who did it"),
      amount: z.number().nullable().describe("the call's amount, in the currency's main unit"),
      http: z.int().describe("0 if the call was lost before an answer was made"),
      responseCode: z.string().describe("the code that was decided; empty if the call was lost before"),
      message: z.string().nullable(),
      fault: z
        .string()
        .nullable()
        .describe("the fault that hit the answer, such as connection-reset; null if it arrived"),
      placed: z.enum(["before-parse", "before-commit", "after-commit"]).nullable(),
      isMutated: z.boolean().describe("whether the mutant changed it"),
      orderStatus: z.string().nullable().describe("the order's status before the call"),
      resendOf: z.string().nullable().describe("the earlier call with the same bytes whose answer was lost"),
      afterMs: z.number().nullable().describe("how long after that loss it came, in milliseconds of real time"),
    }),
    z.strictObject({
      kind: z.literal("notice"),
      ...every,
      ...about,
      notification: z.int(),
      attempt: z.int(),
      isGenuine: z.boolean().describe("whether the service sent it and its content is true"),
      forged: z.string().nullable().describe("the falsified part"),
      says: z.record(z.string(), z.string()).describe("the fields as sent, without the signature"),
      status: z.int().nullable().describe("HTTP status of the shop's answer; null if none came"),
      answer: z.string().describe("the first 80 characters of the shop's answer"),
      tookMs: z
        .number()
        .min(0)
        .describe("from its first byte to the answer; the first byte may leave some time after ms"),
      why: z.string().nullable().describe("why it does not count as acknowledged; null if it does"),
    }),
    z.strictObject({
      kind: z.literal("money"),
      ...every,
      ...about,
      what: z.enum(["charged", "refunded", "voided"]),
      amount: z.number().describe("in the currency's main unit"),
      currency: currencySchema,
      request: z.string().describe("the call that moved it, such as req-3"),
    }),
    z.strictObject({
      kind: z.literal("redirect"),
      ...every,
      ...about,
      to: z.enum(["success", "fail", "cancel"]).describe("which of the order's addresses the shopper's browser opened"),
      status: z.int().nullable().describe("HTTP status; null if no answer came"),
    }),
  ]),
);

export type TimelineEvent = z.output<typeof timelineEventSchema>;
