import * as z from "zod";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { adviceForNotification, isUnanswered, stoppedByAddress } from "../../../lane/explain/notification-advice.js";
import type { Lane } from "../../../lane/lane.js";
import { lastFailureOf } from "../../../lane/ports/attempt-failures.js";
import { orderSummary } from "../../../lane/views/order-json.js";
import { type NotificationJson, notificationSchema } from "../../../lane/views/schemas/notification-schema.js";
import { type OrderJson, orderSchema } from "../../../lane/views/schemas/order-schema.js";
import { callSchema } from "../../../lane/views/schemas/report-schema.js";
import { call, ok } from "../call.js";
import { errorSchema, refuse } from "../http/errors.js";
import { numberIn, oneOfObjects } from "../http/parameters.js";
import { withoutNotification } from "./notifications.js";
import { boardOf } from "./wait-board.js";
import {
  lookForNotifications,
  lookForOrders,
  lookForRequests,
  type MatchReader,
  notificationMatch,
  orderMatch,
  requestMatch,
} from "./wait-matches.js";

const LONGEST_MS = 600_000;
const how = {
  count: z.int().min(1).default(1).describe("how many matches to wait for"),
  timeoutMs: z.int().min(0).max(LONGEST_MS).default(5000).describe("how long to wait, in milliseconds of real time"),
};

/** The event to wait for, in the form of the control API and the library. */
export const waitBody = z.discriminatedUnion(
  "for",
  [
    namedObject("WaitForNotification", {
      for: z.literal("notification"),
      match: notificationMatch.default({}),
      ...how,
    }),
    namedObject("WaitForRequest", { for: z.literal("request"), match: requestMatch.default({}), ...how }),
    namedObject("WaitForOrder", { for: z.literal("order"), match: orderMatch.default({}), ...how }),
  ],
  oneOfObjects("notification, request or order", '{"for": "order", "match": {"status": "SUCCESS"}}'),
);
type Wanted = z.output<typeof waitBody>;

const tooLateSchema = named(
  "TooLate",
  errorSchema.extend({
    nearest: z.array(z.unknown()).meta({ description: "the facts that come closest", examples: [[]] }),
  }),
);

/** Answers as soon as the event has happened, without polling. */
export const waitCalls = [
  call("POST /wait", "Waits for an event, and answers as soon as it has happened", {
    body: waitBody,
    hasPatterns: true,
    answers: {
      200: z.strictObject({
        matched: z.array(z.union([orderSchema, notificationSchema, callSchema])).describe("the matches"),
      }),
      408: tooLateSchema,
    },
    run: async ({ context: { stopping }, lane, body: wanted, signal }) => {
      const look = lookFor(lane, wanted);
      const enough = async () => {
        const matched = await look.matched();
        return matched.length >= wanted.count ? matched : undefined;
      };
      const end = AbortSignal.any([signal, stopping]);
      const watch = (wake: () => void) => boardOf(lane)({ ...look, for: wanted.for, wake });
      const matched = await lane.waiting.until(enough, wanted.timeoutMs, { signal: end, watch });
      if (!matched && stopping.aborted)
        return refuse(503, "stopping", "the sandbox is shutting down", "wait again once it runs");
      return matched ? ok({ matched }) : await tooLate(lane, wanted, look);
    },
  }),
];

function lookFor(lane: Lane, wanted: Wanted): MatchReader {
  switch (wanted.for) {
    case "notification":
      return lookForNotifications(lane, wanted.match, wanted.count);
    case "request":
      return lookForRequests(lane, wanted.match);
    case "order":
      return lookForOrders(lane, wanted.match, wanted.count);
  }
}

async function tooLate(lane: Lane, wanted: Wanted, look: MatchReader) {
  return { status: 408, body: lane.waiting.isClosed ? laneGone : await inVain(lane, wanted, look) } as const;
}

const laneGone = {
  code: "lane-gone",
  message: "the lane was reset, dropped or restored while this waited",
  fix: "after a reset or a restore, wait again; a test drops its lane when it ends, so await this before",
  nearest: [],
} as const;

async function inVain(lane: Lane, wanted: Wanted, look: MatchReader) {
  const { for: what, match, count, timeoutMs } = wanted;
  const found = (await look.matched()).length;
  const { facts: nearest, areNamed } = await look.nearest();
  const named = areNamed ? nearest : [];
  const notices = named.filter((one): one is NotificationJson => "attempts" in one && "state" in one);
  return {
    code: "timeout",
    message: `${found} of ${count} ${what}s matched ${JSON.stringify(match)}${timeoutMs === 0 ? "" : ` within ${timeoutMs} ms`}`,
    fix:
      (await wrongOrder(lane, wanted)) ??
      stoppedAmong(notices) ??
      (await heldAmong(lane, wanted, notices)) ??
      (await failedAmong(lane, wanted, notices)) ??
      unansweredAmong(notices) ??
      (await unsentAmong(lane, notices)) ??
      (await openAmong(lane, wanted, named)) ??
      (await givenBack(lane, wanted)) ??
      (nearest.length === 0 ? await silent(lane, wanted) : undefined) ??
      `${nearest.length > 0 ? "see nearest; " : ""}${await checkLane(lane)}`,
    nearest,
  };
}

/** Says that a notification which comes close is not sent, because of its address. */
function stoppedAmong(notices: readonly NotificationJson[]): string | undefined {
  const stopped = notices.find(stoppedByAddress);
  return stopped && `notification ${stopped.id} to ${stopped.url} is not sent: ${stoppedByAddress(stopped)}`;
}

/** Says that a notification which comes close is held, by which rule, and how to release it. */
async function heldAmong(lane: Lane, { match }: Wanted, notices: readonly NotificationJson[]) {
  const held = notices.find(({ state }) => state === "held");
  // A wait for held notifications lacks others.
  if (!held || ("state" in match && match.state === "held")) return undefined;
  const { id, note } = held;
  // Without a note, somebody held it with a call.
  const by = note === undefined ? "" : await ruleOf(lane, held);
  return `notification ${id} is held${by}: release it with POST /_sandbox/notifications/${id}/release`;
}

/** Says why the shop has not acknowledged a notification which comes close, and how to send it again once that is mended. */
async function failedAmong(lane: Lane, { match }: Wanted, notices: readonly NotificationJson[]) {
  if (!("acknowledged" in match && match.acknowledged) && !("state" in match && match.state === "acknowledged"))
    return undefined;
  for (const one of notices) {
    const { id, state, nextAt } = one;
    const why = state === "due" || state === "gave-up" ? lastFailureOf(one) : undefined;
    if (why === undefined) continue;
    const again = nextAt === null ? "" : `${await advanceTo(lane, nextAt)}, or `;
    return `${failedText(id, why)} Mend that, then ${again}send it with POST /_sandbox/notifications/${id}/resend`;
  }
  return undefined;
}

const failedText = (id: number, why: string): string => `the last attempt of notification ${id} failed: ${why}.`;

/** Says that the shop has not answered a notification which comes close. */
function unansweredAmong(notices: readonly NotificationJson[]): string | undefined {
  const open = notices.find(isUnanswered);
  return open && `notification ${open.id} to ${open.url}: ${adviceForNotification(open)}`;
}

/** Says that a notification which comes close was dropped, or when it is due. */
async function unsentAmong(lane: Lane, notices: readonly NotificationJson[]): Promise<string | undefined> {
  const due = notices.find(({ state, nextAt }) => state === "due" && nextAt !== null);
  if (due) {
    const why = lastFailureOf(due);
    const failed = why === undefined ? "" : `${failedText(due.id, why)} `;
    return `${failed}notification ${due.id} is due at ${due.nextAt}: ${await advanceTo(lane, due.nextAt!)}`;
  }
  const dropped = notices.find(({ state }) => state === "dropped");
  if (!dropped) return undefined;
  const by = await ruleOf(lane, dropped);
  return `notification ${dropped.id} was dropped${by}: send it with POST /_sandbox/notifications/${dropped.id}/resend`;
}

/** Says until when the awaited order can still be paid. */
async function openAmong(lane: Lane, wanted: Wanted, nearest: readonly object[]): Promise<string | undefined> {
  if (wanted.for !== "order") return undefined;
  const open = nearest.find((one): one is OrderJson => "expiryTime" in one && "status" in one && one.status === "OPEN");
  const { status = "OPEN" } = wanted.match;
  if (!open || status === "OPEN") return undefined;
  const { id, merchantReference, expiryTime } = open;
  const next =
    status === "CLOSED" ? await advanceTo(lane, expiryTime) : `pay it with POST /_sandbox/orders/${id}/simulate`;
  return `order ${id} (${merchantReference}) is OPEN until ${expiryTime}: ${next}`;
}

/** Says that an order which the wait names has caused all notifications that it will: giving money back sends none. */
async function givenBack(
  lane: Lane,
  { for: what, match: { merchantReference, orderId } }: Wanted,
): Promise<string | undefined> {
  if (what !== "notification" || (merchantReference === undefined && orderId === undefined)) return undefined;
  const [order] = await lookForOrders(lane, { merchantReference, orderId }, 1).matched();
  const gaveBack = order?.status === "REFUNDED" || order?.status === "VOIDED";
  return gaveBack
    ? `order ${order.id} (${order.merchantReference}) is ${order.status}: a refund or void sends no notification`
    : undefined;
}

/** Says why a lane has no notification at all, by the newest order that could have caused one. */
async function silent(lane: Lane, { for: what, match }: Wanted): Promise<string | undefined> {
  if (what !== "notification" || ("kind" in match && match.kind === "token")) return undefined;
  const newest = await lane.store.views.orders({ limit: NAMED_MAX });
  const order = newest.find(({ notifyUrl }) => notifyUrl !== undefined) ?? newest[0];
  if (!order) return `no order was created in this lane, so it has no notifications: ${await checkLane(lane)}`;
  const why = await withoutNotification(lane, orderSummary(order, await lane.clock.now()));
  return why && `no notification in this lane: ${why}`;
}

async function checkLane({ clock }: Lane): Promise<string> {
  return (await clock.read()).mode === "frozen" ? "check the lane, whose clock is frozen" : "check the lane";
}

/** The library has its own words for this. */
async function advanceTo({ clock }: Lane, at: string): Promise<string> {
  const seconds = Math.max(1, Math.ceil((Date.parse(at) - (await clock.now())) / 1000));
  const [unit, name] = (
    [
      [3600, "h"],
      [60, "m"],
      [1, "s"],
    ] as const
  ).find(([of]) => seconds % of === 0)!;
  return `advance the clock by ${seconds / unit}${name} with PUT /_sandbox/clock`;
}

/** The rule of the call that caused a notification, after the word "by". Empty if there was none. */
async function ruleOf({ store: { views } }: Lane, { causedBy }: NotificationJson): Promise<string> {
  const { rule } = (await views.exchange(numberIn(causedBy)!)) ?? {};
  return rule === undefined ? "" : ` by rule ${JSON.stringify(rule)}`;
}

/** Says that nothing here has the order's reference or id that the wait names, or that this order sends no notification. */
async function wrongOrder(lane: Lane, { for: what, match }: Wanted): Promise<string | undefined> {
  const { merchantReference, orderId } = match;
  const named = { merchantReference, orderId };
  const names = [
    ...(merchantReference === undefined ? [] : [`the reference ${merchantReference}`]),
    ...(orderId === undefined ? [] : [`the id ${orderId}`]),
  ].join(" and ");
  if (names === "") return undefined;
  if (what === "request") {
    // A refused call may name an order that was never created.
    const isNamed = (await lookForRequests(lane, named).matched()).length > 0;
    return isNamed ? undefined : `no call names an order with ${names}: check it, and the lane`;
  }
  const [order] = await lookForOrders(lane, named, 1).matched();
  if (!order) return `no order of this lane has ${names}${await referencesOf(lane)}: check it, and the lane`;
  return what === "notification" ? withoutNotification(lane, order) : undefined;
}

/** How many references to name. */
const NAMED_MAX = 5;

/** The newest references that a lane has, after the words "it has". Empty if it has none. */
async function referencesOf({ store: { views } }: Lane): Promise<string> {
  const newest = await views.orders({ limit: NAMED_MAX });
  return newest.length === 0 ? "" : `; it has ${newest.map(({ reference }) => reference).join(", ")}`;
}
