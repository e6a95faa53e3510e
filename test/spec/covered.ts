import { tables } from "../wire/tables.js";

/** A test by its file, below test, and its words. */
export interface Covering {
  readonly file: string;
  readonly test: string;
}
const of =
  (file: string) =>
  (...tests: readonly string[]): readonly Covering[] =>
    tests.map((test) => ({ file, test }));

const answers = of("wire/answers.test.ts");
const ladder = of("wire/ladder.test.ts");
const states = of("wire/states.test.ts");
const badInput = of("wire/bad-input.test.ts");
const walks = of("property/walks.test.ts");
const parameters = of("wire/parameters.test.ts");
const domain = of("domain/decisions.test.ts");
const wholeTexts = [
  "of a sale",
  "of a recurring payment",
  "of a refund, which has no message",
  "of a void, which has no message",
  "of a query",
];

/** The rows that a table of test/wire/tables.ts tests: required, right forms, wrong ones. Other tables are of the docs. */
const byTables: Readonly<Record<string, readonly Covering[]>> = Object.fromEntries(
  tables
    .filter(({ section }) => section.startsWith("4."))
    .flatMap(({ section, rows }) =>
      rows.map(({ name, required, right, wrong }) => [
        `${section} ${name}`,
        parameters(
          ...(required ? ["is required"] : []),
          ...(right.length > 0 ? ["takes each form that clients send"] : []),
          ...(wrong.length > 0 ? ["refuses what is none, and says what it expected"] : []),
        ),
      ]),
    ),
);

const defaults = answers("the defaults of create are those of its table", "every option of create is kept");
const named = answers("is found by %s", "needs one of its two names");

/** Which tests show which row, besides the tables. */
const byHand: Readonly<Record<string, readonly Covering[]>> = {
  "2.1 request": badInput("answers 400 in the API's form to %s"),
  "2.1 signature": ladder("under %s", "are over the exact text: %s"),
  "2.1 Content-Type": badInput("a content type of %s answers 415"),
  ...Object.fromEntries(
    [
      "id",
      "merchantId",
      "merchantReference",
      "currency",
      "amount",
      "createTime",
      "updateTime",
      "status",
      "recurring",
    ].map((name) => [`2.2 ${name}`, answers(...wholeTexts)]),
  ),
  "2.2 netAmount": answers(
    "of a refund, which has no message",
    "of a void, which has no message",
    "shows what paying, refunding and expiring made of it",
  ),
  "2.2 cardType": answers("has no card before it is paid", "of create", "of a query"),
  "2.2 email": answers("of a recurring payment", "of a query", "of a direct query"),
  "2.2 issuerCountryCode": answers("of a sale", "of a query"),
  "2.2 direct void": answers("of a direct void, in the short form"),
  ...Object.fromEntries(
    ["id", "merchantId", "type", "amount", "currency", "status", "maskedPan", "stan"].map((name) => [
      `2.3 ${name}`,
      answers(
        "of a sale",
        "of a refund, which has no message",
        "of a void, which has no message",
        "of a direct void, in the short form",
      ),
    ]),
  ),
  ...Object.fromEntries(
    ["tokenId", "userId", "maskedPan", "cardBrand", "cardSubBrand", "expiryDate"].map((name) => [
      `2.4 ${name}`,
      answers("of a token list"),
    ]),
  ),
  "2.5 responseCode": answers(...wholeTexts),
  "2.5 message": answers(...wholeTexts),
  "3 none → OPEN": answers("of create"),
  "3 none → SUCCESS by sale": answers("of a sale"),
  "3 none → SUCCESS by recurring": answers("of a recurring payment"),
  "3 SUCCESS → REFUNDED": states("of an order that is %s: %s"),
  "3 SUCCESS → VOIDED": states("of an order that is %s: %s"),
  "3 one refund per order": [
    ...states("of an order that is %s: %s"),
    ...walks("refunds of one order end as one success"),
  ],
  "3 unsettled balance": states(
    "bounds the refund of a settled order, to the cent",
    "of one currency pays no refund of the other",
  ),
  "4 POST and JSON": ladder("answers 405 to %s"),
  "4 unique reference": [
    ...ladder("may use a reference that another one used"),
    ...walks("sales of one reference end as one order"),
  ],
  "4.1 response": answers("of create"),
  "4.2 response": answers("of a sale"),
  "4.3 response": answers("of a recurring payment"),
  "4.4 response": answers("of a refund, which has no message"),
  "4.5 response": answers("of a void, which has no message"),
  "4.6 response": answers("of a direct void, in the short form"),
  "4.7 response": answers("of a query"),
  "4.8 response": answers("of a direct query"),
  "4.9 response": answers("of a token list", "of a user without tokens"),
  "5 signature beside request": ladder("under %s", "that are wrong are refused: %s"),
  "5 merchantId identifies": ladder("cannot read, refund or void another's order"),
  "6 notification": states(
    "of create is told when the shopper has paid, not before",
    "of a sale and a recurring payment is told of the success",
    "hears nothing of declines, refunds, voids and expiry",
  ),
  "6 redirects": [
    ...of("browser/checkout-cards.test.ts")(
      "ends at the result page, which counts down and goes to the shop's address unchanged",
      "cancels to the shop, and without an address says that the order can still be paid",
    ),
    ...of("pages/checkout/routes.test.ts")("after a decline without a result page goes to callbackUrl.fail"),
  ],
  "7 success": answers(...wholeTexts),
  "7 missing parameters": answers("needs one of its two names", "showResultPage false asks for callbackUrl"),
  "7 refund rejected": [
    ...domain("is allowed by %s"),
    ...states("of an order that is %s: %s", "bounds the refund of a settled order, to the cent"),
  ],
  "8 Currencies": [...parameters("takes each form that clients send"), ...defaults],
  "8 Order expiry default": domain("gives an order 1000 seconds to be paid"),
  "8 Refunds per order": walks("refunds of one order end as one success"),
  "8 Line item quantity": parameters("refuses what is none, and says what it expected"),
  "8 Refund amount": states("bounds the refund of a settled order, to the cent"),
};

/** More that shows a row of the tables: its default, or its use. */
const more: Readonly<Record<string, readonly Covering[]>> = {
  "4.1 expiryTime": answers("an expiryTime in the past is refused", "an order is closed at its expiryTime"),
  "4.1 currency": defaults,
  "4.1 isRecurring": defaults,
  "4.1 showLang": defaults,
  "4.1 showPoweredBy": defaults,
  "4.1 showOrderDetail": defaults,
  "4.1 showEmail": defaults,
  "4.1 showMerchantReference": defaults,
  "4.1 showOrderId": defaults,
  "4.1 showResultPage": [...defaults, ...answers("showResultPage false asks for callbackUrl")],
  "4.1 callbackUrl.notify": states("of create is told when the shopper has paid, not before"),
  "4.2 callbackUrl.notify": states("of a sale and a recurring payment is told of the success"),
  "4.3 callbackUrl.notify": states("of a sale and a recurring payment is told of the success"),
  "4.2 userId": answers("a token charges only its own user, whatever the case of the name"),
  "4.2 tokenId": answers("a token charges only its own user, whatever the case of the name"),
  "4.3 parentOrderId": answers("a recurring payment takes its parent's currency"),
  ...Object.fromEntries(
    ["4.4", "4.5", "4.6", "4.7", "4.8"].flatMap((section) =>
      ["orderId", "merchantReference"].map((name) => [`${section} ${name}`, named]),
    ),
  ),
};

export const coveringOf = (row: string): readonly Covering[] => [
  ...(byTables[row] ?? []),
  ...(byHand[row] ?? []),
  ...(more[row] ?? []),
];

/** Rows that are spoken of here; the coverage test looks that the spec has them. */
export const spokenOf: readonly string[] = [byTables, byHand, more].flatMap(Object.keys);
