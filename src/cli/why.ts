import type { RequestDetails, RequestSummary } from "../app/explain/request-schema.js";
import type { NotificationJson } from "../app/views/notification-schema.js";
import type { OrderDetails } from "../app/views/order-schema.js";
import { SUCCESS_CODE } from "../facts/codes.js";
import { send, Unreachable } from "../library/control-client.js";
import { notificationText, orderText, requestText } from "./why-text.js";

export interface WhyOptions {
  /** Of the running sandbox. */
  readonly url: string;
  /** Undefined: the lane that the url names, else the default one. */
  readonly lane?: string | undefined;
  /**
   * `req-12`, an order's id or merchantReference, a notification's id (`notification-7` where an order has the same).
   * Undefined: the latest call.
   */
  readonly id?: string | undefined;
  /** Of the latest calls that one which did not go through; not together with `id`. */
  readonly lastRefused?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** For a sandbox off loopback. */
  readonly adminToken?: string | undefined;
  readonly print?: ((text: string) => void) | undefined;
  readonly complain?: ((text: string) => void) | undefined;
}

/** What was found, as `--json` prints it. */
export type Why =
  | ({ readonly kind: "request" } & RequestDetails)
  | ({ readonly kind: "order"; readonly lastCall?: RequestDetails | undefined } & OrderDetails)
  | {
      readonly kind: "notification";
      readonly notification: NotificationJson;
      readonly causedBy?: RequestDetails | undefined;
    };

/** Says why a call, an order or a notification went as it did. Resolves with the exit code: 0, 2 nothing found, 3 no sandbox. */
export async function runWhy(options: WhyOptions): Promise<number> {
  const { id, lastRefused = false, json = false } = options;
  const print = options.print ?? ((text) => process.stdout.write(text));
  const complain = options.complain ?? ((text) => process.stderr.write(text));
  const base = `${options.url.replace(/\/+$/, "")}${options.lane === undefined ? "" : `/lane/${options.lane}`}`;
  try {
    const get = reader(base, options.adminToken);
    const why = id === undefined ? await latest(get, lastRefused) : await find(get, id);
    if (!why) {
      const what = id === undefined ? noCall(lastRefused) : `there is no request, order or notification ${id}`;
      complain(`${what} at ${base}; mind the lane (--lane)\n`);
      return 2;
    }
    print(json ? `${JSON.stringify(why, null, 2)}\n` : textOf(why));
    return 0;
  } catch (error) {
    complain(`${(error as Error).message}\n`);
    return 3;
  }
}

type Get = <T>(path: string) => Promise<T | undefined>;

/** Reads from the control API; undefined where there is none. */
function reader(base: string, adminToken: string | undefined): Get {
  return async (path) => {
    const { status, body } = await send({ base, adminToken }, "GET", path).catch((error) => {
      throw error instanceof Unreachable ? new Error(`${error.message}: start it, or name it with --url`) : error;
    });
    if (status === 404) return undefined;
    if (status >= 400) throw new Error(`${base}: ${(body as { message?: string }).message ?? `HTTP ${status}`}`);
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

function textOf(why: Why): string {
  switch (why.kind) {
    case "request":
      return requestText(why);
    case "order":
      return why.lastCall ? `${orderText(why)}\nIts last call:\n\n${requestText(why.lastCall)}` : orderText(why);
    case "notification":
      return why.causedBy
        ? `${notificationText(why.notification)}\nCaused by:\n\n${requestText(why.causedBy)}`
        : notificationText(why.notification);
  }
}
