import * as z from "zod";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import type { Lane } from "../../../lane/lane.js";
import { readId } from "../../../lane/ports/name.js";
import type { Notice, OutboxEntry } from "../../../lane/ports/outbox.js";
import { each, newestOf } from "../../../lane/views/list-pages.js";
import { notificationJson, orderSummary } from "../../../lane/views/order-json.js";
import {
  notificationKindSchema,
  notificationSchema,
  notificationStateSchema,
} from "../../../lane/views/schemas/notification-schema.js";
import type { OrderJson } from "../../../lane/views/schemas/order-schema.js";
import { orderByText } from "../books/orders.js";
import { call, ok } from "../call.js";
import { notFound, refuse } from "../http/errors.js";
import { beforeOf, fromOne, limit, next, nothing, numberIn } from "../http/parameters.js";

export const notificationFilters = namedObject("NotificationFilter", {
  orderId: fromOne.optional().describe("notifications of this order"),
  merchantReference: z.string().optional().describe("notifications of orders with this reference, * allowed"),
  state: notificationStateSchema.optional().describe("notifications in this state"),
  kind: notificationKindSchema
    .optional()
    .describe("notifications of this kind: about a paid order, or about a stored card"),
  tokenId: fromOne.optional().describe("notifications of this stored card"),
  before: beforeOf("notification"),
  limit,
});

const params = {
  id: "notification-7, its number, or the merchantReference of its order: the newest one, forged ones only if there is no other",
} as const;

const withoutWord = (text: string): string => text.replace(/^notification-/, "");
const idIn = (text: string): number | undefined => readId(withoutWord(text));

/** How long a resend waits for the current attempt. Less than the 5 s of Vitest and Jest, as waitFor. */
const PATIENCE_MS = 4000;

/** Calls about notifications, whether sent or waiting. */
export const notificationCalls = [
  call("GET /notifications", "Notifications, newest first", {
    query: notificationFilters,
    answers: { 200: z.strictObject({ notifications: z.array(notificationSchema), next }) },
    run: async ({ lane, query }) => ok(await listed(lane, query)),
  }),
  call("GET /notifications/{id}", "A notification with its attempts", {
    params,
    answers: { 200: notificationSchema },
    run: async ({ lane, params }) => {
      const entry = await notificationNamed(lane, params.id);
      return entry ? ok(notificationJson(entry)) : noNotification(lane, params.id);
    },
  }),
  call(
    "POST /notifications/{id}/resend",
    "Sends it again now, whatever the clock says; waits up to 4 s for a current attempt first, but answers 409 if another process makes it",
    {
      params,
      body: nothing,
      looks: true,
      answers: { 200: notificationSchema },
      run: async ({ lane, params }) => {
        let entry = await notificationNamed(lane, params.id);
        if (entry?.state === "in-flight") {
          await lane.deliveries.attempted(entry.id, PATIENCE_MS);
          entry = await notificationNamed(lane, String(entry.id));
        }
        if (!entry) return noNotification(lane, params.id);
        // Another process is sending it, or the attempt may wait for this very call.
        if (entry.state === "in-flight")
          return wrongState(entry, "is still being sent: its handler has not answered, and cannot resend it before");
        return sendNow(lane, entry);
      },
    },
  ),
  call("POST /notifications/{id}/release", "Sends a held notification", {
    params,
    body: nothing,
    looks: true,
    answers: { 200: notificationSchema },
    run: async ({ lane, params }) => {
      const entry = await notificationNamed(lane, params.id);
      if (!entry) return noNotification(lane, params.id);
      return entry.state === "held" ? sendNow(lane, entry) : wrongState(entry, `is ${entry.state}, not held`);
    },
  }),
  call("POST /notifications/{id}/hold", "Holds a waiting notification until it is released", {
    params,
    body: nothing,
    looks: true,
    answers: { 200: notificationSchema },
    run: async ({ lane, params }) => {
      const entry = await notificationNamed(lane, params.id);
      if (!entry) return noNotification(lane, params.id);
      if (entry.state !== "due") return wrongState(entry, `is ${entry.state}, so it is not waiting to be sent`);
      const effects = { ...entry.effects, hold: true };
      await lane.store.requeue(entry.id, { state: "held", dueAt: null, effects });
      return ok(notificationJson({ ...entry, state: "held", dueAt: null, effects }));
    },
  }),
];

const wrongState = ({ id }: OutboxEntry, why: string) =>
  refuse(
    409,
    "wrong-state",
    `notification ${id} ${why}`,
    `wait until its attempt is over; POST /_sandbox/notifications/${id}/resend sends it in any other state`,
  );

type Filters = z.output<typeof notificationFilters>;

async function listed(lane: Lane, filters: Filters) {
  const { orderId, merchantReference, state, kind, tokenId, before, limit } = filters;
  const isNamed = merchantReference === undefined ? undefined : compileGlob(merchantReference);
  const { items, next } = await newestOf<Notice>(
    (part) => lane.store.views.notifications({ orderId, ...part }),
    { before: numberIn(before), limit },
    each(
      isNamed && ((n) => isNamed(n.reference ?? "")),
      state && ((n) => n.state === state),
      kind && ((n) => n.kind === kind),
      tokenId === undefined ? undefined : ({ fields }) => fields.tokenId === String(tokenId),
    ),
  );
  return { notifications: items.map(notificationJson), next: next && `notification-${next}` };
}

/** Sends a notification now, whatever the clock says. Answers once its attempt is over. */
async function sendNow(lane: Lane, entry: Notice) {
  if (!(await lane.deliveries.resend(entry)))
    return refuse(409, "not-http", `${entry.url} is not an HTTP address`, "give an http or https callbackUrl.notify");
  const [after] = await lane.store.views.notifications({ id: entry.id });
  return ok(notificationJson(after ?? entry));
}

async function notificationNamed(lane: Lane, text: string): Promise<Notice | undefined> {
  const [found] = await lane.store.views.notifications({ id: idIn(text) ?? 0 });
  const order = found ? undefined : await orderByText(lane, text);
  if (!order) return found;
  const ofOrder = await lane.store.views.notifications({ orderId: order.id });
  return ofOrder.find(({ effects }) => effects.forge === undefined) ?? ofOrder[0];
}

async function noNotification(lane: Lane, id: string) {
  const order = await orderByText(lane, id);
  const why = order && (await withoutNotification(lane, orderSummary(order, await lane.clock.now())));
  return why === undefined
    ? notFound(`notification ${withoutWord(id)}`, "GET /_sandbox/notifications lists them; check the lane")
    : refuse(404, "none-caused", `there is no notification ${id}`, why);
}

/** Says why an order has caused no notification. Undefined if it has. */
export async function withoutNotification({ store: { views } }: Lane, order: OrderJson): Promise<string | undefined> {
  const { id, merchantReference, status, notifyUrl } = order;
  const text = `order ${id} (${merchantReference}) is ${status}`;
  if (notifyUrl === undefined) return `${text} but has no callbackUrl.notify: nothing is sent`;
  if ((await views.notifications({ orderId: id, limit: 1 })).length > 0) return undefined;
  return status === "OPEN" ? `${text}: nothing is sent before it is paid` : `${text} and has caused no notification`;
}
