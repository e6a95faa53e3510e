import type { RequestDetails, RequestSummary } from "../app/explain/request-schema.js";
import type { NotificationJson } from "../app/views/notification-schema.js";
import type { OrderDetails } from "../app/views/order-schema.js";
import { SUCCESS_CODE } from "../facts/codes.js";
import { type ControlTarget, send } from "./control-client.js";

/** Why a call, an order or a notification went as it did. */
export type Why =
  | ({ readonly kind: "request" } & RequestDetails)
  | ({ readonly kind: "order"; readonly lastCall?: RequestDetails | undefined } & OrderDetails)
  | {
      readonly kind: "notification";
      readonly notification: NotificationJson;
      readonly causedBy?: RequestDetails | undefined;
    };

/** What is asked about; all left out: the latest call. */
export interface Asked {
  /**
   * `req-12`, an order's id or merchantReference, a notification's id (`notification-7` where an order has the same).
   */
  readonly id?: string | undefined;
  /** Of the latest calls that one which did not go through; not together with `id`. */
  readonly lastRefused?: boolean | undefined;
}

/** Undefined where there is nothing of the kind. Throws Unreachable, and an error where the sandbox refuses to tell. */
export async function findWhy(target: ControlTarget, { id, lastRefused = false }: Asked): Promise<Why | undefined> {
  const get = reader(target);
  return id === undefined ? latest(get, lastRefused) : find(get, id);
}

/** Says that there is none, in a clause. */
export const notFound = ({ id, lastRefused = false }: Asked): string =>
  id === undefined ? noCall(lastRefused) : `there is no request, order or notification ${id}`;

type Get = <T>(path: string) => Promise<T | undefined>;

/** Reads from the control API; undefined where there is none. */
function reader(target: ControlTarget): Get {
  return async (path) => {
    const { status, body } = await send(target, "GET", path);
    if (status === 404) return undefined;
    if (status >= 400) throw new Error(`${target.base}: ${(body as { message?: string }).message ?? `HTTP ${status}`}`);
    return body as never;
  };
}

/** How far back a call is looked for. */
const LOOKED_AT = 1000;

const noCall = (lastRefused: boolean): string =>
  lastRefused ? `none of the latest ${LOOKED_AT} calls was refused, declined or cut` : "no call was made yet";

/** A settlement stands in the journal as well; it is nobody's call. */
async function latest(get: Get, lastRefused: boolean): Promise<Why | undefined> {
  const listed = await get<{ requests: readonly RequestSummary[] }>(`requests?limit=${LOOKED_AT}`);
  const found = listed?.requests.find(
    ({ operation, responseCode }) => operation !== "settlement" && !(lastRefused && responseCode === SUCCESS_CODE),
  );
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
    `orders?limit=1&merchantReference=${encodeURIComponent(id)}`,
  );
  return named?.orders[0] && orderOf(get, String(named.orders[0].id));
}

async function requestOf(get: Get, id: string): Promise<Why | undefined> {
  const details = await get<RequestDetails>(`requests/${id}`);
  return details && { kind: "request", ...details };
}

/** Queries change nothing: the call that explains an order is the last other one. */
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
  return { kind: "notification", notification, causedBy };
}
