import * as z from "zod";
import { currencySchema } from "../scenario/schema-parts.js";
import { judgeNamed } from "./schemas.js";

const every = {
  ms: z.number().min(0).describe("real time since the run began"),
  at: z.string().describe("on the lane's clock (ISO 8601)"),
  lane: z.int().describe("by first use; 0 is the first"),
};
const about = {
  orderId: z.int().nullable(),
  reference: z.string().nullable(),
};

/** Something that happened in a run, as it is drawn on one line of time. */
export const timelineEventSchema = judgeNamed(
  "TimelineEvent",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("call"),
      ...every,
      ...about,
      request: z.string().describe("such as req-3"),
      operation: z.string(),
      by: z.enum(["shop", "shopper", "time"]).describe("who did it"),
      amount: z.number().nullable().describe("what the call said, in the currency's main unit"),
      http: z.int().describe("0 where the answer was lost before it was made"),
      responseCode: z.string().describe("what was decided; empty where the call was lost before"),
      message: z.string().nullable(),
      fault: z.string().nullable().describe("what became of the answer, such as connection-reset; null: it arrived"),
      placed: z.enum(["before-parse", "before-commit", "after-commit"]).nullable(),
      isMutated: z.boolean().describe("whether the mutant changed it"),
      orderStatus: z.string().nullable().describe("before the call"),
    }),
    z.strictObject({
      kind: z.literal("notice"),
      ...every,
      ...about,
      notification: z.int(),
      attempt: z.int(),
      isGenuine: z.boolean().describe("whether the service meant it, and its content is true"),
      forged: z.string().nullable().describe("what was made false"),
      says: z.record(z.string(), z.string()).describe("the fields as they were sent, without the signature"),
      status: z.int().nullable().describe("HTTP status of the shop's answer; null: none came"),
      answer: z.string().describe("the first 80 characters of the shop's answer"),
      tookMs: z.number().min(0),
      why: z.string().nullable().describe("why it does not count as acknowledged; null when it does"),
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
      status: z.int().nullable().describe("HTTP status; null: no answer"),
    }),
  ]),
);
