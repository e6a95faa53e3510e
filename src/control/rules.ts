import { type Context, Hono } from "hono";
import type { Lane } from "../app/lane.js";
import { iso } from "../app/views/order-json.js";
import type { CompiledRule } from "../scenario/choose.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { type Rule, ruleSchema, thenSchema } from "../scenario/rule.js";
import type { ControlContext } from "./context.js";
import { notFound, readJson } from "./errors.js";

/** Rules that a test puts in and takes away while the lane runs. */
export function ruleCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/rules", (c) => {
    const lane = laneOf(c);
    return c.json({ rules: lane.rules.rules.map((rule) => ruleJson(lane, rule)) });
  });
  app.post("/rules", async (c) => {
    await loadRegexesFor(await c.req.text());
    const body = await readJson(c, ruleSchema);
    return "response" in body ? body.response : put(c, laneOf(c), body.value, "control");
  });
  app.post("/next", async (c) => {
    const body = await readJson(c, thenSchema);
    return "response" in body ? body.response : put(c, laneOf(c), { times: 1, then: body.value }, "next");
  });
  app.delete("/rules", (c) => {
    remove(laneOf(c), ({ meta }) => meta.origin === "control" || meta.origin === "next");
    return c.body(null, 204);
  });
  app.delete("/rules/:id", (c) => {
    const id = c.req.param("id");
    return remove(laneOf(c), (rule) => rule.id === id) > 0
      ? c.body(null, 204)
      : notFound(c, `rule ${id}`, "GET /_sandbox/rules lists them; mind the lane");
  });
  return app;
}

function put(c: Context, lane: Lane, rule: Rule, origin: "control" | "next"): Response {
  return c.json(ruleJson(lane, lane.rules.add(rule, { origin }, lane.clock.now())), 201);
}

/** A rule that is gone leaves no counts behind. */
function remove(lane: Lane, which: (rule: CompiledRule) => boolean): number {
  const ids = lane.rules.rules.filter(which).map(({ id }) => id);
  lane.rules.remove(({ id }) => ids.includes(id));
  lane.store.count(lane.rules.forget(ids));
  return ids.length;
}

/** A rule as it was put in, where it came from, and how often it fired. */
function ruleJson(lane: Lane, { id, rule, meta }: CompiledRule) {
  const { origin, scenario, file, line, since } = meta;
  return { id, origin, scenario, file, line, since: iso(since), fired: lane.rules.firedTimes(id), ...rule };
}
