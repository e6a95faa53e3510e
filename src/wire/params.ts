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
  orderIdReader,
  textReader,
  unpublishedTextReader,
  userIdReader,
  wholeReader,
} from "./readers.js";

const referenceReader = (policy: Policy) => textReader(limits.referenceMaxChars.value, policy, "A-1");
const merchantId = param(idReader(3), "the calling merchant's id");
const flag = (otherwise: boolean, description: string) => withDefault(booleanReader, otherwise, description);
const colour = (description: string) => optional(colourReader, description);
const oneOf = <T extends string>(values: readonly T[], description: string) =>
  optional(unshown(oneOfReader(values)), description);

/** Parameters that don't depend on a lane's choices. */
const fixed = {
  merchantId,
  tokenId: param(idReader(351), "the stored card, as query-token lists it"),
  parentOrderId: param(idReader(1000001), "the paid order to charge again"),
  optionalParentOrderId: optional(idReader(1000001), "the order of the first sale"),
  flag,
  isRecurring: () => flag(false, "whether recurring charges of the order are allowed"),
  methodList: optional(
    methodsReader,
    "the payment methods that the page offers, separated by commas; all when left out",
  ),
  oneOf,
  requiredOneOf: <T extends string>(values: readonly T[], description: string) =>
    param(oneOfReader(values), description),
  /** Page parameters that add-token and create share. */
  pageLanguage: () => ({
    lang: oneOf(pageLanguages, "the page's language; the browser's own when left out"),
    showLang: flag(true, "whether the page lets the shopper switch the language"),
    showPoweredBy: flag(true, "whether the page shows the provider's name at its bottom"),
  }),
  pageColours: () => ({
    themeColor: colour("the page's background"),
    buttonBackgroundColor: colour("the background of all buttons"),
    buttonFontColor: colour("the text of all buttons"),
  }),
} as const;

/** Identifies an order by its id, its reference, or both. */
const orderKeyUnder = (policy: Policy) => ({
  merchantId,
  // ASSUMED(empty-order-id): an empty one was not given.
  orderId: optional(orderIdReader(1000001, policy), "the order's id; required if merchantReference is left out", {
    readsEmpty: () => policy["empty-order-id"] === "refuse-both",
  }),
  merchantReference: optional(
    unshown(referenceReader(policy)),
    "the order's reference; required if orderId is left out",
  ),
});

/** The parameters of the service, given a lane's choices. */
export type Params = ReturnType<typeof makeParams>;

const made = new WeakMap<Policy, Params>();

/** Cached by choices, because building the parameters is slow. */
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
    reference: param(referenceReader(policy), "the merchant's own id of the order; each order needs a new one"),
    userId: param(userIdReader(policy), "the merchant's user; case is ignored"),
    amount: param(
      amountReader((value) => readAmount(value, policy), { exclusiveMinimum: 0, multipleOf: 0.01 }),
      `the amount in the currency's main unit: at most ${formatAmount(minorUnits(limits.amountMaxMinor.value))}, with at most two decimals`,
    ),
    reason: param(reasonReader, "why the card is charged again"),
    optionalReason: optional(unshown(reasonReader), "why the card is stored"),
    email: optional(emailReader(policy), "the email address for the receipt"),
    currency: currencyUnder(policy),
    expiryTime: optional(
      instantReader(policy),
      "until when the order can be paid; 1000 seconds from now when left out",
    ),
    url,
    callbackUrl: callbackUrlOf(url, url),
    /** For calls that open no page. Redirects are checked here, because no later step does so. */
    chargeCallbackUrl: callbackUrlOf(url, redirect),
    redirect,
    lineItems: lineItemsUnder(policy),
    orderKey: orderKeyUnder(policy),
    /** True if a call that hides the result page says where to redirect the shopper. */
    // ASSUMED(empty-callback): the spec asks for callbackUrl, and names none of its members.
    leadsAway: (callbackUrl: object | undefined): boolean =>
      callbackUrl !== undefined &&
      (Object.values(callbackUrl).some((url) => url !== undefined) || policy["empty-callback"] === "accept"),
    binRanges: binRangesUnder(policy),
  } as const;
}

// ASSUMED(empty-currency): an empty text is a currency that does not exist.
const currencyUnder = (policy: Policy) =>
  withDefault(oneOfReader<Currency>(currencies), "HKD", "the order's currency", {
    readsEmpty: () => policy["empty-currency"] === "refuse",
  });

type Url = (description: string) => z.ZodType<string | undefined>;

/** An object of redirect and notification addresses. An empty text counts as not given. */
const callbackUrlOf = (url: Url, redirect: Url) =>
  z
    .object(
      {
        success: redirect("the address for the shopper after a payment"),
        fail: redirect("the address for the shopper after a failed payment"),
        cancel: redirect("the address for a shopper who cancels"),
        notify: url("the merchant's address for the notification"),
      },
      { error: "expected an object of addresses" },
    )
    .nullish()
    .transform((given) => given ?? undefined)
    .register(z.globalRegistry, { description: "addresses for the shopper's browser and for the notification" });

/** Spec 4.2: name and unitAmount are inside priceData. Duplicates of them outside it are ignored. */
const lineItemsUnder = (policy: Policy) =>
  z
    .array(
      z.object(
        {
          quantity: param(wholeReader(limits.quantityMax.value, 1), "the number of pieces"),
          priceData: z.object(
            {
              unitAmount: param(
                amountReader((value) => readUnitAmount(value, policy), { minimum: 0 }),
                "the price of one, in the currency's main unit; rounded to two decimals",
              ),
              name: param(unpublishedTextReader(limits.itemNameMaxChars, policy, "Tea"), "the item's name on the page"),
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
    .register(z.globalRegistry, { description: "the items that are bought" });

const binRange = z
  .object(
    {
      binStart: param(binReader("411111"), "the first allowed digits"),
      binEnd: param(binReader("411199"), "the last allowed digits; as many digits as binStart"),
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
    .register(z.globalRegistry, { description: "the allowed cards, by their first digits" });

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
