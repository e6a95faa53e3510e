import { type Covers, each, of } from "./covering.js";

const answers = of("wire/answers.test.ts");
const domain = of("domain/decisions.test.ts");
const display = of("browser/checkout-display.test.ts");
const cards = of("browser/checkout-cards.test.ts");
const routes = of("pages/checkout/routes.test.ts");
const checked = of("pages/hosted/card-check.test.ts");
const hostedRecurring = of("wire/hosted-checkout/recurring.test.ts");
const kept = answers("every option of create is kept");
const isHidden = display("%s: %s is there unless it is false");

/** What comes of an option of create, on its page most of all. */
export const byOptions: Covers = {
  ...each("4.1", "showLang showPoweredBy showOrderDetail showEmail showMerchantReference showOrderId", isHidden),
  "4.1 callbackUrl": kept,
  "4.1 callbackUrl.success": cards(
    "ends at the result page, which counts down and goes to the shop's address unchanged",
  ),
  "4.1 callbackUrl.fail": routes("after a decline without a result page goes to callbackUrl.fail"),
  "4.1 callbackUrl.cancel": cards("cancels to the shop, and without an address says that the order can still be paid"),
  "4.1 callbackUrl.notify": of("wire/states.test.ts")("of create is told when the shopper has paid, not before"),
  "4.1 isRecurring": [
    ...hostedRecurring("charges the parent's card again, as an order of its own", "refuses a parent that %s"),
  ],
  "4.1 expiryTime": [
    ...answers("an expiryTime in the past is refused", "an order is closed at its expiryTime"),
    ...domain("gives an order 1000 seconds to be paid"),
  ],
  "4.1 lineItems": of("browser/checkout-real.test.ts")(
    "shows what create asked for, in its lane, and pays after a decline",
  ),
  "4.1 lang": [...display("is the browser's", "is the merchant's before the browser's"), ...kept],
  "4.1 paymentMethods": [
    ...display("shows methods in the merchant's order, all when none is named"),
    ...routes("of a method that the merchant does not take pays nothing"),
  ],
  "4.1 defaultPaymentMethod": display("preselects %s", "the first when the default is not shown"),
  "4.1 allowedBinRanges": [
    ...cards("takes only the merchant's BIN ranges"),
    ...checked("is above the range", "is UnionPay while there are ranges"),
  ],
  "4.1 allowedBinRanges[i].binStart": checked("is at a range's start"),
  "4.1 allowedBinRanges[i].binEnd": checked("is at a range's end", "is above the range"),
  "4.1 allowedCardType": [
    ...cards("takes only the merchant's card type"),
    ...of("spec/shown-page.test.ts")("applies allowedCardType to cards, not to a wallet that paymentMethods names"),
  ],
  "4.1 showResultPage": [
    ...cards("without a result page goes straight to the shop, over its redirect to another origin"),
    ...answers("showResultPage false asks for callbackUrl"),
  ],
  ...each("4.1", "themeColor buttonBackgroundColor buttonFontColor", display("uses given colours exactly")),
};
