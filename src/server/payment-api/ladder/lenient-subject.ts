import { type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import type { Order } from "../../../core/domain/order.js";
import { Expected, numberFrom, readWhole } from "../../../core/domain/read-field.js";
import { limits } from "../../../core/facts/limits.js";
import type { Subject } from "../../../core/scenario/values/subject.js";
import type { Tx } from "../../../lane/ports/store.js";

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** An unchecked id. Undefined if it is none. */
export function wholeNumber(value: unknown): number | undefined {
  const number = readWhole(value, limits.idMax.value);
  return number instanceof Expected ? undefined : number;
}

/** An unchecked amount. Undefined if it is none. */
export function lenientAmount(value: unknown): MinorUnits | undefined {
  const amount = numberFrom(value);
  // To convert deeply nested lists fails.
  if (typeof amount !== "number") return undefined;
  const minor = Math.round(amount * 100);
  // Part of a cent would match an amount that was never sent.
  return minor / 100 === amount ? minorUnits(minor) : undefined;
}

/** The order whose reference a call names, though nothing looked it up. Absent if it names an id, or no order. */
export function orderOfSubject(tx: Pick<Tx, "orderByReference">, subject: Subject): Order | undefined {
  const { merchantId, merchantReference, orderId } = subject;
  if (merchantId === undefined || merchantReference === undefined || orderId !== undefined) return undefined;
  return tx.orderByReference(Number(merchantId), merchantReference);
}

/** Reads as much of the subject as it can from unchecked parameters. */
export function lenientSubject(operation: string, params: Readonly<Record<string, unknown>>): Subject {
  const subject: Subject = {
    operation,
    merchantId: text(params.merchantId),
    merchantReference: text(params.merchantReference),
    userId: text(params.userId),
    reason: text(params.reason),
    currency: text(params.currency),
    orderId: wholeNumber(params.orderId),
    tokenId: wholeNumber(params.tokenId),
    amountMinor: lenientAmount(params.amount),
  };
  const merchant = wholeNumber(subject.merchantId);
  return { ...subject, merchantId: merchant === undefined ? undefined : String(merchant) };
}
