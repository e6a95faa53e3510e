import * as z from "zod";
import { explanationText, ticketText } from "../../../lane/explain/why-text.js";
import { notificationStateSchema } from "../../../lane/views/schemas/notification-schema.js";
import { InvalidInput } from "../../../package/errors.js";
import { orderFilters } from "../../../server/control-api/books/orders.js";
import { notificationFilters } from "../../../server/control-api/traffic/notifications.js";
import { requestFilters } from "../../../server/control-api/traffic/requests.js";
import { ControlClient } from "../../library/control-client.js";
import type { Order } from "../../library/language.js";
import { findWhy } from "../../library/why.js";
import { lane, targetOf, tool, toolText } from "../tool.js";
import { withToolNames } from "../tool-names.js";

// explain_request finds a trace and has the bodies, and each filter's description costs the agent tokens.
const { traceId: _, bodies: _bodies, ...filters } = requestFilters.shape;
const { merchantReference, before, limit } = notificationFilters.shape;

/** Few rows, because each row costs the agent tokens. */
const ROWS = 20;

/** The input of a list. Its texts are short, because each costs the agent tokens. */
const filtered = <T extends Record<"merchantReference" | "before" | "limit", z.ZodType>>(shape: T) => ({
  lane,
  ...shape,
  merchantReference: shape.merchantReference.describe("* allowed") as T["merchantReference"],
  before: shape.before.describe("only older ones") as T["before"],
  limit: shape.limit.describe(`${ROWS} when left out`) as T["limit"],
});

/** Of two parts, so that the first stays JSON. */
const listText = (rows: readonly object[], next: unknown): readonly string[] => [
  toolText(rows),
  ...(next === undefined
    ? []
    : [`There are older ones: list them with before: ${JSON.stringify(next)}, or give a limit of up to 1000.`]),
];

export const listRequestsTool = tool({
  name: "list_requests",
  title: "List calls of the payment API",
  about: "Lists the shop's calls and their answers, newest first. explain_request gives the reasons.",
  input: z.strictObject(filtered(filters)),
  isReading: true,
  run: async ({ lane: name, ...query }, context) => {
    const api = new ControlClient(targetOf(context, name));
    const filter = requestFilters.parse({ limit: ROWS, ...query });
    const { requests, next } = await api.call("GET /requests", { query: filter });
    return listText(requests, next);
  },
});

/** What tells orders apart, and where their money is. The rest more than doubles what a list costs the agent. */
const briefly = ({ id, merchantReference, status, currency, amount, netAmount, createTime, settledTime }: Order) => ({
  ...{ id, merchantReference, status, currency, amount, netAmount, createTime, settledTime },
});

export const listOrdersTool = tool({
  name: "list_orders",
  title: "List orders",
  about: "Lists orders and their money, newest first.",
  input: z.strictObject({
    ...filtered(orderFilters.shape),
    whole: z.boolean().optional().describe("with all members"),
  }),
  isReading: true,
  run: async ({ lane: name, whole, ...query }, context) => {
    const api = new ControlClient(targetOf(context, name));
    const { orders, next } = await api.call("GET /orders", { query: orderFilters.parse({ limit: ROWS, ...query }) });
    return listText(whole ? orders : orders.map(briefly), next);
  },
});

export const listNotificationsTool = tool({
  name: "list_notifications",
  title: "List notifications",
  about: "Lists notifications (webhooks) with their attempts, newest first.",
  input: z.strictObject(filtered({ merchantReference, state: notificationStateSchema.optional(), before, limit })),
  isReading: true,
  run: async ({ lane: name, ...query }, context) => {
    const api = new ControlClient(targetOf(context, name));
    const filter = notificationFilters.parse({ limit: ROWS, ...query });
    const { notifications, next } = await api.call("GET /notifications", { query: filter });
    return listText(notifications, next);
  },
});

export const explainRequestTool = tool({
  name: "explain_request",
  title: "Explain a call, an order or a notification",
  about:
    "Explains the result: the checks in their order, the rules tried, the state, the ledger, the assumptions about the provider, and advice. Without an id: of the latest call.",
  input: z.strictObject({
    lane,
    id: z
      .union([z.int().min(1), z.string().min(1, { abort: true })], {
        error: "the id of a call, an order or a notification, such as req-12, A-1 or notification-7",
      })
      .optional()
      .describe("a call's id (req-12), an order's id or merchantReference, or a notification's id (notification-7)"),
    lastRefused: z.boolean().optional().describe("the latest call that was refused, declined or cut; not with id"),
    json: z.boolean().optional().describe("return everything known as JSON instead of text"),
    paste: z.boolean().optional().describe("return one block for a ticket, with the request and the answer"),
  }),
  isReading: true,
  run: async ({ lane: name, id, lastRefused, json, paste }, context) => {
    if (id !== undefined && lastRefused) throw new InvalidInput("expected id or lastRefused, not both");
    if (json && paste) throw new InvalidInput("expected json or paste, not both");
    const target = targetOf(context, name);
    const why = await findWhy(target, { id: id === undefined ? undefined : String(id), lastRefused });
    if (typeof why === "string") throw new InvalidInput(why);
    if (why.kind === "none-refused") return withToolNames(why.text);
    return json ? toolText(why) : withToolNames(paste ? ticketText(why) : explanationText(why), target.base);
  },
});
