import { type Context, Hono } from "hono";
import type { Child } from "hono/jsx";
import type { Lane } from "../../app/lane.js";
import { readRequestId } from "../../app/ports/exchange.js";
import { freshNonce } from "../layout.js";
import { type Inspection, securityHeaders } from "./layout.js";
import { OrderPage } from "./order.js";
import { Overview } from "./overview.js";
import { RequestPage } from "./request.js";

/** The developer's page: what is in a lane, and why each call went as it did. It changes nothing. */
export function inspectPages(laneOf: (c: Context) => Lane): Hono {
  const app = new Hono();
  app.get("/", async (c) => {
    const of = inspectionOf(c, laneOf(c));
    const wanted = c.req.query("find")?.trim();
    const found = wanted === undefined || wanted === "" ? undefined : await find(of.lane, wanted);
    if (found !== undefined) return c.redirect(`${of.home}/${found}`, 302);
    return show(c, of, <Overview of={of} notFound={wanted || undefined} />, wanted ? 404 : 200);
  });
  app.get("/orders/:id", async (c) => {
    const of = inspectionOf(c, laneOf(c));
    const id = c.req.param("id");
    const order = /^\d{1,10}$/.test(id) ? await of.lane.store.views.order(Number(id)) : undefined;
    return order ? show(c, of, <OrderPage of={of} order={order} />) : missing(c, of, id);
  });
  app.get("/requests/:id", async (c) => {
    const of = inspectionOf(c, laneOf(c));
    const id = readRequestId(c.req.param("id"));
    const exchange = id === undefined ? undefined : await of.lane.store.views.exchange(id);
    return exchange ? show(c, of, <RequestPage of={of} exchange={exchange} />) : missing(c, of, c.req.param("id"));
  });
  app.get("*", (c) => {
    const of = inspectionOf(c, laneOf(c));
    return missing(c, of, new URL(c.req.url).pathname);
  });
  return app;
}

/** Links begin where the browser came in: the lane's prefix is part of it. */
function inspectionOf(c: Context, lane: Lane): Inspection {
  const { pathname } = new URL(c.req.url);
  const home = pathname.slice(0, pathname.indexOf("/_sandbox/ui") + "/_sandbox/ui".length);
  return { lane, home, nonce: freshNonce(), isLive: c.req.query("live") !== undefined };
}

/** The path of what a developer typed: a request, an order's id, or a merchantReference. */
async function find({ store: { views } }: Lane, wanted: string): Promise<string | undefined> {
  const request = readRequestId(wanted);
  if (request !== undefined && (await views.exchange(request))) return `requests/${wanted}`;
  const order = /^\d{1,10}$/.test(wanted) ? await views.order(Number(wanted)) : undefined;
  const named = order ?? (await views.orders({ merchantReference: wanted, limit: 1 }))[0];
  return named && `orders/${named.id}`;
}

const missing = (c: Context, of: Inspection, what: string): Response | Promise<Response> =>
  show(c, of, <Overview of={of} notFound={what} />, 404);

const show = (c: Context, { nonce }: Inspection, page: Child, status: 200 | 404 = 200): Response | Promise<Response> =>
  c.html(page as string, status, securityHeaders(nonce));
