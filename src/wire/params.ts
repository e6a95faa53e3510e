import * as z from "zod";
import { type Currency, currencies, type Instant, type MinorUnits, parseInstant } from "../domain/money.js";
import { limits } from "../facts/limits.js";
import { isPaymentMethod, type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { readAmount, readUnitAmount } from "./amount.js";

/** A reader answers the value it read, or an Expected that says what it wanted. */
class Expected {
  constructor(readonly what: string) {}
}
type Reader<T> = (value: unknown) => T | Expected;

/** A parameter of the service: lenient about number or text, clear about what it expected. */
const param = <T>(read: Reader<T>) =>
  z.unknown().transform((value, ctx): T => {
    const result = value === undefined || value === null ? new Expected("required") : read(value);
    if (!(result instanceof Expected)) return result;
    ctx.issues.push({ code: "custom", message: result.what, input: value });
    return z.NEVER;
  });

/** Absent, null and empty text are the same: not given. */
const optional = <T>(read: Reader<T>) =>
  z
    .unknown()
    .transform((value, ctx): T | undefined => {
      if (value === undefined || value === null || value === "") return undefined;
      const result = read(value);
      if (!(result instanceof Expected)) return result;
      ctx.issues.push({ code: "custom", message: result.what, input: value });
      return z.NEVER;
    })
    .optional();

const readText =
  (maxChars: number, minChars = 1): Reader<string> =>
  (value) => {
    const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== "string") return new Expected("expected a text");
    if (text.length < minChars || text.length > maxChars)
      return new Expected(`expected a text of ${minChars} to ${maxChars} characters`);
    return text.isWellFormed() && !text.includes("\0")
      ? text
      : new Expected("expected well-formed Unicode text without null characters");
  };

const readId: Reader<number> = (value) => {
  const id = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  const fits = typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= limits.idMax.value;
  return fits ? id : new Expected(`expected a whole number from 1 to ${limits.idMax.value}`);
};

const readBoolean: Reader<boolean> = (value) => {
  if (value === true || value === 1 || value === "true" || value === "1") return true;
  if (value === false || value === 0 || value === "false" || value === "0") return false;
  return new Expected("expected true or false");
};

const readOneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((one) => one === value) ?? new Expected(`expected one of ${values.join(", ")}`);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
const readInstant: Reader<Instant> = (value) => {
  // Nanoseconds are cut: Date reads three digits.
  const at =
    typeof value === "string" && INSTANT.test(value) ? parseInstant(value.replace(/(\.\d{3})\d+/, "$1")) : undefined;
  return at === undefined || Number.isNaN(at)
    ? new Expected("expected an ISO 8601 date-time with offset, such as 2026-11-22T02:03:37+00:00")
    : at;
};

const readQuantity: Reader<number> = (value) => {
  const quantity = typeof value === "string" && /^\d{1,8}$/.test(value) ? Number(value) : value;
  const fits =
    typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.quantityMax.value;
  return fits ? quantity : new Expected(`expected a whole number from 1 to ${limits.quantityMax.value}`);
};

const readMethods: Reader<readonly PaymentMethod[]> = (value) => {
  const names = typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
  const isValid = names.length > 0 && names.every(isPaymentMethod);
  return isValid
    ? [...new Set(names as PaymentMethod[])]
    : new Expected(`expected a comma-separated list of ${paymentMethods.join(", ")}`);
};

const readColour: Reader<string> = (value) =>
  typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : new Expected("expected a colour as #RRGGBB");

const BIN = new RegExp(`^\\d{${limits.binMinDigits.value},${limits.binMaxDigits.value}}$`);
const readBin: Reader<string> = (value) => {
  const digits = typeof value === "number" ? String(value) : value;
  return typeof digits === "string" && BIN.test(digits)
    ? digits
    : new Expected(`expected ${limits.binMinDigits.value} to ${limits.binMaxDigits.value} digits`);
};

const orExpected =
  (read: (value: unknown) => MinorUnits | string): Reader<MinorUnits> =>
  (value) => {
    const result = read(value);
    return typeof result === "string" ? new Expected(result) : result;
  };

const URL_MAX_CHARS = 2048;
export const merchantId = param(readId);
export const id = param(readId);
export const optionalId = optional(readId);
export const amount = param(orExpected(readAmount));
export const unitAmount = param(orExpected(readUnitAmount));
export const quantity = param(readQuantity);
export const reference = param(readText(limits.referenceMaxChars.value));
export const optionalReference = optional(readText(limits.referenceMaxChars.value));
export const userId = param(readText(limits.userIdMaxChars.value));
export const reason = param(readText(255));
export const optionalReason = optional(readText(255));
export const email = optional(readText(254));
export const currency = optional(readOneOf<Currency>(currencies)).transform((c): Currency => c ?? "HKD");
export const instant = optional(readInstant);
export const flag = (otherwise: boolean) => optional(readBoolean).transform((given) => given ?? otherwise);
export const url = optional(readText(URL_MAX_CHARS));
export const colour = optional(readColour);
export const methodList = optional(readMethods);
export const oneOf = <T extends string>(values: readonly T[]) => optional(readOneOf(values));
export const requiredOneOf = <T extends string>(values: readonly T[]) => param(readOneOf(values));
export const itemName = param(readText(1024));

/** An object of redirect and notification addresses; empty text counts as not given. */
export const callbackUrl = z
  .object({ success: url, fail: url, cancel: url, notify: url }, { error: "expected an object of addresses" })
  .nullish()
  .transform((given) => given ?? undefined);

/** Spec 4.2: name and unitAmount are nested in priceData; flat duplicates beside it are ignored. */
export const lineItems = z
  .array(
    z.object(
      {
        quantity,
        priceData: z.object({ unitAmount, name: itemName }, { error: "expected an object with unitAmount and name" }),
      },
      { error: "expected an object with quantity and priceData" },
    ),
    { error: (issue) => (issue.input === undefined ? "required" : "expected an array of line items") },
  )
  .min(1, { error: "expected at least one line item" })
  .transform((items) =>
    items.map(({ quantity, priceData: { name, unitAmount } }) => ({ name, quantity, unitAmountMinor: unitAmount })),
  );

const binRange = z
  .object(
    { binStart: param(readBin), binEnd: param(readBin) },
    { error: "expected an object with binStart and binEnd" },
  )
  .refine((range) => typeof range.binStart !== "string" || range.binEnd?.length === range.binStart.length, {
    path: ["binEnd"],
    error: "expected as many digits as binStart",
  });
export const binRanges = z
  .array(binRange, { error: "expected an array of ranges" })
  .nullish()
  .transform((given) => given ?? undefined);

/** An order is named by its id, its reference, or both. */
export const orderKey = { merchantId, orderId: optionalId, merchantReference: optionalReference };
export const namesOrder = (p: { readonly orderId?: unknown; readonly merchantReference?: unknown }): boolean =>
  p.orderId !== undefined || p.merchantReference !== undefined;
export const namesOrderError = { path: ["orderId"], error: "orderId or merchantReference is required" };

/** The first problem, in the order of the parameter table: "lineItems[0].quantity: expected …". */
export function firstProblem(error: z.core.$ZodError): string {
  const issue = error.issues[0]!;
  const path = issue.path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    "",
  );
  return `${path || "request"}: ${issue.message}`;
}
