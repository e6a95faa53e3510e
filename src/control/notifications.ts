import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { noteOf } from "../app/notifications/non-delivery.js";
import type { AttemptRecord, OutboxEntry } from "../app/ports/outbox.js";
import { notificationJson } from "../app/views/order-json.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson, readQuery } from "./errors.js";

const whole = z.coerce.number().int().min(1);
export const notificationFilters = z.strictObject({
  orderId: whole.optional(),
  merchantReference: z.string().optional(),
  state: z.enum(["due", "in-flight", "acknowledged", "gave-up", "held", "dropped", "refused"]).optional(),
  limit: whole.max(1000).optional(),
});
const nothing = z.strictObject({});

/** How far back filters look that no index helps. */
const LOOKED_AT = 10_000;

/** What was sent to shops, and what waits. */
export function notificationCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/notifications", async (c) => {
    const query = readQuery(c, notificationFilters);
    if ("response" in query) return query.response;
    return c.json({ notifications: await listed(laneOf(c), query.value) });
  });
  app.get("/notifications/:id", async (c) => {
    const entry = await named(laneOf(c), c.req.param("id"));
    return entry ? c.json(withNote(entry)) : unknown(c);
  });
  app.post("/notifications/:id/resend", (c) => sendNow(c, laneOf(c), () => undefined));
  app.post("/notifications/:id/release", (c) =>
    sendNow(c, laneOf(c), ({ state }) => (state === "held" ? undefined : `is ${state}, not held`)),
  );
  return app;
}

async function listed(
  lane: Lane,
  { orderId, merchantReference, state, limit = 100 }: z.output<typeof notificationFilters>,
) {
  const isFiltered = merchantReference !== undefined || state !== undefined;
  return (await lane.store.views.notifications({ orderId, limit: isFiltered ? LOOKED_AT : limit }))
    .filter((n) => merchantReference === undefined || n.reference === merchantReference)
    .filter((n) => state === undefined || n.state === state)
    .slice(0, limit)
    .map(withNote);
}

/** Sends one now, whatever the clock, and answers when its attempt is over. */
async function sendNow(c: Context, lane: Lane, objection: (entry: OutboxEntry) => string | undefined) {
  const body = await readJson(c, nothing);
  if ("response" in body) return body.response;
  const entry = await named(lane, c.req.param("id") ?? "");
  if (!entry) return unknown(c);
  const why = objection(entry);
  if (why !== undefined)
    return failure(
      c,
      409,
      "wrong-state",
      `notification ${entry.id} ${why}`,
      "POST …/resend sends it whatever its state",
    );
  if (!(await lane.deliveries.resend(entry)))
    return failure(c, 409, "not-http", `${entry.url} is no HTTP address`, "give an http or https callbackUrl.notify");
  const [after] = await lane.store.views.notifications({ id: entry.id });
  return c.json(withNote(after ?? entry));
}

type Entry = OutboxEntry & { readonly attempts: readonly AttemptRecord[] };
const withNote = (entry: Entry) => ({ ...notificationJson(entry), note: noteOf(entry) });

const named = async (lane: Lane, id: string) =>
  /^\d{1,10}$/.test(id) ? (await lane.store.views.notifications({ id: Number(id) }))[0] : undefined;

const unknown = (c: Context): Response =>
  notFound(c, `notification ${c.req.param("id")}`, "GET /_sandbox/notifications lists them; mind the lane");
