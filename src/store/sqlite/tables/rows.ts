import type { CheckoutOptions } from "../../../domain/checkout-options.js";
import { type Order, refundOf } from "../../../domain/order.js";
import { searchStatus } from "../../search-status.js";

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the driver; each reader below states the shape.
type Row = any;

/** Unsettled orders have two values, with and without a refund, because both are searched for. */
export function statusColumn(order: Order): string {
  const status = searchStatus(order);
  return status === "unsettled" && refundOf(order) ? "unsettled-refunded" : status;
}

/** An order without its options, which are in a separate column. */
export const orderText = (order: Order): string => JSON.stringify({ ...order, options: undefined });

export const readOrder = (row: Row): Order | undefined =>
  row === undefined ? undefined : withOptions(JSON.parse(row.order_json), row.options_json);

/** Most readers of an order don't need its options, so they are parsed on first use. */
function withOptions(order: Omit<Order, "options">, text: string): Order {
  let options: CheckoutOptions | undefined;
  return {
    ...order,
    get options() {
      options ??= JSON.parse(text) as CheckoutOptions;
      return options;
    },
  };
}
