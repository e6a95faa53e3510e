import { Hono } from "hono";
import { checkInvariants } from "../app/invariants.js";
import type { ControlContext } from "./context.js";

/** Whether the lane's books balance. */
export function invariantCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/invariants", async (c) => c.json(await checkInvariants(laneOf(c))));
  return app;
}
