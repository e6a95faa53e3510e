import { Hono } from "hono";
import * as z from "zod";
import { assumptionSummaries } from "../app/explain/assumptions.js";
import type { Policy } from "../facts/assumptions.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson } from "./errors.js";

const seed = z.int().min(0).max(2_147_483_647);
export const resetBody = z.strictObject({ seed: seed.optional() });
export const laneBody = z.strictObject({ name: z.string().optional(), seed: seed.optional() });

/** Health, keys, reset, lanes, provenance. */
export function serverCalls(context: ControlContext): Hono {
  const app = new Hono();
  app.get("/health", async (c) => {
    const { seed } = await context.laneOf(c).store.views.lane();
    return c.json({
      status: "ok",
      version: context.version,
      seed,
      lanes: context.lanes.names(),
      uptimeMs: context.now() - context.startedAt,
    });
  });
  app.get("/keys", (c) => {
    const { pem, base64 } = context.notificationKey();
    return c.json({ notificationPublicKey: pem, notificationPublicKeyBase64: base64 });
  });
  app.post("/reset", async (c) => {
    const body = await readJson(c, resetBody);
    if ("response" in body) return body.response;
    const lane = context.laneOf(c);
    await context.lanes.create(lane.name, body.value.seed ?? (await lane.store.views.lane()).seed);
    return c.body(null, 204);
  });
  app.get("/provenance", (c) => c.json(provenance(context.laneOf(c).policy)));
  return app.route("/", laneCalls(context));
}

function laneCalls({ lanes }: ControlContext): Hono {
  const app = new Hono();
  const summary = async (name: string) => ({ name, url: lanes.url(name), seed: await lanes.seed(name) });
  let made = 0;
  app.get("/lanes", async (c) => c.json({ lanes: await Promise.all(lanes.names().map(summary)) }));
  app.post("/lanes", async (c) => {
    const body = await readJson(c, laneBody);
    if ("response" in body) return body.response;
    let name = body.value.name;
    while (name === undefined || (body.value.name === undefined && lanes.names().includes(name)))
      name = `lane-${++made}`;
    if (!lanes.isName(name))
      return failure(
        c,
        400,
        "invalid-name",
        `name: ${name} is no lane's name`,
        "use letters, digits, '.', '_' and '-', up to 64",
      );
    if (lanes.names().includes(name))
      return failure(c, 409, "lane-exists", `there is a lane ${name}`, "DELETE it first, or POST its reset");
    await lanes.create(name, body.value.seed);
    return c.json(await summary(name), 201);
  });
  app.delete("/lanes/:name", async (c) => {
    const name = c.req.param("name");
    return (await lanes.drop(name)) ? c.body(null, 204) : notFound(c, `lane ${name}`, "GET /_sandbox/lanes lists them");
  });
  return app;
}

/** The register with what was chosen, for people who ask how far to trust an answer. */
export const provenance = (policy: Policy) => ({
  assumptions: assumptionSummaries(policy),
  note: "Everything else is documented (spec, docs) or seen in shipped clients.",
});
