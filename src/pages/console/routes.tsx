import { type Context, Hono } from "hono";
import type { Child } from "hono/jsx";
import type { Lane } from "../../app/lane.js";
import { readRequestId } from "../../app/ports/exchange.js";
import { freshNonce } from "../layout.js";
import { AssumptionsPage } from "./assumptions.js";
import type { ConsoleContext, Visit } from "./context.js";
import { securityHeaders } from "./layout.js";
import { NotificationsPage, OrdersPage, RequestsPage } from "./list-pages.js";
import { MerchantsPage } from "./merchants.js";
import { OrderPage } from "./order.js";
import { Overview } from "./overview.js";
import { RequestPage } from "./request.js";
import { RulesPage } from "./rules.js";
import { SnapshotsPage } from "./snapshots.js";

type Page = (props: { visit: Visit }) => Child;

/** Each list is a page of its own. */
const pages: Readonly<Record<string, Page>> = {
  orders: OrdersPage as Page,
  requests: RequestsPage as Page,
  notifications: NotificationsPage as Page,
  rules: RulesPage as Page,
  merchants: MerchantsPage as Page,
  assumptions: AssumptionsPage as Page,
  snapshots: SnapshotsPage as Page,
};

/** The developer's pages: what is in a lane, why each call went as it did, and what to do about it. They only read: their script acts by the control API. */
export function consolePages(laneOf: (c: Context) => Lane, contextOf: (c: Context) => ConsoleContext): Hono {
  const app = new Hono();
  const visiting = (c: Context) => visitOf(c, laneOf(c), contextOf(c));
  app.get("/", async (c) => {
    const visit = await visiting(c);
    const wanted = visit.query.find?.trim() || undefined;
    const found = wanted === undefined ? undefined : await find(visit.lane, wanted);
    if (found !== undefined) return c.redirect(`${visit.home}/${found}`, 302);
    return show(c, visit, <Overview visit={visit} notFound={wanted} />, wanted === undefined ? 200 : 404);
  });
  for (const [path, Shown] of Object.entries(pages))
    app.get(`/${path}`, async (c) => {
      const visit = await visiting(c);
      return show(c, visit, <Shown visit={visit} />);
    });
  app.get("/orders/:id", async (c) => {
    const visit = await visiting(c);
    const id = c.req.param("id");
    const order = isId(id) ? await visit.lane.store.views.order(Number(id)) : undefined;
    return order ? show(c, visit, <OrderPage visit={visit} order={order} />) : missing(c, visit, id);
  });
  app.get("/requests/:id", async (c) => {
    const visit = await visiting(c);
    const id = readRequestId(c.req.param("id"));
    const exchange = id === undefined ? undefined : await visit.lane.store.views.exchange(id);
    return exchange
      ? show(c, visit, <RequestPage visit={visit} exchange={exchange} />)
      : missing(c, visit, c.req.param("id"));
  });
  app.get("*", async (c) => missing(c, await visiting(c), new URL(c.req.url).pathname));
  return app;
}

const isId = (text: string): boolean => /^\d{1,10}$/.test(text);

/** Links begin where the browser came in: a proxy's prefix and the lane's are part of it. */
async function visitOf(c: Context, lane: Lane, context: ConsoleContext): Promise<Visit> {
  const { pathname } = new URL(c.req.url);
  const home = pathname.slice(0, pathname.indexOf("/_sandbox/ui") + "/_sandbox/ui".length);
  const root = home.slice(0, -"/_sandbox/ui".length).replace(/\/lane\/[^/]+$/, "");
  const { now, clock } = await lane.store.views.lane();
  const isFrozen = clock.mode === "frozen";
  return { lane, context, home, root, nonce: freshNonce(), now, isFrozen, query: c.req.query() };
}

/** The path of what a developer typed: a request, an order's id, or a merchantReference. */
async function find({ store: { views } }: Lane, wanted: string): Promise<string | undefined> {
  const request = readRequestId(wanted);
  if (request !== undefined && (await views.exchange(request))) return `requests/${wanted}`;
  const order = isId(wanted) ? await views.order(Number(wanted)) : undefined;
  const named = order ?? (await views.orders({ merchantReference: wanted, limit: 1 }))[0];
  return named && `orders/${named.id}`;
}

const missing = (c: Context, visit: Visit, what: string): Response | Promise<Response> =>
  show(c, visit, <Overview visit={visit} notFound={what} />, 404);

const show = (c: Context, { nonce }: Visit, page: Child, status: 200 | 404 = 200): Response | Promise<Response> =>
  c.html(page as string, status, securityHeaders(nonce));
