import type * as z from "zod";
import type { OrderKey } from "../../../lane/commands/command.js";

interface NamedOrder {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

/** Refuses a call that identifies no order (spec 4.4 to 4.8). */
export const namesOrder = <G extends NamedOrder>(table: z.ZodType<G>): z.ZodType<G> =>
  table.refine(({ orderId, merchantReference }) => orderId !== undefined || merchantReference !== undefined, {
    path: ["orderId"],
    error: "orderId or merchantReference is required",
  });

export const namedOrderKey = ({ merchantId, orderId, merchantReference }: NamedOrder): OrderKey => ({
  merchantId,
  orderId,
  merchantReference,
});
