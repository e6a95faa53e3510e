import { onlyReads } from "../../core/scenario/values/operations.js";
import { plural } from "../../core/scenario/values/plural.js";
import { idOfSession } from "../../lane/commands/session.js";
import { hasNoSuccess, isCall } from "../../lane/explain/lost-answer.js";
import { adviceForNotification, signedTextOf } from "../../lane/explain/notification-advice.js";
import type { RequestDetails, RequestSummary } from "../../lane/explain/request-schema.js";
import type { Why } from "../../lane/explain/why-text.js";
import {
  type CallInput,
  ControlClient,
  ControlRefusal,
  type ControlTarget,
  inLane,
  laneNamedBy,
} from "./control-client.js";
import type { ControlCalls, RequestFilter } from "./language.js";
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

/** Says that no call was refused, which is an answer, too. */
export interface NoneRefused {
  readonly kind: "none-refused";
  readonly text: string;
}

/**
 * The explanation, or a sentence that says that nothing was found. Throws Unreachable, or an error if the sandbox
 * refuses the request.
 */
export async function findWhy(
  target: ControlTarget,
  { id, lastRefused = false }: WhyQuestion,
): Promise<Why | NoneRefused | string> {
  const ask = askOf(target);
  if (lastRefused) return latestRefused(target, ask);
  const found = await (id === undefined ? latest(target, ask) : find(ask, id));
  if (found) return found;
  if (id === undefined) return (await noLane(target)) ?? noCallYet(target);
  return notFoundText(target, `there is no request, order or notification ${id}`, id, "call");
}

/** Undefined if the sandbox has the target's lane. */
async function noLane(target: ControlTarget): Promise<string | undefined> {
  const missing = await missingLane(target, laneNamedBy(target)).catch(() => undefined);
  return missing && saidOf(missing, { what: `there is no lane ${missing.name} at ${target.base}`, ...oneOf(missing) });
}

async function noCallYet(target: ControlTarget): Promise<string> {
  const lanes = await fromOtherLanes(target, LANES_AT_ONCE, async (lane, ofLane) =>
    (await newestOf(ofLane, {})) ? lane : undefined,
  );
  const what = `no call was made yet at ${target.base}`;
  if (lanes.length === 0) return `${what}; check the lane (--lane)`;
  const [refused] = await newerRefused(target, undefined);
  return [what, hasIt(lanes, "calls"), ...(refused ? [`the newest refused is ${refusedText(refused)}`] : [])].join(
    "; ",
  );
}

/** Says that nothing has this reference or id, and where it may be: in another lane, or spelled otherwise. */
export async function notFoundText(
  target: ControlTarget,
  what: string,
  reference: string,
  wanted: "order" | "call" = "order",
): Promise<string> {
  const elsewhere = await otherLanesWith(target, reference, wanted);
  const missing = await noLane(target);
  if (elsewhere.length > 0)
    return missing === undefined
      ? `${what} at ${target.base}; ${hasIt(elsewhere)}`
      : `${missing}; ${hasIt(elsewhere, reference)}`;
  if (missing !== undefined) return missing;
  return /^(?:req-|notification-)?\d{1,10}$/.test(reference)
    ? `${what} at ${target.base}${await latestText(askOf(target), reference)}; check the lane (--lane)`
    : unknownReference(target, what, reference);
}

/** Names the latest call for someone who asked for the id of a call. */
async function latestText(ask: Ask, id: string): Promise<string> {
  if (!id.startsWith("req-")) return "";
  const newest = await newestOf(ask, {});
  return newest === undefined ? ", where no call was made yet" : `; the latest call is ${newest.id}`;
}

type Ask = <N extends keyof ControlCalls>(
  name: N,
  given: CallInput<ControlCalls[N]>,
) => Promise<ControlCalls[N]["answer"] | undefined>;

/** Asks the control API. Undefined if there is nothing. */
function askOf(target: ControlTarget): Ask {
  const api = new ControlClient(target);
  return (name, given) =>
    api.call(name, given).catch((error) => {
      // Each 404 of a control API has a code of its own.
      if (error instanceof ControlRefusal && error.status === 404 && error.code !== "unknown") return undefined;
      throw error;
    });
}

/** How many calls back to search. */
const LOOKED_AT = 1000;

/** If no lane was named, also says that a newer call was refused in another: it may be the one that is meant. */
async function latest(target: ControlTarget, ask: Ask): Promise<Why | undefined> {
  const found = (await callsOf(ask)).find(({ operation }) => isCall(operation));
  const why = found && (await whyRequest(ask, found.id));
  if (!why || laneNamedBy(target) !== undefined) return why;
  const [newest] = await newerRefused(target, why);
  if (!newest) return why;
  const { lane, request, response } = newest;
  return {
    ...why,
    others: [
      `newer, and refused: why ${request.id} --lane ${lane} (${request.operation}, ${response.responseCode || "cut"})`,
    ],
  };
}

/** The newest first. */
const callsOf = async (ask: Ask, query: RequestFilter = {}): Promise<readonly RequestSummary[]> =>
  (await ask("GET /requests", { query: { limit: LOOKED_AT, ...query } }))?.requests ?? [];

const newestOf = async (ask: Ask, query: RequestFilter): Promise<RequestSummary | undefined> =>
  (await callsOf(ask, { ...query, limit: 1 }))[0];

/** Also names newer calls that the question may mean: with a wrong signature that was let pass, or in other lanes. */
async function latestRefused(target: ControlTarget, ask: Ask): Promise<Why | NoneRefused | string> {
  const calls = await callsOf(ask);
  const found = calls.find(hasNoSuccess);
  const why = found && (await whyRequest(ask, found.id));
  const flagged = calls.slice(0, found && calls.indexOf(found)).find(({ signature }) => signature === "invalid");
  const others = await newerRefused(target, why);
  const newer = [
    ...(flagged
      ? [`newer, and answered although its signature is wrong: ${flagged.id} (start --signature enforce refuses it)`]
      : []),
    ...others.slice(0, OTHERS_TOLD).map((one) => `newer in lane ${one.lane}: ${refusedText(one)}`),
    ...(others.length > OTHERS_TOLD ? [`and in ${plural(others.length - OTHERS_TOLD, "more lane")}`] : []),
  ];
  if (why) return newer.length === 0 ? why : { ...why, others: newer };
  const { length } = calls;
  const missing = length === 0 ? await noLane(target) : undefined;
  if (missing !== undefined) return missing;
  const looked = length < LOOKED_AT ? `the ${length} calls` : `the latest ${LOOKED_AT} calls`;
  const none = length === 1 ? "the only call was not" : `none of ${looked} was`;
  const what = length === 0 ? "no call was made yet" : `${none} refused, declined or cut`;
  const text = [`${what} at ${target.base}`, ...(newer.length === 0 ? ["check the lane (--lane)"] : newer)].join("; ");
  return length === 0 ? text : { kind: "none-refused", text };
}

const refusedText = ({ lane, request, response }: { readonly lane: string } & RequestDetails): string =>
  `${request.id}, ${response.responseCode || "cut"} (--lane ${lane})`;

/** How many other lanes are named. */
const OTHERS_TOLD = 3;

/** The latest refused call of each other lane, if it is newer than `than`: the newest first. */
async function newerRefused(target: ControlTarget, than: RequestDetails | undefined) {
  const found = await fromOtherLanes(target, 100, async (lane, ofLane) => {
    const refused = (await callsOf(ofLane)).find(hasNoSuccess);
    const details = refused && (await detailsOf(ofLane, refused.id));
    return details && (!than || timeOf(details) > timeOf(than)) ? { lane, ...details } : undefined;
  });
  return found.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
}

/** By real time, because the clocks of lanes differ. */
const timeOf = ({ request: { receivedAt, at } }: RequestDetails): string => receivedAt ?? at;

/** How many lanes to ask at once. */
const LANES_AT_ONCE = 20;

/** What the first `max` other lanes of the server say. A lane that cannot be read says nothing. */
async function fromOtherLanes<T>(
  target: ControlTarget,
  max: number,
  say: (lane: string, ofLane: Ask) => Promise<T | undefined>,
): Promise<readonly T[]> {
  const own = laneNamedBy(target) ?? "default";
  try {
    const listed = await askOf(target)("GET /lanes", {});
    const others = (listed?.lanes ?? []).flatMap(({ name }) => (name === own ? [] : name)).slice(0, max);
    const said: T[] = [];
    for (let from = 0; from < others.length; from += LANES_AT_ONCE) {
      const asked = others.slice(from, from + LANES_AT_ONCE);
      const answers = await Promise.all(asked.map((name) => say(name, askOf(inLane(target, name)))));
      said.push(...answers.filter((answer) => answer !== undefined));
    }
    return said;
  } catch {
    return [];
  }
}

/** The other lanes of the server with an order of this reference. Without any, for `why`, those with a call. */
export async function otherLanesWith(
  target: ControlTarget,
  reference: string,
  wanted: "order" | "call",
): Promise<readonly string[]> {
  const query = { merchantReference: reference, limit: 1 };
  const found = await fromOtherLanes(target, 500, async (lane, ofLane) => {
    const hasOrder = ((await ofLane("GET /orders", { query }))?.orders.length ?? 0) > 0;
    return hasOrder || (wanted === "call" && (await newestOf(ofLane, query))) ? { lane, hasOrder } : undefined;
  });
  const withOrder = found.filter(({ hasOrder }) => hasOrder);
  return (withOrder.length > 0 ? withOrder : found).map(({ lane }) => lane);
}

/** Names the lanes that have it. Each worker's lane may have the same references. */
export const hasIt = (lanes: readonly string[], what = "it"): string =>
  `${lanes.length === 1 ? `lane ${lanes[0]} has` : `lanes ${someOf(lanes)} have`} ${what} (--lane ${lanes[0]})`;

async function find(ask: Ask, id: string): Promise<Why | undefined> {
  if (/^req-\d+$/.test(id)) return whyRequest(ask, id);
  if (/^notification-\d+$/.test(id)) return notificationOf(ask, id);
  const found = (await whyOrder(ask, id)) ?? (/^\d{1,10}$/.test(id) ? await notificationOf(ask, id) : undefined);
  if (found) return found;
  const call = await newestOf(ask, { merchantReference: id });
  if (call) return whyRequest(ask, call.id);
  const ofPage = await ofSession(ask, id);
  if (ofPage) return ofPage;
  const trace = /^(?:00-)?([\da-f]{32})\b/i.exec(id)?.[1];
  return trace === undefined ? undefined : ofTrace(ask, trace.toLowerCase());
}

/** The order of the last part of a checkoutUrl alone. */
async function ofSession(ask: Ask, text: string): Promise<Why | undefined> {
  const id = /^[\da-z]+-[\w-]{24}$/.test(text) ? idOfSession(text) : undefined;
  const found = id === undefined ? undefined : await whyOrder(ask, id);
  return found?.checkoutUrl?.endsWith(`/${text}`) ? found : undefined;
}

/** The newest call of a trace. Names its other calls. */
async function ofTrace(ask: Ask, traceId: string): Promise<Why | undefined> {
  const [newest, ...others] = await callsOf(ask, { traceId });
  const why = newest && (await whyRequest(ask, newest.id));
  if (!why || others.length === 0) return why;
  const names = others.map(({ id, operation, responseCode }) => `${id} (${operation}, ${responseCode || "cut"})`);
  return { ...why, others: [`earlier in this trace: ${names.join(", ")}`] };
}

type WhyOf<K extends Why["kind"]> = Extract<Why, { kind: K }>;

async function whyRequest(ask: Ask, id: string): Promise<WhyOf<"request"> | undefined> {
  const details = await detailsOf(ask, id);
  return details && { kind: "request", ...details };
}

const detailsOf = async (ask: Ask, id: string): Promise<RequestDetails | undefined> =>
  (await ask("GET /requests/{id}", { params: { id } })) as RequestDetails | undefined;

/** Skips queries, because they change nothing. The last other call explains the order. */
async function whyOrder(ask: Ask, id: string | number): Promise<WhyOf<"order"> | undefined> {
  const details = await ask("GET /orders/{id}", { params: { id } });
  if (!details) return undefined;
  const calls = details.timeline.filter((entry) => "requestId" in entry && !onlyReads(entry.what));
  const last = calls.at(-1) as { requestId: string } | undefined;
  return { kind: "order", ...details, lastCall: last && (await detailsOf(ask, last.requestId)) };
}

async function notificationOf(ask: Ask, id: string): Promise<Why | undefined> {
  const notification = await ask("GET /notifications/{id}", { params: { id } });
  if (!notification) return undefined;
  const causedBy = await detailsOf(ask, notification.causedBy);
  const [advice, signedText] = [adviceForNotification(notification), signedTextOf(notification)];
  return { kind: "notification", notification, advice, signedText, causedBy };
}
