import * as z from "zod";
import { besideForgeries, forgeries } from "../../../core/scenario/effects/forgeries.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { notificationStates } from "../../ports/outbox.js";
import { instantText, mostly, text, wholeSchema } from "./schema-parts.js";

export const notificationStateSchema = named("NotificationState", z.enum(notificationStates));

export const notificationKindSchema = z.enum(["payment", "token"]);

export const acceptedForgeryText = z
  .string()
  .optional()
  .describe("present if the shop accepted a forged notification: what was forged");

const attemptSchema = named(
  "Attempt",
  z
    .strictObject({
      at: instantText("when it was sent, on the lane's clock"),
      n: wholeSchema("counted from 1", 1),
      request: text("the sent body", '{"merchantReference":"A-1","status":"SUCCESS","signature":"…"}'),
      status: z
        .int()
        .nullable()
        .meta({ description: "HTTP status; null if no answer came", examples: [200] }),
      body: text("the first 4 KB of the shop's answer", "OK"),
      durationMs: wholeSchema("how long it took, in milliseconds of real time", 12),
      why: z
        .string()
        .nullable()
        .meta({ description: "why it does not count as acknowledged; null if it does", examples: [null] }),
      isManual: z.boolean().optional().describe("true: by a resend or a release, not by the schedule"),
      warning: acceptedForgeryText,
    })
    .describe("One attempt to deliver a notification."),
);

export const notificationSchema = named(
  "Notification",
  z.strictObject({
    id: wholeSchema("the notification's id", 1),
    kind: notificationKindSchema.describe("whether it is about a paid order or a stored card"),
    orderId: mostly(wholeSchema("the id of the order that it is about", 1000001)),
    merchantReference: mostly(text("the reference of that order", "A-1")),
    url: text("the address to notify", "http://localhost:8080/notify"),
    state: notificationStateSchema.meta({
      description:
        "due: it waits for its first or next attempt; in-flight: it is being sent; acknowledged: a 2xx answer of OK; gave-up: all attempts failed; held: until it is released; dropped: by a rule; refused: its address is not HTTP",
      examples: ["acknowledged"],
    }),
    nextAt: z
      .string()
      .nullable()
      .meta({
        description: "when the next attempt is due on the lane's clock; null if there is none",
        examples: [null],
      }),
    createdAt: instantText("when its cause was committed"),
    fields: z.record(z.string(), z.string()).meta({
      description: "its fields as they are sent, also if forged, without the signature",
      examples: [{ merchantReference: "A-1", status: "SUCCESS" }],
    }),
    effects: z
      .strictObject({
        forge: z
          .enum([...new Set([...forgeries, ...besideForgeries])])
          .optional()
          .describe("the falsified part"),
        isBeside: z.boolean().optional().describe("true: an extra, forged notification, sent once"),
        swap: z.boolean().optional().describe("it is sent after the next notification of another order"),
        replay: z.boolean().optional().describe("after it, an earlier order's last notification is sent again"),
        hold: z.boolean().optional().describe("it is held until it is released"),
        drop: z.boolean().optional().describe("it is never sent"),
        overlap: z.boolean().optional().describe("it is sent in parallel with the order's other notifications"),
        giveUp: z
          .literal("when-held")
          .optional()
          .describe("its first attempt counts as timed out if a gate holds a call that its handler made"),
        before: z.literal("answer").optional().describe("one attempt before the answer is sent"),
      })
      .describe("a rule's effects on it"),
    causedBy: text("the request that caused it", "req-2"),
    traceparent: z
      .string()
      .optional()
      .describe("the trace that it continues (W3C traceparent); absent if there is none"),
    note: z.string().optional().describe("why it is held, dropped or refused"),
    attempts: z.array(attemptSchema).describe("oldest first"),
  }),
  "A notification (webhook) to the merchant's address.",
);
export type NotificationJson = z.output<typeof notificationSchema>;
