import type { CreateOrder } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { acceptOrder, newOrder, usedReference } from "./purchase.js";

/** Rejects, in this order: an expiry in the past, a used reference. */
export function decideCreateOrder(command: CreateOrder, c: Circumstances): Decision {
  // ASSUMED(past-expiry): an order that could never be paid is refused.
  if (command.expiresAt !== undefined && command.expiresAt <= c.now && c.policy["past-expiry"] === "refuse")
    return reject("invalid-parameter", "expiryTime: expected an instant after now");
  const used = usedReference(command, command.origin, c);
  if (used) return used;
  const order = newOrder(command, { ...command, hasPage: true }, c);
  return acceptOrder(c, { type: "order-created", at: c.now, order });
}
