import { Hono } from "hono";
import * as z from "zod";
import { explainExchange, requestSummary } from "../app/explain/explain.js";
import { readRequestId } from "../app/ports/exchange.js";
import type { ControlContext } from "./context.js";
import { notFound, readQuery } from "./errors.js";

const whole = z.coerce.number().int().min(1);
export const requestFilters = z.strictObject({
  operation: z.string().optional().describe("the path without its first slash, or checkout/pay and the like"),
  merchantId: whole.optional(),
  merchantReference: z.string().optional(),
  orderId: whole.optional(),
  responseCode: z.string().optional(),
  limit: whole.max(1000).optional().describe("100 when left out"),
});

/** What was called, what was answered, and why. Everything answered is there. */
export function requestCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/requests", async (c) => {
    const query = readQuery(c, requestFilters);
    if ("response" in query) return query.response;
    return c.json({ requests: (await laneOf(c).store.views.exchanges(query.value)).map(requestSummary) });
  });
  app.get("/requests/:id", async (c) => {
    const lane = laneOf(c);
    const text = c.req.param("id");
    const id = readRequestId(text) ?? (/^\d{1,10}$/.test(text) ? Number(text) : undefined);
    const exchange = id === undefined ? undefined : await lane.store.views.exchange(id);
    return exchange
      ? c.json(await explainExchange(lane, exchange))
      : notFound(c, `request ${text}`, "the answer's header X-Sandbox-Request-Id names it; mind the lane");
  });
  return app;
}
