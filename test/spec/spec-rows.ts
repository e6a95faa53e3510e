import { type Rows, under } from "./rows.js";

const callback = {
  callbackUrl: "object, no",
  "callbackUrl.success": "string, no",
  "callbackUrl.fail": "string, no",
  "callbackUrl.cancel": "string, no",
  "callbackUrl.notify": "string, no",
} as const;
const orderKey = {
  merchantId: "string, yes",
  orderId: "number, when there is no merchantReference",
  merchantReference: "string, when there is no orderId",
} as const;

/** The members of an answer, in the order of the spec's sentence; what they are say 2.2, 2.3 and 2.5. */
const answer = (section: string, members: string): Rows =>
  under(section, Object.fromEntries(members.split(" ").map((name) => [`answer ${name}`, "in the answer"])));
const members = (name: string, list: string): string =>
  [name, ...list.split(" ").map((one) => `${name}.${one}`)].join(" ");

const HEAD = "responseCode message";
const SHORT = "id merchantId merchantReference currency amount netAmount";
const TIMES = "createTime updateTime status recurring";
const TRANSACTION = "id merchantId type amount status maskedPan stan currency";
const sale = "3 (none) → SUCCESS by /tokenization/sale";
const recurring = "3 (none) → SUCCESS by /tokenization/recurring";
const create = "3 (none) → OPEN by /hosted-checkout/create";
const refund = "3 SUCCESS → REFUNDED by /hosted-checkout/refund";
const voids = "3 SUCCESS → VOIDED by /hosted-checkout/void or /direct/void";

/** What payment-service.md states, in our words: each row of its tables, each member of its answers, each sentence. */
export const specRows: Rows = {
  ...under("1", {
    "“create an order and obtain the address of a …”": "an order comes with the address of its page",
    "“charge a stored card token once (/tokenization/sale) and later …”":
      "a token is charged once, and again as recurring",
    "“list the tokens of a merchant's user (/tokenization/query-token)”": "tokens are listed by user",
    "“refund an order in full or in part (/hosted-checkout/refund)”": "refunds in full and in part",
    "“void an order (/hosted-checkout/void, /direct/void)”": "voids by either path",
    "“query an order (/hosted-checkout/query, /direct/query)”": "queries by either path",
    "“All operations are HTTP POST requests”": "no other method is taken",
    "“All are addressed as {base_url} + path”": "paths hang off the base_url",
  }),
  ...under("2.1", {
    request: "string, yes: the parameters as JSON in a text",
    signature: "string, yes: base64 signature of the request",
    "“Header on every request: Content-Type: application/json”": "no other content type is taken",
    "“The parameter tables in section 4 describe the JSON …”": "parameters are those of the text in request",
    "“Parameter types in the tables and the types used …”": "ids come as number and as text",
    "“The declared type is the contract”": "the declared form is taken",
    "“both forms have been seen”": "the other form is taken too",
  }),
  ...under("2.2", {
    id: "number",
    merchantId: "number",
    merchantReference: "string",
    currency: "3-letter ISO code",
    amount: "number",
    netAmount: "lower after a refund, 0 after a void",
    cardType: "VISA, MASTER, UNIONPAY; absent in the create answer",
    email: "where given; may be empty",
    createTime: "ISO 8601, milliseconds, numeric offset",
    updateTime: "same format",
    status: "see 3",
    recurring: "boolean",
    issuerCountryCode: "in the sale answer only",
    "“The /direct/void response carries only id, merchantReference, currency, status …”": "the short order",
  }),
  ...under("2.3", {
    id: "number",
    merchantId: "number",
    type: "SALE, REFUND, SALE_VOID",
    amount: "number",
    currency: "3-letter ISO code",
    status: "SUCCESS",
    maskedPan: "masked card number",
    stan: "system trace audit number",
  }),
  ...under("2.4", {
    tokenId: "number",
    userId: "case insensitive",
    maskedPan: "masked card number",
    cardBrand: "VISA seen",
    cardSubBrand: "VISA_CREDIT, VISA_DEBIT seen",
    expiryDate: "YYYYMM",
  }),
  ...under("2.5", { responseCode: "0000 means success", message: "absent in refund and void answers" }),
  ...under("3", {
    "“Order status values that appear: OPEN, SUCCESS, REFUNDED, VOIDED”": "an order stands at each of them",
    "“Transaction status value that appears: SUCCESS”": "of each type",
    "“Refund rules: full and partial refunds are supported”": "both",
    "“an order can be refunded only once”": "a second refund is refused",
    "“a refund is approved only when the merchant account …”": "a short balance refuses it",
  }),
  [create]: "an order is created",
  [`${create}, if request accepted`]: "a refused request creates none",
  [`${create}: response has netAmount 0 and a checkoutUrl`]: "in the answer",
  [sale]: "a token is charged",
  [`${sale}, if payment succeeds`]: "after a decline the order is not SUCCESS",
  [`${sale}: a SALE transaction with status SUCCESS is returned`]: "in the answer",
  [recurring]: "a token is charged again",
  [`${recurring}, if payment succeeds`]: "after a decline the order is not SUCCESS",
  [`${recurring}: a transaction of type SALE with status SUCCESS is returned`]: "in the answer",
  [refund]: "a paid order is refunded",
  [`${refund}, if payment method allows refunds`]: "else refused",
  [`${refund}, if order not refunded before (one refund per order)`]: "else refused",
  [`${refund}, if enough unsettled balance in the merchant account`]: "else refused",
  [`${refund}: a REFUND transaction is returned`]: "in the answer",
  [`${refund}: order netAmount is reduced by the refund amount`]: "in the answer and afterwards",
  [voids]: "a paid order is voided",
  [`${voids}, if payment method allows voids`]: "else refused",
  [`${voids}: a SALE_VOID transaction is returned`]: "in the answer",
  [`${voids}: netAmount becomes 0`]: "in the answer and afterwards",
  ...under("4", {
    "“All: method POST, body is the request envelope (2.1) …”": "and the answer is JSON",
    "“A reference merchantReference is unique per order”": "a used one is refused",
    "“a recurring order's merchantReference differs from that of the …”": "the sale's own is refused",
  }),
  ...under("4.1", {
    "“POST {base_url}/hosted-checkout/create”": "the path",
    "“Creates an order and returns the checkout page address”": "checkoutUrl",
    merchantId: "string, yes",
    currency: "string, no, HKD: HKD or USD",
    amount: "number, yes",
    merchantReference: "string, yes",
    ...callback,
    isRecurring: "boolean, no, false",
    expiryTime: "datetime, no, now + 1000 s",
    lineItems: "array, yes: 1..n",
    "lineItems[i].quantity": "number, yes: integer count",
    "lineItems[i].priceData": "object, yes",
    "lineItems[i].priceData.unitAmount": "number, yes",
    "lineItems[i].priceData.name": "string, yes",
    lang: "string, no, the browser's: zh-HK or en",
    showLang: "boolean, no, true",
    showPoweredBy: "boolean, no, true",
    paymentMethods: "string, no, all: comma-separated list",
    defaultPaymentMethod: "string, no: preselected, else the first",
    allowedBinRanges: "array, no: only cards of these, Visa and Mastercard only",
    "allowedBinRanges[i].binStart": "string, yes per entry: digits",
    "allowedBinRanges[i].binEnd": "string, yes per entry: as long as binStart",
    allowedCardType: "string, no: VISA, MASTER, UNIONPAY; for the card methods only",
    showOrderDetail: "boolean, no, true",
    showEmail: "boolean, no, true",
    showMerchantReference: "boolean, no, true",
    showOrderId: "boolean, no, true",
    showResultPage: "boolean, no, true; false asks for callbackUrl",
    themeColor: "string, no: background of the page",
    buttonBackgroundColor: "string, no: of all buttons",
    buttonFontColor: "string, no: of all buttons",
  }),
  ...answer("4.1", `${HEAD} checkoutUrl ${members("order", `${SHORT} ${TIMES}`)}`),
  ...under("4.2", {
    "“POST {base_url}/tokenization/sale”": "the path",
    "“Charges a stored token”": "the user's own",
    merchantId: "string, yes",
    userId: "string, yes: case insensitive",
    tokenId: "number, yes",
    merchantReference: "string, yes",
    currency: "string, no, HKD",
    amount: "number, yes",
    email: "string, no",
    callbackUrl: "object, no",
    "callbackUrl.notify": "string, no",
    isRecurring: "boolean, no, false",
    lineItems: "array, yes",
    "lineItems[i].quantity": "number, yes: integer count",
    "lineItems[i].priceData": "object, yes, with unitAmount and name; flat ones beside it",
  }),
  ...answer(
    "4.2",
    `${HEAD} ${members("order", `${SHORT} cardType ${TIMES} issuerCountryCode`)} ${members("transaction", TRANSACTION)}`,
  ),
  ...under("4.3", {
    "“POST {base_url}/tokenization/recurring”": "the path",
    merchantId: "string, yes",
    userId: "string, yes: case insensitive",
    tokenId: "number, yes",
    reason: "string, yes",
    amount: "number, yes",
    merchantReference: "string, yes: differs from the sale's",
    parentOrderId: "number, no: of the sale or create",
    ...callback,
  }),
  ...answer(
    "4.3",
    `${HEAD} ${members("order", `${SHORT} cardType email ${TIMES}`)} ${members("transaction", TRANSACTION)}`,
  ),
  ...under("4.4", {
    "“POST {base_url}/hosted-checkout/refund”": "the path",
    ...orderKey,
    amount: "number, yes",
  }),
  ...answer(
    "4.4",
    `${HEAD} ${members("order", `${SHORT} cardType email ${TIMES}`)} ${members("transaction", TRANSACTION)}`,
  ),
  ...under("4.5", {
    "“POST {base_url}/hosted-checkout/void”": "the path",
    "“Voids the order if the payment method allows”": "else refused",
    ...orderKey,
  }),
  ...answer(
    "4.5",
    `${HEAD} ${members("order", `${SHORT} cardType email ${TIMES}`)} ${members("transaction", TRANSACTION)}`,
  ),
  ...under("4.6", { "“POST {base_url}/direct/void”": "the path", ...orderKey }),
  ...answer(
    "4.6",
    `${HEAD} ${members("order", "id merchantReference currency status amount createTime updateTime")} ${members("transaction", TRANSACTION)}`,
  ),
  ...under("4.7", { "“POST {base_url}/hosted-checkout/query”": "the path", ...orderKey }),
  ...answer("4.7", `${HEAD} ${members("order", `${SHORT} cardType email ${TIMES}`)}`),
  ...under("4.8", { "“POST {base_url}/direct/query”": "the path", ...orderKey }),
  ...answer("4.8", `${HEAD} ${members("order", `${SHORT} cardType ${TIMES} email`)}`),
  ...under("4.9", {
    "“POST {base_url}/tokenization/query-token”": "the path",
    merchantId: "string, yes",
    userId: "string, yes: case insensitive",
  }),
  ...answer("4.9", `${HEAD} list`),
  ...under("5", {
    "“Every request carries signature next to the serialized request …”": "one without is refused",
    "“The merchantId parameter identifies the calling merchant”": "whose orders and keys are meant",
  }),
  ...under("6", {
    "“A merchant may give callbackUrl.notify (create, sale, recurring)”": "the three take it",
    "“the service then sends a notification to that address”": "after the payment",
    "“callbackUrl.success, callbackUrl.fail, callbackUrl.cancel are browser redirect …”": "the page leads to them",
  }),
  ...under("7", {
    "“Success is signalled by responseCode 0000”": "and nothing else is",
    "“Missing required parameters: orderId or merchantReference must be present …”": "in refund, void and query",
    "“when showResultPage is false, callbackUrl must be given”": "else refused",
    "“Refund is rejected when the unsettled balance is insufficient …”": "refunded before, method does not allow it",
  }),
  ...under("8", {
    Currencies: "HKD, USD; default HKD",
    "Order expiry default": "now + 1000 seconds",
    "Refunds per order": "1",
    "Line item quantity": "integer",
    "Refund amount": "not above the unsettled balance",
  }),
};

const toFill = "says what is not shown; provider-facts.md or the register of assumptions fills it";

/** What it says besides: headings, and what it does not show. */
export const specNotes: Rows = {
  "0 “This document covers the whole service: creating hosted-checkout orders …”": "says what the document is about",
  ...under("1", {
    "“The service is a payment service used by merchants”": "an introduction",
    "“A merchant can”": "a heading",
  }),
  "2.5 “Length limits, full value sets of cardType and cardBrand …”": toFill,
  "3 “Complete list of order states and transaction statuses: not …”": toFill,
  "3 “Moves on failed payment, cancellation, expiry of an order …”": toFill,
  "4.1 “Request parameters”": "a heading",
  "5 “Signature algorithm, key material and key exchange, and the …”": toFill,
  "5 “Whether responses are signed: not shown”": toFill,
  "6 “Payload, kinds of notification, timing and retries: not shown”": toFill,
  "7 “Response codes other than 0000, their meanings, HTTP status …”": toFill,
  "8 “Rate limits, maximum lengths and amount bounds: not shown”": toFill,
  "9 “Versioning: not shown”": "no version is sent or asked for",
};
