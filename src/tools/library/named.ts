import { InvalidInput } from "../../package/errors.js";
import { ControlClient, ControlRefusal, type ControlTarget } from "./control-client.js";
import { notFoundText } from "./why.js";

/** The id of the order that a text means: its id, or its merchantReference. */
export async function orderIdNamed(target: ControlTarget, text: string): Promise<number> {
  const found = new ControlClient(target).call("GET /orders/{id}", { params: { id: text } });
  // The sandbox says more of an id that is none of an order.
  if (/^\d{1,10}$/.test(text)) return (await found).order.id;
  return (await orUnknown(found, target, `there is no order ${text}`, text)).order.id;
}

/** The id of the notification that a text means: `7`, `notification-7`, or the merchantReference of its order. */
export async function notificationIdNamed(target: ControlTarget, text: string): Promise<number> {
  const found = new ControlClient(target).call("GET /notifications/{id}", { params: { id: text } });
  const [, number] = /^(?!notification-)n[a-z]*[-_]?(\d{1,10})$/i.exec(text) ?? [];
  const form = number === undefined ? "" : ` (an id is written notification-${number})`;
  return (await orUnknown(found, target, `there is no notification and no order ${text}${form}`, text)).id;
}

/** Says of a name that nothing has where it may be. */
const orUnknown = <T>(found: Promise<T>, target: ControlTarget, what: string, name: string): Promise<T> =>
  found.catch(async (error) => {
    const isUnknown = error instanceof ControlRefusal && error.code === "not-found";
    throw isUnknown ? new InvalidInput(await notFoundText(target, what, name)) : error;
  });
