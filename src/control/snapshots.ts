import { type Context, Hono } from "hono";
import * as z from "zod";
import { iso } from "../app/views/order-json.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson } from "./errors.js";

export const snapshotBody = z.strictObject({ name: z.string({ error: "a name for the snapshot" }) });
export const loadBody = z.strictObject({});

/** Saves a lane under a name, and puts any lane back to it. */
export function snapshotCalls({ laneOf, lanes, snapshots }: ControlContext): Hono {
  const app = new Hono();
  app.get("/snapshots", (c) => c.json({ snapshots: snapshots.list() }));
  app.post("/snapshots", async (c) => {
    const body = await readJson(c, snapshotBody);
    if ("response" in body) return body.response;
    const { name } = body.value;
    if (!lanes.isName(name)) return noName(c, name);
    const bytes = await laneOf(c).store.snapshot();
    snapshots.save(name, bytes);
    return c.json({ name, bytes: bytes.byteLength }, 201);
  });
  app.post("/snapshots/:name/load", async (c) => {
    const body = await readJson(c, loadBody);
    if ("response" in body) return body.response;
    const name = c.req.param("name");
    const bytes = lanes.isName(name) ? snapshots.read(name) : undefined;
    if (!bytes) return notFound(c, `snapshot ${name}`, "GET /_sandbox/snapshots lists them");
    const lane = await lanes.restore(laneOf(c).name, bytes);
    const { seed, now } = await lane.store.views.lane();
    return c.json({ name, lane: lane.name, url: lane.baseUrl, seed, now: iso(now) });
  });
  return app;
}

const noName = (c: Context, name: string): Response =>
  failure(
    c,
    400,
    "invalid-name",
    `name: ${name} is no snapshot's name`,
    "use letters, digits, '.', '_' and '-', up to 64",
  );
