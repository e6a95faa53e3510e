import { type Context, Hono } from "hono";
import type { Lane } from "../app/lane.js";
import { firedTimes, putRule, removeRules, rulesInForce } from "../app/rules/rule-changes.js";
import { iso } from "../app/views/order-json.js";
import type { CompiledRule, RuleMeta } from "../scenario/choose.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { type Rule, ruleSchema, thenSchema } from "../scenario/rule.js";
import type { ControlContext } from "./context.js";
import { notFound, readJson } from "./errors.js";

/** Rules that a test puts in and takes away while the lane runs. */
export function ruleCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/rules", async (c) => {
    const lane = laneOf(c);
    const fired = await firedTimes(lane);
    return c.json({
      rules: (await rulesInForce(lane)).map(({ id, rule, meta }) => ruleJson({ ...meta, id, rule }, fired(id))),
    });
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
  app.delete("/rules", async (c) => {
    await removeRules(laneOf(c), ({ meta }) => meta.origin === "control" || meta.origin === "next");
    return c.body(null, 204);
  });
  app.delete("/rules/:id", async (c) => {
    const id = c.req.param("id");
    return (await removeRules(laneOf(c), (rule) => rule.id === id)) > 0
      ? c.body(null, 204)
      : notFound(c, `rule ${id}`, "GET /_sandbox/rules lists them; mind the lane");
  });
  return app;
}

async function put(c: Context, lane: Lane, rule: Rule, origin: "control" | "next"): Promise<Response> {
  return c.json(ruleJson(await putRule(lane, rule, origin), 0), 201);
}

/** A rule as it was put in, where it came from, and how often it fired. */
const ruleJson = (
  { id, rule, origin, scenario, file, line, since }: Pick<CompiledRule, "id" | "rule"> & Omit<RuleMeta, "id">,
  fired: number,
) => ({ id, origin, scenario, file, line, since: iso(since), fired, ...rule });
