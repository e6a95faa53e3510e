import type { OrderJson } from "../../lane/views/schemas/order-schema.js";
import { InvalidInput } from "../../package/errors.js";
import { ControlClient, type ControlTarget } from "./control-client.js";
import { askOf, notFoundText } from "./why.js";

/** The id of the order that a text means: its id, or its merchantReference. */
export async function orderNamed(target: ControlTarget, text: string): Promise<number> {
  // The sandbox says more of an id that is none of an order.
  if (/^\d{1,10}$/.test(text))
    return (await new ControlClient(target).call("GET /orders/{id}", { params: { id: text } })).order.id;
  const order = await orderOf(target, text);
  if (order) return order.id;
  throw new InvalidInput(await notFoundText(target, `there is no order ${text}`, text));
}

/** The id of the notification that a text means: `7`, `notification-7`, or the merchantReference of its order. */
export async function notificationNamed(target: ControlTarget, text: string): Promise<number> {
  const found = await askOf(target)("GET /notifications/{id}", { params: { id: text } });
  if (found) return found.id;
  const order = await orderOf(target, text);
  throw new InvalidInput(
    order
      ? withoutNotification(text, order)
      : await notFoundText(target, `there is no notification and no order ${text}`, text),
  );
}

const orderOf = async (target: ControlTarget, id: string): Promise<OrderJson | undefined> =>
  (await askOf(target)("GET /orders/{id}", { params: { id } }))?.order;

function withoutNotification(text: string, { notifyUrl, status }: OrderJson): string {
  const none = `order ${text} has caused no notification`;
  if (notifyUrl === undefined) return `${none}: it has no callbackUrl.notify, so nothing is sent`;
  return status === "OPEN" ? `${none}: nothing is sent before it is paid` : `${none}: why ${text} says more`;
}
