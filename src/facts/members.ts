import type { Sources } from "./parameters.js";
import { assumed, docs, type Source, seen, spec } from "./source.js";

const each = (names: readonly string[], sourceOf: (name: string) => Source): Sources =>
  Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
const below = (parent: string, names: readonly string[], sourceOf: (name: string) => Source): Sources => ({
  [parent]: sourceOf(""),
  ...Object.fromEntries(names.map((name) => [`${parent}.${name}`, sourceOf(name)])),
});

/** Of the table of a section of the spec; the object itself is named by the endpoint's own section. */
const inTable =
  (section: string, own: string) =>
  (name: string): Source =>
    name === "" ? spec(`${own} response`) : spec(`${section} ${name}`);
const inDocs =
  (path: string) =>
  (name: string): Source =>
    docs(name === "" ? `${path}: order` : `${path}: ${name}`);

const short = ["id", "merchantReference", "currency", "status", "amount", "createTime", "updateTime"] as const;
const long = [...short, "merchantId", "netAmount", "recurring"] as const;
const withCard = [...long, "cardType"] as const;
const whole = [...withCard, "email"] as const;
const transaction = ["id", "merchantId", "type", "amount", "currency", "status", "maskedPan", "stan"] as const;

const token = ["maskedPan", "userId", "tokenId", "cardBrand", "cardSubBrand", "expiryDate"] as const;

const code: Sources = { responseCode: spec("2.5 responseCode") };
const coded: Sources = { ...code, message: docs('message of a success: "Success" or "SUCCESS"') };

/** An endpoint of the spec: its order and, where it has one, its transaction. */
const inSpec = (section: string, order: readonly string[], hasTransaction = true): Sources => ({
  ...below("order", order, inTable("2.2", section)),
  ...(hasTransaction && below("transaction", transaction, inTable("2.3", section))),
});
/** An endpoint that only the docs have; its transaction is that of the spec's endpoints. */
const ofDocs = (path: string, order: readonly string[]): Sources => ({
  ...below("order", order, inDocs(path)),
  ...below("transaction", transaction, inDocs(path)),
});

const wechat = ["appId", "partnerId", "prepayId", "packageValue", "nonceStr", "timeStamp", "sign"] as const;

/** Where each member of each endpoint's successful answer comes from. */
export const memberSources: Readonly<Record<string, Sources>> = {
  "hosted-checkout/create": { ...coded, checkoutUrl: spec("4.1 response"), ...inSpec("4.1", long, false) },
  "tokenization/sale": { ...coded, ...inSpec("4.2", [...withCard, "issuerCountryCode"]) },
  "tokenization/recurring": { ...coded, ...inSpec("4.3", whole) },
  "hosted-checkout/refund": { ...code, ...inSpec("4.4", whole) },
  "hosted-checkout/void": { ...code, ...inSpec("4.5", whole) },
  "direct/void": { ...code, message: assumed("direct-void-message"), ...inSpec("4.6", short) },
  "hosted-checkout/query": { ...coded, ...inSpec("4.7", whole, false) },
  "direct/query": { ...coded, ...inSpec("4.8", withCard, false) },
  "tokenization/query-token": {
    ...coded,
    list: spec("4.9 response"),
    ...each(
      token.map((name) => `list[i].${name}`),
      (name) => spec(`2.4 ${name.slice("list[i].".length)}`),
    ),
  },
  "hosted-checkout/recurring": { ...coded, ...ofDocs("hosted-checkout/recurring", whole) },
  "tokenization/add-token": {
    ...coded,
    data: seen("clients read data"),
    checkoutUrl: docs("tokenization/add-token: checkoutUrl"),
  },
  "tokenization/delete-token": coded,
  "tokenization/void": { ...code, ...ofDocs("tokenization/void", withCard) },
  "direct/sale": {
    ...coded,
    checkoutUrl: docs("direct/sale: checkoutUrl"),
    alipayData: docs("direct/sale: alipayData"),
    ...below("wechatOrder", wechat, () => docs("direct/sale: wechatOrder")),
    ...below("order", short, () => assumed("direct-sale-answer")),
  },
  "direct/refund": { ...code, ...ofDocs("direct/refund", short) },
};

/** Of each refusal and decline. */
export const refusalSources: Sources = {
  responseCode: spec("2.5 responseCode"),
  message: seen("clients compare the message of a refusal"),
};

/** Of what the merchant is told by the service itself. */
export const notificationSources: Readonly<Record<"payment" | "token", Sources>> = {
  payment: each(
    ["amount", "maskedPan", "orderId", "signature", "cardType", "updateTime", "merchantReference", "status"],
    (name) => docs(`notification: ${name}`),
  ),
  token: {
    ...each(["userId", "tokenId", "maskedPan", "expiryDate", "signature"], () =>
      seen("clients read it of a token's notification"),
    ),
    ...each(["cardBrand", "cardSubBrand", "merchantId", "updateTime"], () => assumed("token-notification")),
  },
};
