import { idOfSession } from "../../lane/commands/session.js";
import { isCall, isRefused } from "../../lane/explain/lost-answer.js";
import { adviceForNotification, signedTextOf } from "../../lane/explain/notification-advice.js";
import type { RequestDetails, RequestSummary } from "../../lane/explain/request-schema.js";
import type { Why } from "../../lane/explain/why-text.js";
import type { NotificationJson } from "../../lane/views/schemas/notification-schema.js";
import type { OrderDetails } from "../../lane/views/schemas/order-schema.js";
import { ControlRefusal, type ControlTarget, inLane, laneNamedBy, send } from "./control-client.js";
import { missingLane, oneOf, saidOf, someOf } from "./missing-lane.js";
import { unknownReference } from "./nearest-reference.js";

/** The question. If everything is left out: the latest call. */
export interface WhyQuestion {
  /**
   * `req-12`, an order's id, merchantReference or checkoutUrl, a notification's id (`notification-7` if an order has the same), or
   * the trace id of a call.
   */
  readonly id?: string | undefined;
  /** True to take the latest call that was refused, declined or cut. Not together with `id`. */
  readonly lastRefused?: boolean | undefined;
}

/**
 * The explanation, or a sentence that says that nothing was found. Throws Unreachable, or an error if the sandbox
 * refuses the request.
 */
export async function findWhy(target: ControlTarget, { id, lastRefused = false }: WhyQuestion): Promise<Why | string> {
  const get = reader(target);
  if (lastRefused) return latestRefused(target, get);
  const found = await (id === undefined ? latest(get) : find(get, id));
  if (found) return found;
  const missing = id === undefined ? await missingLane(target, laneNamedBy(target)) : undefined;
  if (missing)
    return saidOf(missing, { what: `there is no lane ${missing.name} at ${target.base}`, ...oneOf(missing) });
  const elsewhere = id === undefined ? [] : await otherLanesWith(target, id);
  const what = id === undefined ? "no call was made yet" : `there is no request, order or notification ${id}`;
  if (elsewhere.length > 0) return `${what} at ${target.base}; ${hasIt(elsewhere)}`;
  return id === undefined || /^(?:req-|notification-)?\d+$/.test(id)
    ? `${what} at ${target.base}${await latestText(get, id)}; check the lane (--lane)`
    : unknownReference(target, what, id);
}

/** Names the latest call for someone who asked for the id of a call. */
async function latestText(get: Get, id: string | undefined): Promise<string> {
  if (!id?.startsWith("req-")) return "";
  const { requests = [] } = (await get<{ requests?: readonly RequestSummary[] }>("requests?limit=1")) ?? {};
  return requests[0] === undefined ? ", where no call was made yet" : `; the latest call is ${requests[0].id}`;
}

type Get = <T>(path: string) => Promise<T | undefined>;

/** Reads from the control API. Undefined if there is nothing. */
function reader(target: ControlTarget): Get {
  return async (path) => {
    const { status, body } = await send(target, "GET", path);
    if (status === 404) return undefined;
    if (status >= 400) {
      const refused = body as { readonly code?: string; readonly message?: string; readonly fix?: string };
      throw new ControlRefusal(status, {
        ...refused,
        message: `${target.base}: ${refused.message ?? `HTTP ${status}`}`,
      });
    }
    return body as never;
  };
}

/** How many calls back to search. */
const LOOKED_AT = 1000;

async function latest(get: Get): Promise<Why | undefined> {
  const found = (await callsOf(get)).find(({ operation }) => isCall(operation));
  return found && requestOf(get, found.id);
}

const callsOf = async (get: Get): Promise<readonly RequestSummary[]> =>
  (await get<{ requests: readonly RequestSummary[] }>(`requests?limit=${LOOKED_AT}`))?.requests ?? [];

/** Also names newer calls that the question may mean: with a wrong signature that was let pass, or in other lanes. */
async function latestRefused(target: ControlTarget, get: Get): Promise<Why | string> {
  const calls = await callsOf(get);
  const found = calls.find(isRefused);
  const flagged = calls.slice(0, found && calls.indexOf(found)).find(({ signature }) => signature === "invalid");
  const newer = [
    ...(flagged
      ? [`newer, and answered although its signature is wrong: ${flagged.id} (start --signature enforce refuses it)`]
      : []),
    ...(await fromOtherLanes(target, LANES_AT_ONCE, async (lane, ofLane) => {
      const other = (await callsOf(ofLane)).find(isRefused);
      if (!other || (found && other.at <= found.at)) return undefined;
      return `newer in lane ${lane}: ${other.id}, ${other.responseCode || "cut"} (--lane ${lane})`;
    })),
  ];
  const why = found && (await requestOf(get, found.id));
  if (why) return newer.length === 0 ? why : { ...why, others: newer };
  const { length } = calls;
  const looked = length < LOOKED_AT ? `the ${length} calls` : `the latest ${LOOKED_AT} calls`;
  const none = length === 1 ? "the only call was not" : `none of ${looked} was`;
  const what = length === 0 ? "no call was made yet" : `${none} refused, declined or cut`;
  return [`${what} at ${target.base}`, ...(newer.length === 0 ? ["check the lane (--lane)"] : newer)].join("; ");
}

/** How many lanes to ask at once. */
const LANES_AT_ONCE = 20;

/** What the first `max` other lanes of the server say. A lane that cannot be read says nothing. */
async function fromOtherLanes<T>(
  target: ControlTarget,
  max: number,
  ask: (lane: string, get: Get) => Promise<T | undefined>,
): Promise<readonly T[]> {
  const own = laneNamedBy(target) ?? "default";
  try {
    const listed = await reader(target)<{ lanes: readonly { name: string }[] }>("lanes");
    const others = (listed?.lanes ?? []).flatMap(({ name }) => (name === own ? [] : name)).slice(0, max);
    const said: T[] = [];
    for (let from = 0; from < others.length; from += LANES_AT_ONCE) {
      const asked = others.slice(from, from + LANES_AT_ONCE);
      const answers = await Promise.all(asked.map((name) => ask(name, reader(inLane(target, name)))));
      said.push(...answers.filter((answer) => answer !== undefined));
    }
    return said;
  } catch {
    return [];
  }
}

/** The other lanes of the server with a call of this reference. */
export const otherLanesWith = async (target: ControlTarget, reference: string): Promise<readonly string[]> =>
  fromOtherLanes(target, 500, async (lane, get) => ((await newestWith(get, reference)) ? lane : undefined));

/** Names the lanes that have it. Each worker's lane may have the same references. */
export const hasIt = (lanes: readonly string[], what = "it"): string =>
  `${lanes.length === 1 ? `lane ${lanes[0]} has` : `lanes ${someOf(lanes)} have`} ${what} (--lane ${lanes[0]})`;

/** The newest call with this reference. */
const newestWith = async (get: Get, reference: string): Promise<RequestSummary | undefined> =>
  (await get<{ requests: readonly RequestSummary[] }>(`requests?limit=1&${referenceQuery(reference)}`))?.requests[0];

const referenceQuery = (reference: string): string =>
  `merchantReference=${encodeURIComponent(reference.toWellFormed())}`;

async function find(get: Get, id: string): Promise<Why | undefined> {
  if (/^req-\d+$/.test(id)) return requestOf(get, id);
  const notification = /^notification-(\d+)$/.exec(id)?.[1];
  if (notification !== undefined) return notificationOf(get, notification);
  if (/^\d{1,10}$/.test(id)) {
    const found = (await orderOf(get, id)) ?? (await notificationOf(get, id));
    if (found) return found;
  }
  const named = await get<{ orders: readonly { id: number }[] }>(`orders?limit=1&${referenceQuery(id)}`);
  if (named?.orders[0]) return orderOf(get, String(named.orders[0].id));
  const call = await newestWith(get, id);
  if (call) return requestOf(get, call.id);
  const ofPage = await ofSession(get, id);
  if (ofPage) return ofPage;
  const trace = /^(?:00-)?([\da-f]{32})\b/i.exec(id)?.[1];
  return trace === undefined ? undefined : ofTrace(get, trace.toLowerCase());
}

/** The order of a checkoutUrl, or of its last part alone. */
async function ofSession(get: Get, text: string): Promise<Why | undefined> {
  const session = /^(?:https?:\/\/\S+\/checkout\/)?([\da-z]+-[\w-]{24})(?:[?#].*)?$/.exec(text)?.[1];
  const id = session === undefined ? undefined : idOfSession(session);
  const found = id === undefined ? undefined : await orderOf(get, String(id));
  return found?.kind === "order" && found.checkoutUrl?.endsWith(`/${session}`) ? found : undefined;
}

/** The newest call of a trace. Names its other calls. */
async function ofTrace(get: Get, traceId: string): Promise<Why | undefined> {
  const listed = await get<{ requests: readonly RequestSummary[] }>(`requests?limit=${LOOKED_AT}&traceId=${traceId}`);
  const [newest, ...others] = listed?.requests ?? [];
  const why = newest && (await requestOf(get, newest.id));
  if (!why || others.length === 0) return why;
  const names = others.map(({ id, operation, responseCode }) => `${id} (${operation}, ${responseCode || "cut"})`);
  return { ...why, others: [`earlier in this trace: ${names.join(", ")}`] };
}

async function requestOf(get: Get, id: string): Promise<Extract<Why, { kind: "request" }> | undefined> {
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
