import * as z from "zod";
import { named } from "../values/public-schemas.js";
import { durationSchema, objectSuchAs, someMember } from "../values/schema-parts.js";
import { delaySchema, delayText } from "./delay.js";
import { besideForgeries, forgeries } from "./forgeries.js";
import { effect, listText, sentencesOf, zodShapeOf } from "./member.js";

const besideSchema = named(
  "BesideNotice",
  z.strictObject(
    {
      forge: z
        .enum(besideForgeries)
        .describe("the falsified part; only the signature of other-order and other-merchant is valid"),
      sent: z.enum(["before", "after"]).describe("whether it is sent before or after the genuine notification"),
      delay: durationSchema.optional().describe("sends it this much later, on the lane's clock"),
    },
    objectSuchAs({ forge: "amount", sent: "before" }),
  ),
);

/** Each effect on a notification. `src/lane/notifications` carries them out. */
const notifyEffects = {
  drop: effect({
    schema: z.literal(true),
    about: "never sends it",
    sentence: () => "its notification is never sent",
  }),
  delay: effect({
    schema: delaySchema,
    about: "delays it on the lane's clock",
    sentence: (delay) => `its notification comes ${delayText(delay)} later`,
  }),
  copies: effect({
    schema: z.int().min(1).max(100),
    about: "how often it is sent",
    sentence: (copies) => `its notification is sent ${copies} times`,
  }),
  overlap: effect({
    schema: z.literal(true),
    about: "one more copy is sent in parallel",
    sentence: () => "a copy of its notification leaves at the same time",
  }),
  giveUp: effect({
    schema: z.literal("when-held"),
    about:
      "the first attempt counts as timed out if a gate holds a call that its handler made; the retry is sent at once",
    sentence: () => "its notification times out while the shop waits at a gate",
  }),
  hold: effect({
    schema: z.literal(true),
    about: "held until released by the control API",
    sentence: () => "its notification waits until it is released",
  }),
  forge: effect({
    schema: z.enum(forgeries),
    about: "the falsified part; the signature is valid only for amount-signed",
    sentence: (what) => `its notification is forged (${what})`,
  }),
  before: effect({
    schema: z.literal("answer"),
    about: "one attempt before the answer is sent",
    sentence: () => "its notification comes before the answer",
  }),
  beside: effect({
    schema: besideSchema,
    about:
      "an extra, forged notification without retries; the unpaid kinds also for calls without a genuine notification",
    sentence: ({ forge, sent, delay }) =>
      `a forged notification (${forge}) comes ${delay === undefined ? "" : `${delay} `}${sent} the genuine one`,
  }),
  again: effect({
    schema: durationSchema,
    about: "sends the genuine notification again, this much later; also for a later call without one",
    sentence: (later) => `its notification comes again ${later} later`,
  }),
  extra: effect({
    schema: z.literal(true),
    about: "adds an unknown member, which the signature covers",
    sentence: () => "its notification has one more member",
  }),
  swap: effect({
    schema: z.literal(true),
    about: "sent after the next notification of another order, or after an hour",
    sentence: () => "its notification comes after that of another order",
  }),
  replay: effect({
    schema: z.literal(true),
    about: "after it, an earlier order's last notification is sent again",
    sentence: () => "an earlier order's notification comes again",
  }),
};

const notifySchema = named(
  "NotifyEffect",
  z
    .strictObject(zodShapeOf(notifyEffects), objectSuchAs({ drop: true }))
    .refine(someMember, { error: `at least one of ${Object.keys(notifyEffects).join(", ")}` }),
);

export const notify = effect({
  schema: notifySchema,
  about: "effects on the notification",
  sentence: (value) => listText(sentencesOf(notifyEffects, value)),
  needsCommit: true,
});
