import { Hono } from "hono";
import * as z from "zod";
import { verifyLane } from "../app/views/verify-lane.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { expectationSchema } from "../scenario/rule.js";
import type { ControlContext } from "./context.js";
import { readJson } from "./errors.js";

export const verifyBody = z.strictObject({
  expect: z.array(expectationSchema).optional().describe("left out: those of the lane's scenarios"),
});

/** Holds expectations against what happened in the lane. */
export function verifyCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.post("/verify", async (c) => {
    await loadRegexesFor(await c.req.text());
    const body = await readJson(c, verifyBody);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    return c.json(await verifyLane(lane, body.value.expect));
  });
  return app;
}
