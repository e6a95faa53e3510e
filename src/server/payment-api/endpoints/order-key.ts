import type { OrderKey } from "../../../lane/commands/command.js";

interface NamedOrder {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

/** Refuses a call that identifies no order (spec 4.4 to 4.8). */
export const namesOrder = ({ orderId, merchantReference }: NamedOrder): string | undefined =>
  orderId === undefined && merchantReference === undefined
    ? "orderId: orderId or merchantReference is required"
    : undefined;

export const namedOrderKey = ({ merchantId, orderId, merchantReference }: NamedOrder): OrderKey => ({
  merchantId,
  orderId,
  merchantReference,
});
