import type { Currency, Instant, MinorUnits } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { LaneState } from "./lane-record.js";
import type { ScheduledTask } from "./scheduled-task.js";
import type { Merchant, Read } from "./store.js";

// biome-ignore lint/suspicious/noExplicitAny: the store answers each read with the type stated here.
export type Reading<T> = Generator<Read, T, any>;

export function* laneState(): Reading<LaneState> {
  return yield { read: "lane" };
}
export function* orderById(id: number): Reading<Order | undefined> {
  return yield { read: "order", id };
}
export function* orderByReference(merchantId: number, reference: string): Reading<Order | undefined> {
  return yield { read: "order-by-reference", merchantId, reference };
}
export function* merchantById(merchantId: number): Reading<Merchant | undefined> {
  return yield { read: "merchant", merchantId };
}
export function* tokenById(merchantId: number, tokenId: number): Reading<Token | undefined> {
  return yield { read: "token", merchantId, tokenId };
}
/** The task that falls due first, if it is due at `now`. */
export function* dueTask(now: Instant): Reading<ScheduledTask | undefined> {
  return yield { read: "due-task", now };
}
export function* unsettledOf(merchantId: number, currency: Currency): Reading<MinorUnits> {
  return yield { read: "unsettled", merchantId, currency };
}
