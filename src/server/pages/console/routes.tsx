import { type Context, Hono } from "hono";
import type { Child, FC } from "hono/jsx";
import type { Lane } from "../../../lane/lane.js";
import { pageNamed } from "../../../lane/shopper/page-address.js";
import { freshNonce } from "../layout.js";
import { ForkPage } from "./calls/fork.js";
import { NewCallPage } from "./calls/new-call.js";
import { RequestPage } from "./calls/request.js";
import { requestCopies } from "./calls/request-copies.js";
import { type ConsoleContext, type ConsoleVisit, exchangeInPath, notificationInPath, orderInPath } from "./context.js";
import { assets } from "./frame/assets.js";
import { consoleHeaders } from "./frame/layout.js";
import { AssumptionsPage } from "./lane/assumptions.js";
import { MerchantsPage } from "./lane/merchants.js";
import { Overview } from "./lane/overview.js";
import { RulesPage } from "./lane/rules.js";
import { SnapshotsPage } from "./lane/snapshots.js";
import { CompareOrders, CompareRequests } from "./lists/compare.js";
import { NotificationPage } from "./lists/notifications.js";
import { orderList } from "./lists/orders.js";
import { notificationList, requestList, streamList } from "./lists/stream.js";
import { OrderPage, orderCopies } from "./orders/order.js";

const lists = {
  stream: streamList,
  orders: orderList,
  requests: requestList,
  notifications: notificationList,
} as const;

/** The console's pages by path. */
const pages: Readonly<Record<string, FC<{ visit: ConsoleVisit }>>> = {
  stream: ({ visit }) => <streamList.Page visit={{ ...visit, isInStream: true }} />,
  orders: orderList.Page,
  "orders/compare": CompareOrders,
  requests: requestList.Page,
  "requests/compare": CompareRequests,
  call: NewCallPage,
  notifications: notificationList.Page,
  rules: RulesPage,
  merchants: MerchantsPage,
  assumptions: AssumptionsPage,
  snapshots: SnapshotsPage,
};

/**
 * The console: the contents of a lane, the reasons for each answer, and the next step. These routes only read. The
 * page's script acts through the control API.
 */
export function consolePages(env: (c: Context) => { lane: Lane; context: () => ConsoleContext }): Hono {
  const app = new Hono();
  const visiting = (c: Context) => {
    const { lane, context } = env(c);
    return visitOf(c, lane, context());
  };
  app.get("/", async (c) => {
    const visit = await visiting(c);
    const wanted = visit.query.find?.trim() || undefined;
    const found = wanted === undefined ? undefined : await find(visit.lane, wanted);
    if (found !== undefined) return c.redirect(`${visit.home}/${found}`, 302);
    return show(c, visit, <Overview visit={visit} notFound={wanted} />, wanted === undefined ? 200 : 404);
  });
  for (const [path, asset] of Object.entries(assets))
    app.get(`/${path}`, (c) => {
      const { type, text } = asset();
      return c.body(text, 200, { "Content-Type": type, "Cache-Control": "private, max-age=31536000, immutable" });
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
      return c.body(text, 200, { ...consoleHeaders(""), ...headers });
    });
  const entry = <T,>(path: string, find: Find<T>, pageOf: (visit: ConsoleVisit, found: T) => Child) =>
    app.get(path, async (c) => {
      const visit = await visiting(c);
      const id = c.req.param("id") ?? "";
      const found = await find(visit.lane, id);
      return found === undefined ? missing(c, visit, id) : show(c, visit, pageOf(visit, found));
    });
  for (const inStream of ["", "stream/"]) {
    const within = (visit: ConsoleVisit) => ({ ...visit, isInStream: inStream !== "" });
    entry(`/${inStream}orders/:id`, orderInPath, (visit, order) => <OrderPage visit={within(visit)} order={order} />);
    entry(`/${inStream}requests/:id`, exchangeInPath, (visit, exchange) => (
      <RequestPage visit={within(visit)} exchange={exchange} />
    ));
    entry(`/${inStream}notifications/:id`, notificationInPath, (visit, found) => (
      <NotificationPage visit={within(visit)} entry={found} />
    ));
  }
  const copied = <T,>(
    name: string,
    find: Find<T>,
    copies: Readonly<Record<string, (found: T, visit: ConsoleVisit) => string | Promise<string>>>,
  ) => {
    for (const [as, textOf] of Object.entries(copies))
      app.get(`/${name}/:id/copy/${as}`, async (c) => {
        const visit = await visiting(c);
        const found = await find(visit.lane, c.req.param("id") ?? "");
        if (found === undefined) return missing(c, visit, c.req.param("id") ?? "");
        return c.text(await textOf(found, visit), 200, consoleHeaders(""));
      });
  };
  copied("orders", orderInPath, orderCopies);
  copied("requests", exchangeInPath, requestCopies);
  entry("/requests/:id/fork", exchangeInPath, (visit, exchange) => <ForkPage visit={visit} exchange={exchange} />);
  app.get("*", async (c) => missing(c, await visiting(c), new URL(c.req.url).pathname));
  return app;
}

type Find<T> = (lane: Lane, id: string) => Promise<T | undefined>;

/** Links start with the path of the base URL and the lane, because a proxy may have cut it off. */
async function visitOf(c: Context, lane: Lane, context: ConsoleContext): Promise<ConsoleVisit> {
  const place = new URL(lane.baseUrl).pathname.replace(/\/$/, "");
  const [home, root] = [`${place}/_sandbox/ui`, place.replace(/\/lane\/[^/]+$/, "")];
  const { now, clock } = await lane.store.views.lane();
  const query = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ""));
  const compared = c.req.queries("compare") ?? [];
  const part = c.req.header("X-Sandbox-Part");
  const [isPart, shown] = [part !== undefined, new Set(part?.split(","))];
  const isFrozen = clock.mode === "frozen";
  return { lane, context, home, root, nonce: freshNonce(), now, isFrozen, query, compared, isPart, shown };
}

/** The page for a search text, which may be a request's id, a notification ("notification 3"), an order's id, or a merchantReference. */
async function find(lane: Lane, wanted: string): Promise<string | undefined> {
  const { views } = lane.store;
  const page = await pageNamed(lane, wanted);
  if (page && "id" in page) return page.isCardEntry ? undefined : `orders/${page.id}`;
  const notification = /^notif\w* #?(\d+)$/i.exec(wanted)?.[1];
  if (notification && (await notificationInPath(lane, notification))) return `notifications/${notification}`;
  if (await exchangeInPath(lane, wanted)) return `requests/${wanted}`;
  const order = (await orderInPath(lane, wanted)) ?? (await views.orders({ merchantReference: wanted, limit: 1 }))[0];
  return order && `orders/${order.id}`;
}

const missing = (c: Context, visit: ConsoleVisit, what: string): Response | Promise<Response> =>
  show(c, visit, <Overview visit={visit} notFound={what} />, 404);

const encoder = new TextEncoder();

/** Encoded here, because a socket's own encoding takes three times as long for a page with any character beyond Latin-1. */
async function show(c: Context, { nonce }: ConsoleVisit, page: Child, status: 200 | 404 = 200): Promise<Response> {
  return c.body(encoder.encode(String(await page)), status, {
    ...consoleHeaders(nonce),
    "Content-Type": "text/html; charset=UTF-8",
  });
}
