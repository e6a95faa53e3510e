import { minorUnits } from "../../domain/money.js";
import { Expected, readWhole } from "../../domain/read-field.js";
import { limits } from "../../facts/limits.js";
import type { Subject } from "../../scenario/values/subject.js";

/** Reads as much of the subject as it can from unchecked parameters. */
export function lenientSubject(operation: string, params: Readonly<Record<string, unknown>>): Subject {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  const whole = (value: unknown): number | undefined => {
    const number = readWhole(value, limits.idMax.value);
    return number instanceof Expected ? undefined : number;
  };
  const amount = Number(text(params.amount) ?? Number.NaN);
  const subject: Subject = {
    operation,
    merchantId: text(params.merchantId),
    merchantReference: text(params.merchantReference),
    userId: text(params.userId),
    reason: text(params.reason),
    currency: text(params.currency),
    orderId: whole(params.orderId),
    tokenId: whole(params.tokenId),
    // Unchecked amounts may have any number of decimals, so rules match the rounded amount.
    amountMinor: Number.isFinite(amount) ? minorUnits(Math.round(amount * 100)) : undefined,
  };
  const merchant = whole(subject.merchantId);
  return { ...subject, merchantId: merchant === undefined ? undefined : String(merchant) };
}
