import type { Sources } from "./parameters/parameter-rows.js";
import { assumed, docs, type Source, seen, spec } from "./source.js";

const each = (names: readonly string[], sourceOf: (name: string) => Source): Sources =>
  Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
/** An object and its members. */
const whole = (name: string, members: readonly string[]): readonly string[] => [
  name,
  ...members.map((member) => `${name}.${member}`),
];

const short = ["id", "merchantReference", "currency", "status", "amount", "createTime", "updateTime"] as const;
const long = [...short, "merchantId", "netAmount", "recurring"] as const;
const withCard = [...long, "cardType"] as const;
const withEmail = [...withCard, "email"] as const;
const transaction = whole("transaction", [
  ...["id", "merchantId", "type", "amount", "currency", "status", "maskedPan", "stan"],
]);
const token = ["maskedPan", "userId", "tokenId", "cardBrand", "cardSubBrand", "expiryDate"] as const;

const inSpec = (section: string, ...names: readonly string[]): Sources =>
  each(names, (name) => spec(`${section} answer ${name}`));
const inDocs = (path: string, ...names: readonly string[]): Sources => each(names, (name) => docs(`${path}: ${name}`));

const wechat = ["appId", "partnerId", "prepayId", "packageValue", "nonceStr", "timeStamp", "sign"] as const;

/** The sources of each member of each endpoint's successful answer. */
export const memberSources: Readonly<Record<string, Sources>> = {
  "hosted-checkout/create": inSpec("4.1", "responseCode", "message", "checkoutUrl", ...whole("order", long)),
  "tokenization/sale": inSpec(
    "4.2",
    ...["responseCode", "message", ...whole("order", [...withCard, "issuerCountryCode"]), ...transaction],
  ),
  "tokenization/recurring": inSpec("4.3", "responseCode", "message", ...whole("order", withEmail), ...transaction),
  "hosted-checkout/refund": inSpec("4.4", "responseCode", ...whole("order", withEmail), ...transaction),
  "hosted-checkout/void": inSpec("4.5", "responseCode", ...whole("order", withEmail), ...transaction),
  "direct/void": {
    ...inSpec("4.6", "responseCode", ...whole("order", short), ...transaction),
    message: assumed("direct-void-message"),
  },
  "hosted-checkout/query": inSpec("4.7", "responseCode", "message", ...whole("order", withEmail)),
  "direct/query": inSpec("4.8", "responseCode", "message", ...whole("order", withCard)),
  "tokenization/query-token": {
    ...inSpec("4.9", "responseCode", "message", "list"),
    ...Object.fromEntries(token.map((name) => [`list[i].${name}`, spec(`2.4 ${name}`)])),
  },
  "hosted-checkout/recurring": inDocs(
    "hosted-checkout/recurring",
    ...["responseCode", "message", ...whole("order", withEmail), ...transaction],
  ),
  "tokenization/add-token": {
    ...inDocs("tokenization/add-token", "responseCode", "message", "checkoutUrl"),
    data: seen("clients read data"),
  },
  "tokenization/delete-token": inDocs("tokenization/delete-token", "responseCode", "message"),
  "tokenization/void": inDocs("tokenization/void", "responseCode", ...whole("order", withCard), ...transaction),
  "direct/sale": {
    ...inDocs("direct/sale", "responseCode", "message", "checkoutUrl", "alipayData", ...whole("wechatOrder", wechat)),
    ...each(whole("order", short), () => assumed("direct-sale-answer")),
  },
  "direct/refund": inDocs("direct/refund", "responseCode", ...whole("order", short), ...transaction),
};

/** The sources of the members of every refusal and decline. */
export const refusalSources: Sources = {
  responseCode: spec("2.5 responseCode"),
  message: seen("clients compare the message of a refusal"),
};

/** The sources of each field of a notification. */
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
