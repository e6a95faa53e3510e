import { Hono } from "hono";
import * as z from "zod";
import { settle } from "../app/time/settlement.js";
import type { ControlContext } from "./context.js";
import { readJson } from "./errors.js";

export const settleBody = z.strictObject({
  merchantId: z.int().min(1).max(2_147_483_647).optional().describe("all merchants when left out"),
});

/** The end of the business day, by hand. */
export function settlementCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.post("/settle", async (c) => {
    const body = await readJson(c, settleBody);
    if ("response" in body) return body.response;
    return c.json({ settled: await settle(laneOf(c), body.value.merchantId) });
  });
  return app;
}
