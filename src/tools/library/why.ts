import { isCall, isRefused } from "../../lane/explain/lost-answer.js";
import { adviceForNotification, signedTextOf } from "../../lane/explain/notification-advice.js";
import type { RequestDetails, RequestSummary } from "../../lane/explain/request-schema.js";
import type { Why } from "../../lane/explain/why-text.js";
import type { NotificationJson } from "../../lane/views/schemas/notification-schema.js";
import type { OrderDetails } from "../../lane/views/schemas/order-schema.js";
import { type ControlTarget, send } from "./control-client.js";

/** The question. If everything is left out: the latest call. */
export interface WhyQuestion {
  /**
   * `req-12`, an order's id or merchantReference, or a notification's id (`notification-7` if an order has the same).
   */
  readonly id?: string | undefined;
  /** True to take the latest call that was refused, declined or cut. Not together with `id`. */
  readonly lastRefused?: boolean | undefined;
}

/** Undefined if there is no such thing. Throws Unreachable, or an error if the sandbox refuses the request. */
export async function findWhy(
  target: ControlTarget,
  { id, lastRefused = false }: WhyQuestion,
): Promise<Why | undefined> {
  const get = reader(target);
  return id === undefined ? latest(get, lastRefused) : find(get, id);
}

/** Says in a clause that nothing was found. */
export const nothingFound = ({ id, lastRefused = false }: WhyQuestion): string =>
  id === undefined ? noCall(lastRefused) : `there is no request, order or notification ${id}`;

type Get = <T>(path: string) => Promise<T | undefined>;

/** Reads from the control API. Undefined if there is nothing. */
function reader(target: ControlTarget): Get {
  return async (path) => {
    const { status, body } = await send(target, "GET", path);
    if (status === 404) return undefined;
    if (status >= 400) throw new Error(`${target.base}: ${(body as { message?: string }).message ?? `HTTP ${status}`}`);
    return body as never;
  };
}

/** How many calls back to search. */
const LOOKED_AT = 1000;

const noCall = (lastRefused: boolean): string =>
  lastRefused ? `none of the latest ${LOOKED_AT} calls was refused, declined or cut` : "no call was made yet";

async function latest(get: Get, lastRefused: boolean): Promise<Why | undefined> {
  const listed = await get<{ requests: readonly RequestSummary[] }>(`requests?limit=${LOOKED_AT}`);
  const found = listed?.requests.find((call) => (lastRefused ? isRefused(call) : isCall(call.operation)));
  return found && requestOf(get, found.id);
}

async function find(get: Get, id: string): Promise<Why | undefined> {
  if (/^req-\d+$/.test(id)) return requestOf(get, id);
  const notification = /^notification-(\d+)$/.exec(id)?.[1];
  if (notification !== undefined) return notificationOf(get, notification);
  if (/^\d{1,10}$/.test(id)) {
    const found = (await orderOf(get, id)) ?? (await notificationOf(get, id));
    if (found) return found;
  }
  const named = await get<{ orders: readonly { id: number }[] }>(
    `orders?limit=1&merchantReference=${encodeURIComponent(id.toWellFormed())}`,
  );
  return named?.orders[0] && orderOf(get, String(named.orders[0].id));
}

async function requestOf(get: Get, id: string): Promise<Why | undefined> {
  const details = await get<RequestDetails>(`requests/${id}`);
  return details && { kind: "request", ...details };
}

/** Skips queries, because they change nothing. The last other call explains the order. */
async function orderOf(get: Get, id: string): Promise<Why | undefined> {
  const details = await get<OrderDetails>(`orders/${id}`);
  if (!details) return undefined;
  const calls = details.timeline.filter((entry) => "requestId" in entry && !/\/(query|open)$/.test(entry.what));
  const last = calls.at(-1) as { requestId: string } | undefined;
  return { kind: "order", ...details, lastCall: last && (await get<RequestDetails>(`requests/${last.requestId}`)) };
}

async function notificationOf(get: Get, id: string): Promise<Why | undefined> {
  const notification = await get<NotificationJson>(`notifications/${id}`);
  if (!notification) return undefined;
  const causedBy = await get<RequestDetails>(`requests/${notification.causedBy}`);
  const [advice, signedText] = [adviceForNotification(notification), signedTextOf(notification)];
  return { kind: "notification", notification, advice, signedText, causedBy };
}
