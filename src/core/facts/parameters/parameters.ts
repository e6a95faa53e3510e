import { cardBrands } from "../cards.js";
import { paymentTerminals, paymentTypes } from "../direct.js";
import { limits } from "../limits.js";
import { paymentMethods } from "../methods.js";
import { assumed, docs, type Source, seen, spec } from "../source.js";
import { type ParameterRow, type Sources, table } from "./parameter-rows.js";

/** The languages of the hosted pages. */
export const pageLanguages = ["zh-HK", "en"] as const;

/** The countries that the card-entry page lists. */
export const issuingCountries = ["HK", "TW", "CA", "UK", "US", "OTHER"] as const;

const names = <T extends string>(values: Readonly<Record<T, unknown>>): readonly T[] => Object.keys(values) as T[];

const required = <const R extends object>(row: R) => ({ ...row, need: "required" }) as const;
const optional = <const R extends object>(row: R) => ({ ...row, need: "optional" }) as const;
const flag = (otherwise: boolean, about: string) => ({ kind: "flag", need: "default", otherwise, about }) as const;
const oneOf = <const T extends string>(values: readonly T[], about: string) =>
  optional({ kind: "one-of", values, about });
const requiredOneOf = <const T extends string>(values: readonly T[], about: string, example: T) =>
  required({ kind: "one-of", values, about, example });
const colour = (about: string) => optional({ kind: "colour", about, example: "#ffffff" });
const url = (about: string) => optional({ kind: "text", limit: limits.urlMaxChars, about });
/** An address for the shopper's browser. Calls that open no page check it at once, because no later step does so. */
const redirect = (about: string) => optional({ kind: "redirect", limit: limits.urlMaxChars, about });

const merchantId = required({ kind: "whole", limit: limits.idMax, about: "the calling merchant's id", example: 3 });
const userId = required({ kind: "user-id", about: "the merchant's user; case is ignored", example: "user1" });
const tokenId = required({
  kind: "whole",
  limit: limits.idMax,
  about: "the stored card, as query-token lists it",
  example: 351,
});
const merchantReference = required({
  kind: "text",
  limit: limits.referenceMaxChars,
  about: "the merchant's own id of the order; each order needs a new one",
  example: "A-1",
});
const amount = required({
  kind: "amount",
  about: `the amount in the currency's main unit: at most ${limits.amountMaxMinor.value / 100}, with at most two decimals`,
  example: 50,
});
const currency = {
  kind: "currency",
  need: "default",
  otherwise: "HKD",
  about: "the order's currency",
  example: "HKD",
} as const;
const isRecurring = flag(false, "whether recurring charges of the order are allowed");
const text = (about: string, example?: string) =>
  ({ kind: "text", limit: limits.reasonMaxChars, about, ...(example !== undefined && { example }) }) as const;

/** Addresses for the shopper's browser, and for the notification. */
const addresses = <const R extends ParameterRow>(to: (about: string) => R) =>
  optional({
    kind: "addresses",
    about: "addresses for the shopper's browser and for the notification",
    members: {
      success: to("the address for the shopper after a payment"),
      fail: to(
        "where the shopper goes after a decline: by the page's link Return to merchant, or at once if showResultPage is false; and by that link of an expired page",
      ),
      cancel: to("the address for a shopper who cancels"),
      notify: url("the merchant's address for the notification"),
    },
  });

/** Spec 4.2: name and unitAmount are inside priceData. Duplicates of them outside it are ignored. */
const items = (
  held: { readonly unitAmount?: { readonly source: Source }; readonly name?: { readonly source: Source } } = {},
) =>
  required({
    kind: "line-items",
    about: "the items that are bought; their sum may differ from `amount`, which alone is charged",
    members: {
      quantity: required({ kind: "whole", limit: limits.quantityMax, about: "the number of pieces", example: 1 }),
      priceData: required({
        kind: "price-data",
        about: "the price of one, and its name",
        members: {
          unitAmount: required({
            kind: "unit-amount",
            about: "the price of one, in the currency's main unit; rounded to two decimals",
            example: 50,
            ...held.unitAmount,
          }),
          name: required({
            kind: "text",
            limit: limits.itemNameMaxChars,
            about: "the item's name on the page",
            example: "Tea",
            ...held.name,
          }),
        },
      }),
    },
  });
const lineItems = items();

const allowedBinRanges = optional({
  kind: "bin-ranges",
  about: "the allowed cards, by their first digits",
  members: {
    binStart: required({ kind: "bin", about: "the first allowed digits", example: "411111" }),
    binEnd: required({ kind: "bin", about: "the last allowed digits; as many digits as binStart", example: "411199" }),
  },
});

const language = {
  lang: oneOf(pageLanguages, "the page's language; the browser's own when left out"),
  showLang: flag(true, "whether the page lets the shopper switch the language"),
  showPoweredBy: flag(true, "whether the page shows the provider's name at its bottom"),
} as const;
const colours = {
  themeColor: colour("the page's background"),
  buttonBackgroundColor: colour("the background of all buttons"),
  buttonFontColor: colour("the text of all buttons"),
} as const;

/** Identifies an order by its id, its reference, or both. */
const orderKey = {
  merchantId,
  orderId: optional({
    kind: "order-id",
    limit: limits.idMax,
    about: "the order's id; required if merchantReference is left out",
    example: 1000001,
  }),
  merchantReference: optional({
    kind: "text",
    limit: limits.referenceMaxChars,
    about: "the order's reference; required if orderId is left out",
  }),
} as const;

const inTable = (section: string) => (name: string) => spec(`${section} ${name}`);
const inDocs = (path: string) => (name: string) => docs(`${path}: ${name}`);

/** A parameter that the newest documents of add-token leave out. One real client sends it. */
const earlier = (name: string) =>
  optional({
    kind: "ignored",
    about: "has no effect: earlier documents list it (CARD, APPLEPAY, GOOGLEPAY)",
    source: docs(`tokenization/add-token (earlier): ${name}`),
  });

/** Each parameter of each endpoint: its values, their limit, meaning and default, an example, and the source. */
export const parameters = {
  "hosted-checkout/create": table(inTable("4.1"), {
    merchantId,
    currency,
    amount,
    merchantReference,
    callbackUrl: addresses(url),
    isRecurring,
    expiryTime: optional({
      kind: "instant",
      about: "until when the order can be paid; 1000 seconds from now when left out",
    }),
    lineItems,
    ...language,
    paymentMethods: optional({
      kind: "methods",
      about: "the payment methods that the page offers, separated by commas; all when left out",
    }),
    defaultPaymentMethod: oneOf(paymentMethods, "the preselected payment method; the first one when left out"),
    allowedBinRanges,
    allowedCardType: oneOf(cardBrands, "the only allowed card brand"),
    showOrderDetail: flag(true, "whether the page lists the items"),
    showEmail: flag(true, "whether the page asks for an email address"),
    showMerchantReference: flag(true, "whether the page shows the reference"),
    showOrderId: flag(true, "whether the page shows the order's id"),
    showResultPage: flag(true, "whether a page shows the result; callbackUrl is required if not"),
    ...colours,
  }),
  "tokenization/sale": table(inTable("4.2"), {
    merchantId,
    userId,
    tokenId,
    merchantReference,
    currency,
    amount,
    email: optional({
      kind: "email",
      limit: limits.emailMaxChars,
      about: "the email address for the receipt; the sandbox mails none",
    }),
    callbackUrl: addresses((about) => ({
      ...redirect(about),
      source: seen("clients send callbackUrl.* where it is not listed"),
    })),
    isRecurring,
    lineItems: items({
      unitAmount: { source: spec("4.2 lineItems[i].priceData: holds unitAmount") },
      name: { source: spec("4.2 lineItems[i].priceData: holds name") },
    }),
  }),
  "tokenization/recurring": table(inTable("4.3"), {
    merchantId,
    userId,
    tokenId,
    reason: required(text("why the card is charged again", "membership")),
    amount,
    merchantReference,
    parentOrderId: optional({
      kind: "whole",
      limit: limits.idMax,
      about: "a paid order made with isRecurring: true, such as the first sale; without it, the token alone is charged",
      example: 1000001,
    }),
    callbackUrl: addresses(redirect),
  }),
  "hosted-checkout/refund": table(inTable("4.4"), { ...orderKey, amount }),
  "hosted-checkout/void": table(inTable("4.5"), orderKey),
  "direct/void": table(inTable("4.6"), orderKey),
  "hosted-checkout/query": table(inTable("4.7"), orderKey),
  "direct/query": table(inTable("4.8"), orderKey),
  "tokenization/query-token": table(inTable("4.9"), { merchantId, userId }),
  "hosted-checkout/recurring": table(inDocs("hosted-checkout/recurring"), {
    merchantId,
    amount,
    merchantReference,
    parentOrderId: required({
      kind: "whole",
      limit: limits.idMax,
      about: "the paid order to charge again, made with isRecurring: true",
      example: 1000001,
    }),
    callbackUrl: { ...addresses(redirect), source: assumed("hosted-recurring-notify") },
  }),
  // Cards only: Visa and Mastercard.
  "tokenization/add-token": table(inDocs("tokenization/add-token"), {
    merchantId,
    userId,
    reason: optional(text("why the card is stored")),
    // ASSUMED(card-entry-page): none of the addresses is required.
    callbackUrl: addresses(url),
    ...language,
    paymentMethods: earlier("paymentMethods"),
    defaultPaymentMethod: earlier("defaultPaymentMethod"),
    allowedBinRanges,
    allowedCardType: oneOf(["VISA", "MASTER"], "the only allowed card brand"),
    ...colours,
    issuingCountryCode: oneOf(issuingCountries, "the country that the page preselects"),
  }),
  "tokenization/delete-token": table(inDocs("tokenization/delete-token"), { merchantId, userId, tokenId }),
  "tokenization/void": table(inDocs("tokenization/void"), orderKey),
  "direct/sale": table(inDocs("direct/sale"), {
    merchantId,
    amount,
    currency,
    merchantReference,
    paymentType: requiredOneOf(names(paymentTypes), "the wallet that pays the order", "ALIPAYHK"),
    paymentTerminal: requiredOneOf(
      names(paymentTerminals),
      "how the shopper pays: in an app, on a page on the phone, or by a QR code",
      "PCWEB",
    ),
    notifyUrl: url("the merchant's address for the notification"),
    referer: url("the page that the shopper came from"),
    userAgent: url("the shopper's browser"),
    postLink: redirect("the address for the shopper afterwards"),
    merchantSite: redirect("the merchant's site; the address for the shopper if postLink is left out"),
    lineItems,
  }),
  "direct/refund": table(inDocs("direct/refund"), { ...orderKey, amount }),
} as const;

export type Parameters = typeof parameters;

/** The sources of each parameter of each endpoint. */
export const parameterSources: Readonly<Record<string, Sources>> = Object.fromEntries(
  Object.entries(parameters).map(([path, { sources }]) => [path, sources]),
);
