import { tables } from "../wire/tables.js";
import { type Covers, coversBy, of } from "./covering.js";

const answers = of("wire/answers.test.ts");
const ladder = of("wire/ladder.test.ts");
const states = of("wire/states.test.ts");
const parameters = of("wire/parameters.test.ts");
const books = of("domain/books.test.ts");
const notification = of("app/notifications/notification.test.ts");
const notifier = of("notify/http-notifier.test.ts");
const clock = of("app/time/clock-moves.test.ts");
const cards = of("browser/checkout-cards.test.ts");
const display = of("browser/checkout-display.test.ts");
const anywhere = of("browser/checkout-anywhere.test.ts");
const real = of("browser/checkout-real.test.ts");
const directPage = of("browser/direct-sale.test.ts");
const saved = of("browser/saved-card.test.ts");
const cardPage = of("pages/card-entry.test.ts");
const addToken = of("wire/tokenization/add-token.test.ts");
const deleteToken = of("wire/tokenization/delete-token.test.ts");
const tokenVoid = of("wire/tokenization/void.test.ts");
const directSale = of("wire/direct/sale.test.ts");
const directRefund = of("wire/direct/refund.test.ts");
const hostedRecurring = of("wire/hosted-checkout/recurring.test.ts");
const shown = of("spec/shown.test.ts");
const page = of("spec/shown-page.test.ts");

const slash = ladder("answers with a trailing slash too, and redirects nobody");
const inStates = states("of an order that is %s: %s");
const rightForms = parameters("takes each form that clients send");
const wrongForms = parameters("refuses what is none, and says what it expected");
/** The parameters of a path whose table test/wire/tables.ts has. */
const byTable = (path: string) => {
  if (!tables.some((table) => table.path === path))
    throw new Error(`expected a table of ${path} in test/wire/tables.ts`);
  return [...rightForms, ...wrongForms, ...parameters("names the first wrong parameter in the order of its table")];
};
const wholeOrders = answers("of a sale", "of a recurring payment", "of a refund, which has no message", "of a query");
const noMessage = [
  ...answers("of a refund, which has no message", "of a void, which has no message"),
  ...answers("of a direct void, in the short form"),
  ...tokenVoid("voids a token sale; message and email stay away"),
  ...directRefund("answers the short order and the transaction, without a message"),
];
const twoMessages = [
  ...answers("of create", "of a query", "of a token list"),
  ...deleteToken("takes one token away, by either form of its id and any spelling of the user"),
  ...addToken("answers the page's address twice, with the message SUCCESS"),
];
const retries = [
  ...shown("are those of the %s documentation"),
  ...clock("is walked whole by one move of a frozen clock", "follows the older schedule where that was chosen"),
];

const lists: readonly Covers[] = [
  {
    "1 “Paths hang directly off the host: no prefix, no …”": slash,
    "1 “Some clients put a trailing slash on every path …”": slash,
    '1 “Request signature: RSA-2048, SHA-256, PKCS#1 v1.5 ("SHA256withRSA"); one …”': ladder(
      "under %s",
      "that are wrong are refused: %s",
    ),
    "1 “Signed text: the exact UTF-8 bytes of the decoded …”": ladder("are over the exact text: %s"),
    "1 “Merchant's public key: X.509 SubjectPublicKeyInfo, as PEM or as …”": ladder(
      "of any of several keys count, as PEM and as bare base64",
    ),
    "1 “Synchronous responses are not signed”": answers("of create", "of a sale", "of a query"),
    '1 “Known error messages: "no public key" (merchant has none …”': ladder(
      "are refused in the words that clients look for",
    ),
    "1 “Extra request headers that clients send must be ignored …”": ladder(
      "other headers of clients are ignored, and a charset is fine",
    ),
  },
  {
    "2 “POST, JSON body, to callbackUrl.notify (direct model: top-level notifyUrl)”": [
      ...notifier("verifies a payment's notification"),
      ...states("of create is told when the shopper has paid, not before"),
      ...directSale("%s by %s is paid as %s, and its notifyUrl hears of it"),
    ],
    "2 “Payment payload, exactly eight fields, every value a JSON …”": notification(
      "has the eight published fields, each a text, in the order of the sample",
    ),
    "2 “Token payload: at least userId, tokenId, maskedPan, expiryDate (YYYYMM) …”": [
      ...notification("tells of a stored card by its fields as text"),
      ...addToken("notifies the token in the same commit, every field a text"),
    ],
    "2 “Signature: the service's own key (one per environment), SHA256withRSA …”": notifier(
      "verifies a payment's notification",
      "verifies a token's notification",
      "is not deceived by a forged %s",
    ),
    "2 “Acknowledged by HTTP 2XX with the plain text body …”": notifier("of %i with %j is judged: %s"),
    "2 “Retries after a failed delivery (newer docs): 15 s …”": retries,
    "2 “Only success is notified: shipped clients mark an order …”": states(
      "hears nothing of declines, refunds, voids and expiry",
    ),
    "2 “The target may be a non-HTTP URL (bbmsl://…) or …”": [
      ...notification("is recorded and never due for %s"),
      ...notifier("refuses the connection: the line names host.docker.internal", "has no address"),
    ],
  },
  {
    "3 “Order (newer docs): OPEN created, waiting for payment · …”": [...inStates, ...books("%s: %s, net %i")],
    "3 “Transaction (newer docs): SUCCESS approved · DECLINED rejected by …”": books(
      "of a transaction follows what became of the order",
    ),
    "3 “Types: SALE, REFUND, SALE_VOID (spec)”": answers(
      "of a sale",
      "of a refund, which has no message",
      "of a void, which has no message",
    ),
    "3 OPEN → SUCCESS by payment succeeds": inStates,
    "3 OPEN → OPEN; the shopper may try again by payment fails (decline)": [
      ...real("shows what create asked for, in its lane, and pays after a decline"),
      ...answers("answers its code alone, and keeps the order open"),
    ],
    "3 OPEN → CLOSED by expiry time passes": answers("an order is closed at its expiryTime"),
    "3 SUCCESS → REFUNDED by refund (full or partial, once)": [
      ...shown("%s leaves the rest as netAmount"),
      ...inStates,
    ],
    "3 SETTLED → REFUNDED by refund, if the merchant's unsettled balance covers it": [
      ...inStates,
      ...states("bounds the refund of a settled order, to the cent"),
    ],
  },
  Object.fromEntries(
    [
      "SUCCESS → VOIDED by void",
      "SUCCESS → SETTLED by settlement",
      'SETTLED → refused ("before settlement") by void',
      "VOIDED, REFUNDED, CLOSED → refused by anything",
    ].map((row) => [`3 ${row}`, inStates]),
  ),
  {
    "4 “amount, unitAmount: Number(9,2), decimals in the currency's main unit …”": [
      ...answers("are answered as numbers with two decimals"),
      ...rightForms,
      ...wrongForms,
    ],
    "4 “merchantReference up to 64 characters; userId up to 64 …”": wrongForms,
    "4 “userId is case-insensitive (spec; the newer docs say sensitive)”": answers(
      "of a token list",
      "a token charges only its own user, whatever the case of the name",
    ),
    "4 “Clients send: merchantId as number or string; amount as …”": [
      ...rightForms,
      ...answers("come to the same in a sale"),
      ...parameters("ignores members that are in no table"),
    ],
    "4 “amount need not equal the sum of the line …”": shown("need not cost the sum of its line items"),
    "4 “A query, void or refund may carry both orderId …”": shown("find it by %s"),
    "4 “expiryTime forms: 2026-11-22T02:03:37+00:00, nanoseconds with Z …”": rightForms,
    '4 “Success message: "Success" on order operations and delete-token, "SUCCESS" …”': twoMessages,
    "4 “A successful refund carries no message: two shipped clients …”": noMessage,
    "4 “Business and authentication errors come with HTTP 200 and …”": [
      ...parameters("is required"),
      ...ladder("looks at the body before the envelope, the envelope before the signature, that before the parameters"),
    ],
    "4 “No top-level result or data member except where stated …”": [
      ...wholeOrders,
      ...addToken("answers the page's address twice, with the message SUCCESS"),
    ],
    "4 “Key order of order: id, merchantId, merchantReference, currency, amount …”": wholeOrders,
    "4 “Before payment a query shows netAmount 0.00; after payment …”": [
      ...shown("%s leaves the rest as netAmount", "leaves nothing of netAmount"),
      ...answers("shows what paying, refunding and expiring made of it"),
    ],
    "4 “Ids (order.id, transaction.id, tokenId) are integers that fit 31 …”": shown(
      "has ids that are whole numbers of at most 31 bits, and so have its transaction and a token",
    ),
    "4 “Card masks: tokens first 4 + ****** + last …”": [
      ...answers("of a token list", "of a sale"),
      ...notification("has the eight published fields, each a text, in the order of the sample"),
    ],
    "4 “lineItems[i].priceData.{name, unitAmount} nested is required; flat duplicates …”": [
      ...parameters("is required"),
      ...answers("come to the same in a sale"),
    ],
    "4 “Date-times: ISO 8601, milliseconds, numeric offset. Spelling assumed …”": wholeOrders,
  },
  {
    "5 /hosted-checkout/recurring: request": [
      ...byTable("hosted-checkout/recurring"),
      ...hostedRecurring("refuses a parent that %s"),
    ],
    "5 /hosted-checkout/recurring: answer": hostedRecurring("charges the parent's card again, as an order of its own"),
    "5 /tokenization/add-token: request": [
      ...byTable("tokenization/add-token"),
      ...addToken("takes no card of %s", "keeps the chosen issuing country %s as the token's"),
      ...page("of add-token shows what its request asks for"),
    ],
    "5 /tokenization/add-token: answer": addToken("answers the page's address twice, with the message SUCCESS"),
    "5 /tokenization/delete-token: request": byTable("tokenization/delete-token"),
    "5 /tokenization/delete-token: answer": deleteToken(
      "takes one token away, by either form of its id and any spelling of the user",
    ),
    "5 /tokenization/void: request": byTable("tokenization/void"),
    "5 /tokenization/void: answer": tokenVoid("voids a token sale; message and email stay away"),
    "5 /direct/sale: request": [
      ...byTable("direct/sale"),
      ...directSale("%s of %s starts at %s"),
      ...directPage(
        "shows a QR code on a computer, and leads to postLink when it is paid",
        "starts in the wallet on a phone, and leads to merchantSite without a postLink",
      ),
    ],
    "5 /direct/sale: answer": directSale(
      "gives WeChat's SDK its seven texts",
      "gives the SDK of %s one text that names order and amount",
      "%s of %s starts at %s",
    ),
    "5 /direct/refund: request": byTable("direct/refund"),
    "5 /direct/refund: answer": directRefund("answers the short order and the transaction, without a message"),
    "5 “add-token: the page takes card data; a small verification …”": [
      ...addToken("charges HKD 1.00 and voids it, which leaves balance and orders as they were"),
      ...saved("goes from the page over a sale and three months to expiry, and ends with its deletion"),
    ],
    "5 “Without callbackUrl.cancel the page shows no back button”": [
      ...cardPage("has no back button without callbackUrl.cancel"),
      ...saved("shows a way back only where the shop gave one"),
    ],
    "5 “Cards only (Visa, Mastercard)”": cardPage(
      "takes Visa and Mastercard only",
      "has the card form's hooks, and nothing of an order",
    ),
    "5 “query-token answer, full sample …”": answers("of a token list"),
  },
  {
    "6 “Two cards side by side: the payment form, and …”": page(
      "has two cards side by side: the form, and the summary with its labels",
    ),
    "6 “Card form: Credit Card Number, Card Holder Name, Expiry …”": page(
      "labels the fields of its card form, starts at Hong Kong and pays by PAY",
    ),
    '6 “showLang: "ENG / 繁" toggle. showPoweredBy: a powered-by line …”': [
      ...page("toggles between ENG and 繁"),
      ...display("is switched by the link and stays, over errors and to the result", "uses given colours exactly"),
      ...display("%s: %s is there unless it is false"),
    ],
    '6 “Result page: tick, "Payment Successful" / "付款成功"; rows Order …”': [
      ...page("tells of the payment in %s"),
      ...cards(
        "ends at the result page, which counts down and goes to the shop's address unchanged",
        "without a result page goes straight to the shop, over its redirect to another origin",
      ),
      ...of("pages/pieces.test.ts")("spell the transaction time as Hong Kong has it"),
    ],
    "6 “Redirects go to the given URL unchanged: nothing is …”": [
      ...cards(
        "ends at the result page, which counts down and goes to the shop's address unchanged",
        "asks for a custom scheme exactly as given, %s a result page",
      ),
      ...of("pages/checkout/routes.test.ts")("to %s is sent as %s"),
    ],
    "6 “paymentMethods: its order is the display order”": display(
      "shows methods in the merchant's order, all when none is named",
    ),
    "6 “The page may be embedded in an iframe”": anywhere("works in an iframe of another origin"),
    "6 “While OPEN the page can be opened again”": page(
      "can be opened again while the order is OPEN, after a decline too",
    ),
    "6 “3-D Secure challenge appears when the issuer asks for …”": [
      ...cards("confirmed pays", "failed declines"),
      ...real("declines where 3-D Secure fails, and pays where it is confirmed"),
    ],
  },
];
export const coveringFacts = coversBy(lists);

/** Rows that are spoken of here; the coverage test looks that the document has them. */
export const spokenOfFacts: readonly string[] = lists.flatMap(Object.keys);
