import { tables } from "../wire/tables.js";
import { type Covers, coversBy, each, of } from "./covering.js";
import { byOptions } from "./options-covered.js";
import { specRows } from "./spec-rows.js";

const answers = of("wire/answers.test.ts");
const ladder = of("wire/ladder.test.ts");
const states = of("wire/states.test.ts");
const badInput = of("wire/bad-input.test.ts");
const walks = of("property/walks.test.ts");
const parameters = of("wire/parameters.test.ts");
const domain = of("domain/decisions.test.ts");
const cards = of("browser/checkout-cards.test.ts");
const routes = of("pages/checkout/routes.test.ts");
const real = of("browser/checkout-real.test.ts");
const golden = of("wire/golden.test.ts");
const shown = of("spec/shown.test.ts");

/** The rows that a table of test/wire/tables.ts tests: required, right forms, wrong ones. Other tables are of the docs. */
const byTables: Covers = Object.fromEntries(
  tables
    .filter(({ section }) => section.startsWith("4."))
    .flatMap(({ section, rows }) =>
      rows.map(({ name, required, right, wrong }) => [
        rowOf(section, name),
        parameters(
          ...(required ? ["is required"] : []),
          ...(right.length > 0 ? ["takes each form that clients send"] : []),
          ...(wrong.length > 0 ? ["refuses what is none, and says what it expected"] : []),
        ),
      ]),
    ),
);

/** In 4.2 the table names priceData alone, and its prose what it holds. */
function rowOf(section: string, name: string): string {
  const row = `${section} ${name}`;
  return row in specRows ? row : row.replace(/\.[^.]+$/, "");
}

/** Each compares the whole text of an answer, member by member. */
const whole: Readonly<Record<string, readonly string[]>> = {
  "4.1": ["of create"],
  "4.2": ["of a sale"],
  "4.3": ["of a recurring payment"],
  "4.4": ["of a refund, which has no message"],
  "4.5": ["of a void, which has no message"],
  "4.6": ["of a direct void, in the short form"],
  "4.7": ["of a query"],
  "4.8": ["of a direct query"],
  "4.9": ["of a token list", "of a user without tokens"],
};
const byAnswers: Covers = Object.fromEntries(
  Object.keys(specRows).flatMap((row) => {
    const [, section] = /^(4\.\d) answer /.exec(row) ?? [];
    return section === undefined ? [] : [[row, answers(...whole[section]!)]];
  }),
);
const allWhole = answers(...Object.values(whole).flat());
const orders = answers("of a sale", "of a recurring payment", "of a refund, which has no message", "of a query");
const transactions = answers(
  "of a sale",
  "of a refund, which has no message",
  "of a void, which has no message",
  "of a direct void, in the short form",
);

const defaults = answers("the defaults of create are those of its table");
const inStates = states("of an order that is %s: %s");
const named = [...answers("is found by %s", "needs one of its two names"), ...shown("find it by %s")];
const declined = [
  ...answers("answers its code alone, and keeps the order open"),
  ...domain("a decline keeps the order open"),
];
const paths = ladder("answers with a trailing slash too, and redirects nobody");
const shortBalance = states(
  "bounds the refund of a settled order, to the cent",
  "of one currency pays no refund of the other",
);
const onceOnly = [...inStates, ...walks("refunds of one order end as one success")];
const notRefundable = [
  ...shown("is refused where the payment method does not allow it"),
  ...domain("a method that allows none, before the amount", "is allowed by %s"),
];
const notVoidable = [
  ...shown("is refused where the payment method does not allow it"),
  ...domain("a card of a merchant who may not", "WeChat Pay"),
];
const create = "3 (none) → OPEN by /hosted-checkout/create";
const sale = "3 (none) → SUCCESS by /tokenization/sale";
const recurring = "3 (none) → SUCCESS by /tokenization/recurring";
const refund = "3 SUCCESS → REFUNDED by /hosted-checkout/refund";
const voids = "3 SUCCESS → VOIDED by /hosted-checkout/void or /direct/void";

/** Which tests show which row, besides the tables and the answers. */
const byHand: Covers = {
  "1 “create an order and obtain the address of a …”": answers("of create"),
  "1 “charge a stored card token once (/tokenization/sale) and later …”": shown(
    "of a recurring payment has a reference of its own, not the sale's",
  ),
  "1 “list the tokens of a merchant's user (/tokenization/query-token)”": answers("of a token list"),
  "1 “refund an order in full or in part (/hosted-checkout/refund)”": shown("%s leaves the rest as netAmount"),
  "1 “void an order (/hosted-checkout/void, /direct/void)”": shown("leaves nothing of netAmount"),
  "1 “query an order (/hosted-checkout/query, /direct/query)”": answers("of a query", "of a direct query"),
  "1 “All operations are HTTP POST requests”": ladder("answers 405 to %s"),
  "1 “All are addressed as {base_url} + path”": [...paths, ...ladder("the same calls work below a lane's name")],
  "2.1 request": badInput("answers 400 in the API's form to %s"),
  "2.1 signature": ladder("under %s", "are over the exact text: %s"),
  "2.1 “Header on every request: Content-Type: application/json”": [
    ...badInput("a content type of %s answers 415"),
    ...ladder("other headers of clients are ignored, and a charset is fine"),
  ],
  "2.1 “The parameter tables in section 4 describe the JSON …”": badInput("answers 400 in the API's form to %s"),
  "2.1 “Parameter types in the tables and the types used …”": answers("come to the same in a sale"),
  "2.1 “The declared type is the contract”": parameters("takes each form that clients send"),
  "2.1 “both forms have been seen”": [
    ...parameters("takes each form that clients send"),
    ...answers("come to the same in a sale"),
  ],
  ...each("2.2", "merchantId merchantReference currency amount createTime updateTime", orders),
  "2.2 id": [
    ...orders,
    ...answers("come to the same in a sale"),
    ...of("domain/decisions.test.ts")("an unknown parent"),
  ],
  "2.2 netAmount": [
    ...answers("shows what paying, refunding and expiring made of it"),
    ...shown("%s leaves the rest as netAmount", "leaves nothing of netAmount"),
  ],
  "2.2 cardType": [
    ...answers("of create", "has no card before it is paid", "of a query"),
    ...shown("that a Mastercard paid has the cardType MASTER"),
  ],
  "2.2 email": [
    ...answers("of a recurring payment", "of a refund, which has no message", "of a void, which has no message"),
    ...answers("of a query", "shows what paying, refunding and expiring made of it"),
  ],
  "2.2 status": [...orders, ...inStates],
  "2.2 recurring": answers("of a sale", "of a recurring payment", "come to the same in a sale"),
  "2.2 issuerCountryCode": answers("of a sale", "of a query"),
  "2.2 “The /direct/void response carries only id, merchantReference, currency, status …”": answers(
    "of a direct void, in the short form",
  ),
  ...each("2.3", "id merchantId type amount currency status maskedPan stan", transactions),
  ...each("2.4", "tokenId maskedPan cardBrand cardSubBrand expiryDate", answers("of a token list")),
  "2.4 userId": answers("of a token list", "a token charges only its own user, whatever the case of the name"),
  "2.5 responseCode": [...allWhole, ...answers("answers its code alone, and keeps the order open")],
  "2.5 message": allWhole,
  "3 “Order status values that appear: OPEN, SUCCESS, REFUNDED, VOIDED”": inStates,
  "3 “Transaction status value that appears: SUCCESS”": transactions,
  "3 “Refund rules: full and partial refunds are supported”": shown("%s leaves the rest as netAmount"),
  "3 “an order can be refunded only once”": onceOnly,
  "3 “a refund is approved only when the merchant account …”": shortBalance,
  [create]: answers("of create"),
  [`${create}, if request accepted`]: shown("is not made by a request that is refused"),
  [`${create}: response has netAmount 0 and a checkoutUrl`]: answers("of create"),
  [sale]: answers("of a sale"),
  [`${sale}, if payment succeeds`]: declined,
  [`${sale}: a SALE transaction with status SUCCESS is returned`]: answers("of a sale"),
  [recurring]: answers("of a recurring payment"),
  [`${recurring}, if payment succeeds`]: shown("of a recurring payment that is declined stays OPEN"),
  [`${recurring}: a transaction of type SALE with status SUCCESS is returned`]: answers("of a recurring payment"),
  [refund]: [...inStates, ...shown("%s leaves the rest as netAmount")],
  [`${refund}, if payment method allows refunds`]: notRefundable,
  [`${refund}, if order not refunded before (one refund per order)`]: onceOnly,
  [`${refund}, if enough unsettled balance in the merchant account`]: shortBalance,
  [`${refund}: a REFUND transaction is returned`]: answers("of a refund, which has no message"),
  [`${refund}: order netAmount is reduced by the refund amount`]: shown("%s leaves the rest as netAmount"),
  [voids]: [...inStates, ...shown("leaves nothing of netAmount")],
  [`${voids}, if payment method allows voids`]: notVoidable,
  [`${voids}: a SALE_VOID transaction is returned`]: answers(
    "of a void, which has no message",
    "of a direct void, in the short form",
  ),
  [`${voids}: netAmount becomes 0`]: shown("leaves nothing of netAmount"),
  "4 “All: method POST, body is the request envelope (2.1) …”": [
    ...ladder("answers 405 to %s"),
    ...badInput("answers 400 in the API's form to %s"),
    ...answers("of create"),
  ],
  "4 “A reference merchantReference is unique per order”": [
    ...ladder("may use a reference that another one used"),
    ...walks("sales of one reference end as one order"),
  ],
  "4 “a recurring order's merchantReference differs from that of the …”": shown(
    "of a recurring payment has a reference of its own, not the sale's",
  ),
  "4.1 “POST {base_url}/hosted-checkout/create”": paths,
  "4.1 “Creates an order and returns the checkout page address”": [
    ...answers("of create"),
    ...real("shows what create asked for, in its lane, and pays after a decline"),
  ],
  "4.2 “POST {base_url}/tokenization/sale”": paths,
  "4.2 “Charges a stored token”": answers("a token charges only its own user, whatever the case of the name"),
  "4.3 “POST {base_url}/tokenization/recurring”": paths,
  "4.4 “POST {base_url}/hosted-checkout/refund”": paths,
  "4.5 “POST {base_url}/hosted-checkout/void”": paths,
  "4.5 “Voids the order if the payment method allows”": [...inStates, ...notVoidable],
  "4.6 “POST {base_url}/direct/void”": paths,
  "4.7 “POST {base_url}/hosted-checkout/query”": paths,
  "4.8 “POST {base_url}/direct/query”": paths,
  "4.9 “POST {base_url}/tokenization/query-token”": paths,
  "5 “Every request carries signature next to the serialized request …”": ladder(
    "under %s",
    "that are wrong are refused: %s",
    "are refused in the words that clients look for",
  ),
  "5 “The merchantId parameter identifies the calling merchant”": ladder(
    "cannot read, refund or void another's order",
    "of any of several keys count, as PEM and as bare base64",
  ),
  "6 “A merchant may give callbackUrl.notify (create, sale, recurring)”": states(
    "of create is told when the shopper has paid, not before",
    "of a sale and a recurring payment is told of the success",
  ),
  "6 “the service then sends a notification to that address”": [
    ...states("of create is told when the shopper has paid, not before"),
    ...of("notify/http-notifier.test.ts")("verifies a payment's notification"),
  ],
  "6 “callbackUrl.success, callbackUrl.fail, callbackUrl.cancel are browser redirect …”": [
    ...cards(
      "ends at the result page, which counts down and goes to the shop's address unchanged",
      "cancels to the shop, and without an address says that the order can still be paid",
    ),
    ...routes("after a decline without a result page goes to callbackUrl.fail"),
  ],
  "7 “Success is signalled by responseCode 0000”": [...allWhole, ...golden("show a success and two refusals of %s")],
  "7 “Missing required parameters: orderId or merchantReference must be present …”":
    answers("needs one of its two names"),
  "7 “when showResultPage is false, callbackUrl must be given”": answers("showResultPage false asks for callbackUrl"),
  "7 “Refund is rejected when the unsettled balance is insufficient …”": [
    ...shortBalance,
    ...inStates,
    ...shown("is refused where the payment method does not allow it"),
  ],
  "8 Currencies": [...parameters("takes each form that clients send"), ...defaults, ...answers("of a sale")],
  "8 Order expiry default": [
    ...domain("gives an order 1000 seconds to be paid"),
    ...answers("shows what paying, refunding and expiring made of it"),
  ],
  "8 Refunds per order": onceOnly,
  "8 Line item quantity": parameters("refuses what is none, and says what it expected"),
  "8 Refund amount": shortBalance,
};

const ownUser = answers("a token charges only its own user, whatever the case of the name");
const paidNotified = states("of a sale and a recurring payment is told of the success");

/** More that shows a row of the tables: its default, or what comes of it. */
const more: Covers = {
  ...each("4.1", "currency isRecurring showLang showPoweredBy showOrderDetail showEmail showResultPage", defaults),
  ...each("4.1", "merchantReference", answers("of create")),
  ...each("4.1", "showMerchantReference showOrderId", defaults),
  ...Object.fromEntries(
    ["4.4", "4.5", "4.6", "4.7", "4.8"].flatMap((section) =>
      ["orderId", "merchantReference"].map((name) => [`${section} ${name}`, named]),
    ),
  ),
  ...each("4.2", "currency isRecurring callbackUrl email", answers("of a sale", "of a query")),
  "4.2 merchantReference": answers("of a sale"),
  "4.3 merchantReference": shown("of a recurring payment has a reference of its own, not the sale's"),
  "4.2 callbackUrl.notify": paidNotified,
  "4.3 callbackUrl.notify": paidNotified,
  ...each("4.2", "userId tokenId", ownUser),
  ...each("4.3", "userId tokenId", ownUser),
  "4.2 lineItems[i].priceData": answers("come to the same in a sale"),
  "4.3 parentOrderId": [
    ...answers("a recurring payment takes its parent's currency", "come to the same in a sale"),
    ...domain("a parent that is not recurring", "a parent that is not paid"),
  ],
  "4.9 userId": answers("of a token list"),
};

const lists = [byTables, byAnswers, byHand, more, byOptions];
export const coveringSpec = coversBy(lists);

/** Rows that are spoken of here; the coverage test looks that the spec has them. */
export const spokenOfSpec: readonly string[] = lists.flatMap(Object.keys);
