import { assumed, docs, type Source, seen, spec } from "./source.js";

/** A source for each name: `lineItems[i].quantity`. */
export type Sources = Readonly<Record<string, Source>>;

const each = (names: readonly string[], sourceOf: (name: string) => Source): Sources =>
  Object.fromEntries(names.map((name) => [name, sourceOf(name)]));

const inTable = (section: string, ...names: readonly string[]): Sources =>
  each(names, (name) => spec(`${section} ${name}`));
const inDocs = (path: string, ...names: readonly string[]): Sources => each(names, (name) => docs(`${path}: ${name}`));
const unlisted = (source: Source, ...names: readonly string[]): Sources => each(names, () => source);

const items = [
  "lineItems",
  "lineItems[i].quantity",
  "lineItems[i].priceData",
  "lineItems[i].priceData.unitAmount",
  "lineItems[i].priceData.name",
] as const;
const redirects = ["callbackUrl.success", "callbackUrl.fail", "callbackUrl.cancel"] as const;
const callback = ["callbackUrl", ...redirects, "callbackUrl.notify"] as const;
const ranges = ["allowedBinRanges", "allowedBinRanges[i].binStart", "allowedBinRanges[i].binEnd"] as const;
const language = ["lang", "showLang", "showPoweredBy"] as const;
const colours = ["themeColor", "buttonBackgroundColor", "buttonFontColor"] as const;
const orderKey = ["merchantId", "orderId", "merchantReference"] as const;

/** The sources of each parameter of each endpoint. */
export const parameterSources: Readonly<Record<string, Sources>> = {
  "hosted-checkout/create": inTable(
    "4.1",
    ...["merchantId", "currency", "amount", "merchantReference", ...callback, "isRecurring", "expiryTime", ...items],
    ...[...language, "paymentMethods", "defaultPaymentMethod", ...ranges, "allowedCardType", "showOrderDetail"],
    ...["showEmail", "showMerchantReference", "showOrderId", "showResultPage", ...colours],
  ),
  "tokenization/sale": {
    ...inTable(
      "4.2",
      ...["merchantId", "userId", "tokenId", "merchantReference", "currency", "amount", "email", "callbackUrl"],
      ...["callbackUrl.notify", "isRecurring", "lineItems", "lineItems[i].quantity", "lineItems[i].priceData"],
    ),
    "lineItems[i].priceData.unitAmount": spec("4.2 lineItems[i].priceData: holds unitAmount"),
    "lineItems[i].priceData.name": spec("4.2 lineItems[i].priceData: holds name"),
    ...unlisted(seen("clients send callbackUrl.* where it is not listed"), ...redirects),
  },
  "tokenization/recurring": inTable(
    "4.3",
    ...["merchantId", "userId", "tokenId", "reason", "amount", "merchantReference", "parentOrderId", ...callback],
  ),
  "hosted-checkout/refund": inTable("4.4", ...orderKey, "amount"),
  "hosted-checkout/void": inTable("4.5", ...orderKey),
  "direct/void": inTable("4.6", ...orderKey),
  "hosted-checkout/query": inTable("4.7", ...orderKey),
  "direct/query": inTable("4.8", ...orderKey),
  "tokenization/query-token": inTable("4.9", "merchantId", "userId"),
  "hosted-checkout/recurring": {
    ...inDocs("hosted-checkout/recurring", "merchantId", "amount", "merchantReference", "parentOrderId"),
    ...unlisted(assumed("hosted-recurring-notify"), ...callback),
  },
  "tokenization/add-token": inDocs(
    "tokenization/add-token",
    ...["merchantId", "userId", "reason", ...callback, ...language, ...ranges, "allowedCardType", ...colours],
    "issuingCountryCode",
  ),
  "tokenization/delete-token": inDocs("tokenization/delete-token", "merchantId", "userId", "tokenId"),
  "tokenization/void": inDocs("tokenization/void", ...orderKey),
  "direct/sale": inDocs(
    "direct/sale",
    ...["merchantId", "amount", "currency", "merchantReference", "paymentType", "paymentTerminal", "notifyUrl"],
    ...["referer", "userAgent", "postLink", "merchantSite", ...items],
  ),
  "direct/refund": inDocs("direct/refund", ...orderKey, "amount"),
};
