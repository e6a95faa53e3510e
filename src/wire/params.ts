import * as z from "zod";
import { type Currency, currencies } from "../domain/money.js";
import type { Policy } from "../facts/assumptions.js";
import { limits } from "../facts/limits.js";
import { readAmount, readUnitAmount } from "./amount.js";
import {
  Expected,
  orExpected,
  type Reader,
  readBin,
  readBoolean,
  readColour,
  readEmail,
  readId,
  readInstant,
  readMethods,
  readOneOf,
  readQuantity,
  readText,
} from "./readers.js";

/** A parameter of the service: lenient about number or text, clear about what it expected. */
const param = <T>(read: Reader<T>) =>
  z.unknown().transform((value, ctx): T => {
    const result = value === undefined || value === null ? new Expected("required") : read(value);
    if (!(result instanceof Expected)) return result;
    ctx.issues.push({ code: "custom", message: result.what, input: value });
    return z.NEVER;
  });

/** Absent and null are the same: not given; so is an empty text, unless it is read too. */
const optional = <T>(read: Reader<T>, { readsEmpty = false } = {}) =>
  z
    .unknown()
    .transform((value, ctx): T | undefined => {
      if (value === undefined || value === null || (value === "" && !readsEmpty)) return undefined;
      const result = read(value);
      if (!(result instanceof Expected)) return result;
      ctx.issues.push({ code: "custom", message: result.what, input: value });
      return z.NEVER;
    })
    .optional();

/** What does not depend on any choice. */
const merchantId = param(readId);
const optionalId = optional(readId);
const reference = param(readText(limits.referenceMaxChars.value));
const optionalReference = optional(readText(limits.referenceMaxChars.value));
const fixed = {
  merchantId,
  id: merchantId,
  optionalId,
  amount: param(orExpected(readAmount)),
  reference,
  optionalReference,
  userId: param(readText(limits.userIdMaxChars.value)),
  flag: (otherwise: boolean) => optional(readBoolean).transform((given) => given ?? otherwise),
  colour: optional(readColour),
  methodList: optional(readMethods),
  oneOf: <T extends string>(values: readonly T[]) => optional(readOneOf(values)),
  requiredOneOf: <T extends string>(values: readonly T[]) => param(readOneOf(values)),
  /** An order is named by its id, its reference, or both. */
  orderKey: { merchantId, orderId: optionalId, merchantReference: optionalReference },
} as const;

/** The parameters of the service as a lane reads them, by its choices. */
export type Params = ReturnType<typeof makeParams>;

const made = new WeakMap<Policy, Params>();

/** The same for the same choices: what they are made of takes its time. */
export function paramsUnder(policy: Policy): Params {
  const known = made.get(policy);
  if (known) return known;
  const params = makeParams(policy);
  made.set(policy, params);
  return params;
}

function makeParams(policy: Policy) {
  const upTo = unpublishedMax(policy);
  const url = optional(readText(upTo(limits.urlMaxChars)));
  return {
    ...fixed,
    reason: param(readText(upTo(limits.reasonMaxChars))),
    optionalReason: optional(readText(upTo(limits.reasonMaxChars))),
    email: optional(readEmail(upTo(limits.emailMaxChars), policy["email-form"])),
    currency: currencyUnder(policy),
    instant: optional(readInstant(policy["hour-offset"])),
    url,
    callbackUrl: callbackUrlOf(url),
    lineItems: lineItemsUpTo(upTo(limits.itemNameMaxChars)),
    binRanges: binRangesUnder(policy),
  } as const;
}

/** A length that nobody has published holds only where the lane's choices want it. */
// ASSUMED(unpublished-lengths): without it a body's size is the only limit.
const unpublishedMax =
  (policy: Policy) =>
  ({ value }: { readonly value: number }): number =>
    policy["unpublished-lengths"] === "limited" ? value : Number.POSITIVE_INFINITY;

// ASSUMED(empty-currency): an empty text is a currency that does not exist.
const currencyUnder = (policy: Policy) =>
  optional(readOneOf<Currency>(currencies), { readsEmpty: policy["empty-currency"] === "refuse" }).transform(
    (given): Currency => given ?? "HKD",
  );

type Url = z.ZodType<string | undefined, unknown>;

/** An object of redirect and notification addresses; empty text counts as not given. */
const callbackUrlOf = <U extends Url>(url: U) =>
  z
    .object({ success: url, fail: url, cancel: url, notify: url }, { error: "expected an object of addresses" })
    .nullish()
    .transform((given) => given ?? undefined);

/** Spec 4.2: name and unitAmount are nested in priceData; flat duplicates beside it are ignored. */
const lineItemsUpTo = (nameMaxChars: number) =>
  z
    .array(
      z.object(
        {
          quantity: param(readQuantity),
          priceData: z.object(
            { unitAmount: param(orExpected(readUnitAmount)), name: param(readText(nameMaxChars)) },
            { error: "expected an object with unitAmount and name" },
          ),
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
    abort: true,
  });

// ASSUMED(bin-range-order): a range that ends before it starts holds no card, so it is refused.
const binRangesUnder = (policy: Policy) =>
  z
    .array(
      binRange.refine(({ binStart, binEnd }) => policy["bin-range-order"] === "accept" || binStart <= binEnd, {
        path: ["binEnd"],
        error: "expected at least binStart",
      }),
      { error: "expected an array of ranges" },
    )
    .nullish()
    .transform((given) => given ?? undefined);

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
