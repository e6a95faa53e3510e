import type { OutboxEntry } from "../../src/lane/ports/outbox.js";
import { NOW } from "./orders.js";

/** A notification that is due; unsigned, since stores and invariants look at no signature. */
export const outboxEntry = (over: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 1,
  kind: "payment",
  merchantId: 3,
  orderId: 1,
  reference: "A-1",
  url: "https://shop.example/notify",
  fields: { amount: "50.00", signature: "" },
  createdAt: NOW,
  dueAt: NOW,
  state: "due",
  attemptCount: 0,
  effects: {},
  causedBy: 1,
  ...over,
});
