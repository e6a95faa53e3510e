import * as z from "zod";
import { named } from "../../scenario/public-schemas.js";
import { besideForgeries, forgeries } from "../../scenario/then-schema.js";
import { notificationStates } from "../ports/outbox.js";
import { instant, text, whole } from "./schema-parts.js";

export const notificationStateSchema = named("NotificationState", z.enum(notificationStates));

const attemptSchema = named(
  "Attempt",
  z
    .strictObject({
      at: instant("when it was sent, on the lane's clock"),
      n: whole("counted from 1", 1),
      request: text("the body as it was sent", '{"merchantReference":"A-1","status":"SUCCESS","signature":"…"}'),
      status: z
        .int()
        .nullable()
        .meta({ description: "HTTP status; null when no answer came", examples: [200] }),
      body: text("the first 4 KB of the shop's answer", "OK"),
      durationMs: whole("how long it took, in real time", 12),
      why: z
        .string()
        .nullable()
        .meta({ description: "why it does not count as acknowledged; null when it does", examples: [null] }),
    })
    .describe("One try to deliver a notification."),
);

export const notificationSchema = named(
  "Notification",
  z.strictObject({
    id: whole("the notification's number", 1),
    kind: z.enum(["payment", "token"]).describe("of a paid order, or of a stored card"),
    orderId: z
      .int()
      .optional()
      .meta({ description: "the order that it tells of", examples: [1000001] }),
    merchantReference: z
      .string()
      .optional()
      .meta({ description: "the reference of that order", examples: ["A-1"] }),
    url: text("where it goes", "http://localhost:8080/notify"),
    state: notificationStateSchema.meta({
      description: "due waits for its instant, also between attempts",
      examples: ["acknowledged"],
    }),
    nextAt: z
      .string()
      .nullable()
      .meta({
        description: "when the next attempt falls due on the lane's clock; null when none will",
        examples: [null],
      }),
    createdAt: instant("when its cause was committed"),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: "what it says, unsigned", examples: [{ merchantReference: "A-1", status: "SUCCESS" }] }),
    effects: z
      .strictObject({
        forge: z
          .enum([...new Set([...forgeries, ...besideForgeries])])
          .optional()
          .describe("what is made false"),
        isBeside: z.boolean().optional().describe("a forger sends it, once"),
        swap: z.boolean().optional().describe("leaves behind the next one of another order"),
        replay: z.boolean().optional().describe("the last one of an earlier order is sent again behind it"),
        hold: z.boolean().optional().describe("kept until it is released"),
        drop: z.boolean().optional().describe("never sent"),
        before: z.literal("answer").optional().describe("one attempt before the answer leaves"),
      })
      .describe("what a rule does to it"),
    causedBy: text("the request that caused it", "req-2"),
    note: z.string().optional().describe("why it is held, dropped or refused"),
    attempts: z.array(attemptSchema).describe("oldest first"),
  }),
  "A call to the merchant's own address.",
);
export type NotificationJson = z.output<typeof notificationSchema>;
