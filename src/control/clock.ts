import { Hono } from "hono";
import * as z from "zod";
import { type ClockMove, moveClock } from "../app/time/clock-moves.js";
import type { Happened, TimedLane } from "../app/time/pulse.js";
import { iso } from "../app/views/order-json.js";
import { parseInstant } from "../domain/money.js";
import { parseDuration } from "../scenario/duration.js";
import { durationSchema, instantSchema } from "../scenario/schema-parts.js";
import type { ControlContext } from "./context.js";
import { readJson } from "./errors.js";

const at = instantSchema.transform(parseInstant);
const by = durationSchema.transform((text) => parseDuration(String(text)));

/** A move of the clock, as the control API, the library and the CLI write it. */
export const clockBody = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ action: z.literal("freeze"), at: at.optional().describe("there, else where it is") }),
    z.strictObject({ action: z.literal("set"), at: at.describe("also in the past; the mode stays") }),
    z.strictObject({ action: z.literal("advance"), by }),
    z.strictObject({ action: z.literal("resume") }),
    z.strictObject({ action: z.literal("run-until-idle") }),
  ],
  { error: "action: freeze, set, advance, resume or run-until-idle" },
);

const moveOf = (body: z.output<typeof clockBody>): ClockMove =>
  body.action === "advance" ? { action: "advance", byMs: body.by } : body;

/** The clock of a lane. A move is answered when all that fell due by it has happened. */
export function clockCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/clock", async (c) => c.json(await face(laneOf(c))));
  app.put("/clock", async (c) => {
    const lane = laneOf(c);
    const body = await readJson(c, clockBody);
    if ("response" in body) return body.response;
    const happened = await moveClock(lane, moveOf(body.value));
    return c.json({ ...(await face(lane)), fired: happened.map(happenedJson) });
  });
  return app;
}

async function face({ clock }: TimedLane) {
  const { now, mode } = await clock.read();
  return { now: iso(now), mode, fired: [] as unknown[] };
}

const happenedJson = (happened: Happened) => ({ ...happened, at: iso(happened.at) });
