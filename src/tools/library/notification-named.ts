import type { OrderJson } from "../../lane/views/schemas/order-schema.js";
import { InvalidInput } from "../../package/errors.js";
import { ControlClient, type ControlTarget } from "./control-client.js";
import { unknownReference } from "./nearest-reference.js";
import { hasIt, otherLanesWith } from "./why.js";

/**
 * The id of the notification that a text means: `7` or `notification-7`, else the newest one of the order with this
 * merchantReference, forged ones only if there is no other.
 */
export async function notificationNamed(target: ControlTarget, text: string): Promise<string> {
  const id = /^(?:notification-)?(\d{1,10})$/.exec(text)?.[1];
  if (id !== undefined) return id;
  const api = new ControlClient(target);
  const query = { merchantReference: text };
  const { notifications } = await api.call("GET /notifications", { query });
  const found = notifications.find(({ effects }) => effects.forge === undefined) ?? notifications[0];
  if (found) return String(found.id);
  const [order] = (await api.call("GET /orders", { query: { ...query, limit: 1 } })).orders;
  if (order) throw new InvalidInput(withoutNotification(text, order));
  const what = `there is no notification and no order ${text}`;
  const others = await otherLanesWith(target, text);
  throw new InvalidInput(
    others.length === 0 ? await unknownReference(target, what, text) : `${what} at ${target.base}; ${hasIt(others)}`,
  );
}

function withoutNotification(text: string, { notifyUrl, status }: OrderJson): string {
  const none = `order ${text} has caused no notification`;
  if (notifyUrl === undefined) return `${none}: it has no callbackUrl.notify, so nothing is sent`;
  return status === "OPEN" ? `${none}: nothing is sent before it is paid` : `${none}: why ${text} says more`;
}
