import * as z from "zod";
import { pageLanguages } from "../domain/checkout-options.js";
import { redirectFault } from "../domain/decide/page-options.js";
import { type Currency, currencies, formatAmount, minorUnits } from "../domain/money.js";
import { readAmount, readUnitAmount } from "../domain/read-amount.js";
import type { Policy } from "../facts/assumptions.js";
import { limits } from "../facts/limits.js";
import { optional, param, unshown, withDefault } from "./parameter.js";
import {
  amountReader,
  binReader,
  booleanReader,
  colourReader,
  emailReader,
  idReader,
  instantReader,
  methodsReader,
  oneOfReader,
  textReader,
  unpublishedTextReader,
  wholeReader,
} from "./readers.js";

const referenceReader = textReader(limits.referenceMaxChars.value, "A-1");
const merchantId = param(idReader(3), "the merchant that calls");
const flag = (otherwise: boolean, description: string) => withDefault(booleanReader, otherwise, description);
const colour = (description: string) => optional(colourReader, description);
const oneOf = <T extends string>(values: readonly T[], description: string) =>
  optional(unshown(oneOfReader(values)), description);

/** What no choice of a lane changes. */
const fixed = {
  merchantId,
  tokenId: param(idReader(351), "the stored card, as query-token lists it"),
  parentOrderId: param(idReader(1000001), "the paid order that is charged again"),
  optionalParentOrderId: optional(idReader(1000001), "the order of the sale that is repeated"),
  reference: param(referenceReader, "the merchant's own name for the order; each order needs a new one"),
  userId: param(
    textReader(limits.userIdMaxChars.value, "user1"),
    "the merchant's user; upper and lower case are alike",
  ),
  flag,
  isRecurring: () => flag(false, "whether the order may be charged again"),
  methodList: optional(methodsReader, "how the shopper may pay, comma-separated; all ways when left out"),
  oneOf,
  requiredOneOf: <T extends string>(values: readonly T[], description: string) =>
    param(oneOfReader(values), description),
  /** What add-token and create ask of a page alike. */
  pageLanguage: () => ({
    lang: oneOf(pageLanguages, "the page's language; the browser's own when left out"),
    showLang: flag(true, "whether the page offers its languages"),
    showPoweredBy: flag(true, "whether the page names the provider at its bottom"),
  }),
  pageColours: () => ({
    themeColor: colour("the page's background"),
    buttonBackgroundColor: colour("the background of all buttons"),
    buttonFontColor: colour("the text of all buttons"),
  }),
  /** An order is named by its id, its reference, or both. */
  orderKey: {
    merchantId,
    orderId: optional(idReader(1000001), "the order; required where merchantReference is not given"),
    merchantReference: optional(unshown(referenceReader), "the order's reference; required where orderId is not given"),
  },
} as const;

/** The parameters of the service as a lane reads them, by its choices. */
export type Params = ReturnType<typeof makeParams>;

const made = new WeakMap<Policy, Params>();

/** The same for the same choices: making them takes its time. */
export function paramsUnder(policy: Policy): Params {
  const known = made.get(policy);
  if (known) return known;
  const params = makeParams(policy);
  made.set(policy, params);
  return params;
}

function makeParams(policy: Policy) {
  const reasonReader = unpublishedTextReader(limits.reasonMaxChars, policy, "membership");
  const urlReader = unpublishedTextReader(limits.urlMaxChars, policy);
  const url = (description: string) => optional(urlReader, description);
  const redirect = (description: string) =>
    url(description).refine((given) => given === undefined || redirectFault(given, policy) === undefined, {
      error: ({ input }) => redirectFault(String(input), policy),
    });
  return {
    ...fixed,
    amount: param(
      amountReader((value) => readAmount(value, policy), { exclusiveMinimum: 0, multipleOf: 0.01 }),
      `how much, in the currency's main unit: at most ${formatAmount(minorUnits(limits.amountMaxMinor.value))}, with two decimals at most`,
    ),
    reason: param(reasonReader, "why the card is charged again"),
    optionalReason: optional(unshown(reasonReader), "why the card is stored"),
    email: optional(emailReader(policy), "the address that a receipt would go to"),
    currency: currencyUnder(policy),
    expiryTime: optional(
      instantReader(policy),
      "until when the order can be paid; 1000 seconds from now when left out",
    ),
    url,
    callbackUrl: callbackUrlOf(url, url),
    /** Of calls without a page, whose redirects nobody checks later. */
    chargeCallbackUrl: callbackUrlOf(url, redirect),
    redirect,
    lineItems: lineItemsUnder(policy),
    binRanges: binRangesUnder(policy),
  } as const;
}

// ASSUMED(empty-currency): an empty text is a currency that does not exist.
const currencyUnder = (policy: Policy) =>
  withDefault(oneOfReader<Currency>(currencies), "HKD", "what the order is paid in", {
    readsEmpty: () => policy["empty-currency"] === "refuse",
  });

type Url = (description: string) => z.ZodType<string | undefined>;

/** An object of redirect and notification addresses; empty text counts as not given. */
const callbackUrlOf = (url: Url, redirect: Url) =>
  z
    .object(
      {
        success: redirect("where the shopper goes after a payment"),
        fail: redirect("where the shopper goes when the payment failed"),
        cancel: redirect("where the shopper goes who cancels"),
        notify: url("the merchant's own address that is called when it has happened"),
      },
      { error: "expected an object of addresses" },
    )
    .nullish()
    .transform((given) => given ?? undefined)
    .register(z.globalRegistry, { description: "where shopper and merchant are told" });

/** Spec 4.2: name and unitAmount are nested in priceData; flat duplicates beside it are ignored. */
const lineItemsUnder = (policy: Policy) =>
  z
    .array(
      z.object(
        {
          quantity: param(wholeReader(limits.quantityMax.value, 1), "how many"),
          priceData: z.object(
            {
              unitAmount: param(
                amountReader((value) => readUnitAmount(value, policy), { minimum: 0 }),
                "the price of one, in the currency's main unit; rounded to two decimals",
              ),
              name: param(unpublishedTextReader(limits.itemNameMaxChars, policy, "Tea"), "what the page calls it"),
            },
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
    )
    .register(z.globalRegistry, { description: "what is bought" });

const binRange = z
  .object(
    {
      binStart: param(binReader("411111"), "the first digits that are let in"),
      binEnd: param(binReader("411199"), "the last ones, as many digits as binStart"),
    },
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
      binRange.refine(({ binStart, binEnd }) => binStart <= binEnd || policy["bin-range-order"] === "accept", {
        path: ["binEnd"],
        error: "expected at least binStart",
      }),
      { error: "expected an array of ranges" },
    )
    .nullish()
    .transform((given) => given ?? undefined)
    .register(z.globalRegistry, { description: "the cards that are let in, by their first digits" });

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
