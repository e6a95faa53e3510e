import type { PaymentMethod } from "../../facts/methods.js";
import type { Circumstances } from "../decision.js";
import type { OrderEvent } from "../events.js";
import type { MinorUnits } from "../money.js";

export interface Charge {
  readonly amount: MinorUnits;
  readonly method: PaymentMethod;
  readonly maskedPan: string;
  readonly cardType: string;
  readonly issuerCountry?: string | undefined;
}

export type SaleEvent = Extract<OrderEvent, { type: "sale-approved" | "declined" }>;

/** An attempt to charge, and the issuer's answer. */
export function saleEvent({ issuerCountry, ...charge }: Charge, c: Circumstances): SaleEvent {
  const attempt = {
    ...c.fresh.transaction(),
    type: "SALE" as const,
    at: c.now,
    ...charge,
    ...(issuerCountry !== undefined && { issuerCountry }),
  };
  return c.answer.approved
    ? { type: "sale-approved", at: c.now, transaction: attempt }
    : { type: "declined", at: c.now, transaction: { ...attempt, declined: c.answer.decline } };
}
