import { type Context, Hono } from "hono";
import type { Child } from "hono/jsx";
import { idOfSession } from "../../app/commands/session.js";
import type { Lane } from "../../app/lane.js";
import { readRequestId } from "../../app/ports/exchange.js";
import { freshNonce } from "../layout.js";
import { ForkPage } from "./calls/fork.js";
import { NewCallPage } from "./calls/new-call.js";
import { RequestPage } from "./calls/request.js";
import type { ConsoleContext, Visit } from "./context.js";
import { securityHeaders } from "./frame/layout.js";
import { AssumptionsPage } from "./lane/assumptions.js";
import { MerchantsPage } from "./lane/merchants.js";
import { Overview } from "./lane/overview.js";
import { RulesPage } from "./lane/rules.js";
import { SnapshotsPage } from "./lane/snapshots.js";
import { CompareOrders, CompareRequests } from "./lists/compare.js";
import { lists } from "./lists/list-pages.js";
import { OrderPage } from "./orders/order.js";

type Page = (props: { visit: Visit }) => Child;

/** The console's pages by path. Each list has its own page. */
const pages: Readonly<Record<string, Page>> = {
  orders: lists.orders.Page as Page,
  "orders/compare": CompareOrders as Page,
  requests: lists.requests.Page as Page,
  "requests/compare": CompareRequests as Page,
  call: NewCallPage as Page,
  notifications: lists.notifications.Page as Page,
  rules: RulesPage as Page,
  merchants: MerchantsPage as Page,
  assumptions: AssumptionsPage as Page,
  snapshots: SnapshotsPage as Page,
};

/**
 * The console: the contents of a lane, the reasons for each answer, and the next step. These routes only read. The
 * page's script acts through the control API.
 */
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
  for (const [path, list] of Object.entries(lists))
    app.get(`/${path}/export`, async (c) => {
      const { type, fileName, text } = await list.exported(await visiting(c));
      const headers = { "Content-Type": type, "Content-Disposition": `attachment; filename="${fileName}"` };
      return c.body(text, 200, { ...securityHeaders(""), ...headers });
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
  app.get("/requests/:id/fork", async (c) => {
    const visit = await visiting(c);
    const id = readRequestId(c.req.param("id"));
    const exchange = id === undefined ? undefined : await visit.lane.store.views.exchange(id);
    return exchange
      ? show(c, visit, <ForkPage visit={visit} exchange={exchange} />)
      : missing(c, visit, c.req.param("id"));
  });
  app.get("*", async (c) => missing(c, await visiting(c), new URL(c.req.url).pathname));
  return app;
}

const isId = (text: string): boolean => /^\d{1,10}$/.test(text);

/** Links start with the path as the browser sees it, including a proxy's prefix and the lane. */
async function visitOf(c: Context, lane: Lane, context: ConsoleContext): Promise<Visit> {
  const { pathname } = new URL(c.req.url);
  const home = pathname.slice(0, pathname.indexOf("/_sandbox/ui") + "/_sandbox/ui".length);
  const root = home.slice(0, -"/_sandbox/ui".length).replace(/\/lane\/[^/]+$/, "");
  const { now, clock } = await lane.store.views.lane();
  const isFrozen = clock.mode === "frozen";
  return {
    lane,
    context,
    home,
    root,
    nonce: freshNonce(),
    now,
    isFrozen,
    query: c.req.query(),
    compared: c.req.queries("compare") ?? [],
  };
}

/** The page for a search text, which may be a request's id, an order's id, or a merchantReference. */
async function find({ store: { views } }: Lane, wanted: string): Promise<string | undefined> {
  const session = /\/checkout\/([\w-]+)/.exec(wanted)?.[1];
  const pageOf = session === undefined ? undefined : idOfSession(session);
  const opened = pageOf === undefined ? undefined : await views.order(pageOf);
  if (opened?.session === session && session !== undefined) return `orders/${opened?.id}`;
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
