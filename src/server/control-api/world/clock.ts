import * as z from "zod";
import { type Instant, parseInstant } from "../../../core/domain/money.js";
import { type Order, saleOf } from "../../../core/domain/order.js";
import { parseDuration } from "../../../core/scenario/values/duration.js";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { advanceSchema, instantSchema } from "../../../core/scenario/values/schema-parts.js";
import { type ClockMove, moveClock } from "../../../lane/time/clock-moves.js";
import type { Happened, TimedLane } from "../../../lane/time/pulse.js";
import { nextMidnight } from "../../../lane/time/settlement.js";
import { iso } from "../../../lane/views/order-json.js";
import { acceptedForgeryText, notificationStateSchema } from "../../../lane/views/schemas/notification-schema.js";
import { instantText } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { oneOfObjects } from "../http/parameters.js";

/** A move of the clock, as the control API, the library and the CLI write it. */
export const clockBody = named(
  "ClockMove",
  z.discriminatedUnion(
    "action",
    [
      z.strictObject({
        action: z.literal("freeze").describe("the clock stops, until it is moved or resumed"),
        at: instantSchema.optional().describe("the instant at which to freeze it; now when left out"),
      }),
      z.strictObject({
        action: z
          .literal("set")
          .describe("the clock goes to `at`, back too: what happened stays, and what is due later stays due then"),
        at: instantSchema.describe("the instant to set it to, which may be in the past; the mode stays"),
      }),
      z.strictObject({
        action: z.literal("advance").describe("the clock goes on by `by`, and stays ahead of real time"),
        by: advanceSchema.describe("how far to move it"),
      }),
      z.strictObject({
        action: z.literal("resume").describe("a stopped clock runs on from where it stands, not from real time"),
      }),
      z.strictObject({
        action: z
          .literal("run-until-idle")
          .describe("the clock goes on to the last event that is due, retries included"),
      }),
    ],
    oneOfObjects(
      "freeze, set (back to real time: with the present instant as at), advance, resume (a stopped clock runs on) or run-until-idle",
      '{"action": "advance", "by": "20m"}',
    ),
  ),
);

const happenedAt = instantText("when it fell due, on the lane's clock");

/** An event that fell due. */
const happenedSchema = named(
  "Happened",
  z.union([
    z
      .strictObject({
        kind: z.literal("notification"),
        at: happenedAt,
        id: z.int().describe("the notification's id"),
        orderId: z.int().optional(),
        merchantReference: z.string().optional().describe("the order's reference"),
        attempt: z.int().describe("counted from 1"),
        status: z.int().nullable().describe("HTTP status; null if no answer came"),
        why: z.string().nullable().describe("why it does not count as acknowledged; null if it does"),
        warning: acceptedForgeryText,
        state: notificationStateSchema,
      })
      .describe("A notification was sent."),
    z.strictObject({
      kind: z.literal("settlement"),
      at: happenedAt,
      settled: z.int().describe("how many orders were settled"),
    }),
    z
      .strictObject({
        kind: z.enum(["expiry", "page"]),
        at: happenedAt,
        orderId: z.int(),
        merchantReference: z.string().optional().describe("the reference of an order that expired"),
      })
      .describe("An order expired, or its page was completed as a rule asked."),
  ]),
);

const face = {
  now: instantText("the lane's time"),
  mode: z.enum(["wall", "frozen"]).describe("wall: it runs, ahead of real time or behind it once it was moved"),
} as const;

export const clockSchema = z.strictObject(face);
const movedSchema = namedObject("Moved", {
  ...face,
  fired: z
    .array(happenedSchema)
    .describe("the events that fell due, in order")
    .meta({ examples: [[]] }),
  hint: z
    .string()
    .optional()
    .describe(
      "what did not happen although one may expect it: orders are not settled by midnight alone. Said once, at the first midnight of the oldest paid order",
    ),
});

const NOT_SETTLED =
  "a midnight has passed, but paid orders are not settled by that: POST /_sandbox/settle settles them (in code lane.settle()), or each day `dailySettlement: true` (config file, options of startSandbox)";

/** More unsettled orders than a test has. */
const LOOKED_AT = 100;

/** Says that a move over midnight settled nothing, if an order paid before an earlier midnight has not shown it already. */
async function hintAfter({ store, clock, dailySettlement }: TimedLane, from: Instant): Promise<string | undefined> {
  if (dailySettlement || nextMidnight(from) > (await clock.now())) return undefined;
  const paid = await store.views.orders({ status: "SUCCESS", limit: LOOKED_AT });
  return paid.length > 0 && paid.every((order) => nextMidnight(paidAt(order)) > from) ? NOT_SETTLED : undefined;
}

const paidAt = (order: Order): Instant => saleOf(order)?.at ?? order.createdAt;

function moveOf(body: z.output<typeof clockBody>): ClockMove {
  switch (body.action) {
    case "freeze":
      return { action: "freeze", at: body.at === undefined ? undefined : parseInstant(body.at) };
    case "set":
      return { action: "set", at: parseInstant(body.at) };
    case "advance":
      return { action: "advance", byMs: parseDuration(String(body.by)) };
    case "resume":
    case "run-until-idle":
      return body;
  }
}

export const clockCalls = [
  call("GET /clock", "The lane's time, and whether its clock runs (`wall`) or is frozen", {
    answers: { 200: movedSchema },
    run: async ({ lane }) => ok({ ...(await faceOf(lane)), fired: [] }),
  }),
  call("PUT /clock", "Moves the lane's clock, and answers once everything due has happened", {
    body: clockBody,
    answers: { 200: movedSchema },
    run: async ({ lane, body }) => {
      const from = await lane.clock.now();
      const fired = (await moveClock(lane, moveOf(body))).map(happenedJson);
      const hint = await hintAfter(lane, from);
      return ok({ ...(await faceOf(lane)), fired, ...(hint !== undefined && { hint }) });
    },
  }),
];

async function faceOf({ clock }: TimedLane) {
  const { now, mode } = await clock.readInTurn();
  return { now: iso(now), mode };
}

/** There is only one kind of scheduled task so far: a page that completes without a browser. */
const happenedJson = (happened: Happened) => ({ ...happened, at: iso(happened.at) }) as z.output<typeof happenedSchema>;
