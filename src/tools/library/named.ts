import type { OrderJson } from "../../lane/views/schemas/order-schema.js";
import { InvalidInput } from "../../package/errors.js";
import { ControlClient, type ControlTarget } from "./control-client.js";
import { notFoundText } from "./why.js";

/** The id of the order that a text means: its id, or its merchantReference. */
export async function orderNamed(target: ControlTarget, text: string): Promise<number> {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const order = await newestOf(target, text);
  if (order) return order.id;
  throw new InvalidInput(await notFoundText(target, `there is no order ${text}`, text));
}

/**
 * The id of the notification that a text means: `7` or `notification-7`, else the newest one of the order with this
 * merchantReference, forged ones only if there is no other.
 */
export async function notificationNamed(target: ControlTarget, text: string): Promise<string> {
  const id = /^(?:notification-)?(\d{1,10})$/.exec(text)?.[1];
  if (id !== undefined) return id;
  const query = { merchantReference: text };
  const { notifications } = await new ControlClient(target).call("GET /notifications", { query });
  const found = notifications.find(({ effects }) => effects.forge === undefined) ?? notifications[0];
  if (found) return String(found.id);
  const order = await newestOf(target, text);
  throw new InvalidInput(
    order
      ? withoutNotification(text, order)
      : await notFoundText(target, `there is no notification and no order ${text}`, text),
  );
}

async function newestOf(target: ControlTarget, merchantReference: string): Promise<OrderJson | undefined> {
  const query = { limit: 1, merchantReference };
  return (await new ControlClient(target).call("GET /orders", { query })).orders[0];
}

function withoutNotification(text: string, { notifyUrl, status }: OrderJson): string {
  const none = `order ${text} has caused no notification`;
  if (notifyUrl === undefined) return `${none}: it has no callbackUrl.notify, so nothing is sent`;
  return status === "OPEN" ? `${none}: nothing is sent before it is paid` : `${none}: why ${text} says more`;
}
