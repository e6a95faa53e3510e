/** A guess about the provider: nobody has published it, so the sandbox chooses and says so. */
export interface Assumption {
  readonly id: string;
  readonly claim: string;
  readonly because: string;
  /** First the built choices that `assumptions` in the config accepts, the default leading. One choice: none other is built. */
  readonly choices: readonly [string, ...string[]];
  /** What else is plausible, built or not. */
  readonly alternatives: readonly string[];
  readonly findOut: string;
}

const ASK = "Ask the provider's integration support.";
const TRY = "Try it once in the provider's test environment.";

const one = (
  id: string,
  claim: string,
  because: string,
  alternatives: readonly string[],
  findOut = TRY,
): Assumption => ({
  id,
  claim,
  because,
  choices: ["default"],
  alternatives,
  findOut,
});

const choice = (
  id: string,
  claim: string,
  because: string,
  choices: readonly [string, ...string[]],
  alternatives: readonly string[],
  findOut = TRY,
): Assumption => ({ id, claim, because, choices, alternatives, findOut });

export const assumptions = [
  one(
    "response-codes",
    "Refusals and declines carry the codes and messages of the sandbox's own table.",
    "Only 0000 is published.",
    ["the provider's own table, by `responseCodes` in the config"],
  ),
  one(
    "envelope-faults",
    "A body that is no envelope answers HTTP 400, 413 or 415 with {responseCode, message}; unknown paths 404, other methods 405.",
    "Only business answers are known to be HTTP 200.",
    ["HTTP 200 for these too"],
  ),
  one("amount-digits", "The largest amount is 9,999,999.99.", "Number(9,2) is read as nine digits in all.", [
    "999,999,999.99",
  ]),
  one("body-size", "A body of more than 1 MB is refused with HTTP 413.", "No limit is published.", ["another limit"]),
  one(
    "amount-precision",
    "An amount of zero, below zero or with more than two decimals is refused; a unitAmount is rounded half up.",
    "Clients send long fractions as unitAmount only.",
    ["amounts are rounded too"],
  ),
  choice(
    "past-expiry",
    "An expiryTime in the past is refused.",
    "An order that cannot be paid helps nobody.",
    ["refuse", "accept-closed"],
    ["accepted, and the order is CLOSED at once"],
  ),
  choice(
    "duplicate-reference",
    "A merchantReference is refused when the merchant used it before, for ever, also after CLOSED.",
    "The spec says it is unique per order.",
    ["refuse", "return-existing", "free-after-closed"],
    ["the same order is returned when all else is equal", "free again after CLOSED"],
  ),
  choice(
    "id-reference-mismatch",
    "When orderId and merchantReference name different orders, the order is not found.",
    "Both must hold.",
    ["not-found", "order-id-wins"],
    ["orderId wins"],
  ),
  choice(
    "cancel",
    "A shopper's cancel leaves the order OPEN and redirects to callbackUrl.cancel.",
    "The newer docs list no CANCELLED.",
    ["stay-open", "cancelled", "closed"],
    ["CANCELLED", "CLOSED"],
  ),
  one(
    "declined-token-order",
    "A declined token sale or recurring payment records the order, OPEN until it expires, and a DECLINED transaction; the answer is {responseCode, message}.",
    "Declines on the page leave the order open too.",
    ["no order is kept", "the order is CLOSED at once"],
  ),
  one(
    "expiry-race",
    "When an order expires while the shopper pays, the payment loses.",
    "expiryTime is what the merchant asked for.",
    ["the payment wins"],
  ),
  choice(
    "method-capabilities",
    "All methods allow refund; cards and their wallets allow void until settlement, AlipayHK, Alipay CN and WeChat Pay do not.",
    "Wallet schemes settle at once.",
    ["cards-void", "all-void"],
    ["all methods allow both"],
    ASK,
  ),
  one("void-paths", "Each void path voids any order of the merchant.", "The tables name no kind of order.", [
    "only its own kind",
  ]),
  one(
    "settlement",
    "Settlement happens by command (option: daily at 00:00 Hong Kong). SUCCESS orders become SETTLED and their net leaves the unsettled balance; the rest of a REFUNDED order leaves too.",
    "No cut-off time is published; a test that runs at midnight must not change.",
    ["per currency", "on the next working day"],
    ASK,
  ),
  one(
    "opening-balance",
    "A merchant's unsettled balance opens at 0.00.",
    "Refunds are paid from unsettled sales.",
    ["a float, by `merchants` in the config"],
    ASK,
  ),
  one(
    "test-cards",
    "Test cards and magic amounts are the sandbox's own.",
    "None are published.",
    ["the provider's own test cards"],
    ASK,
  ),
  one(
    "stan",
    "The stan has six digits, dense per lane.",
    "Its format is not published; six digits is the format of ISO 8583.",
    ["another numbering"],
  ),
  one(
    "recurring-parent",
    "A recurring payment is in its parent's currency, else HKD; a given parent must be this merchant's and this user's (where it has one), recurring, paid and not voided.",
    "The request has no currency.",
    ["any paid order will do"],
  ),
  one(
    "wallet-orders",
    "Orders paid by a wallet carry the method as cardType and an empty maskedPan.",
    "The notification has both fields always.",
    ["the fields are left out"],
  ),
  one(
    "issuer-country",
    "issuerCountryCode comes last in the order of a sale answer, from the token's card.",
    "It is seen in the sale answer only.",
    ["absent"],
  ),
  one("sale-email", "The email of a sale is kept on the order and never sent.", "The sandbox sends no mail.", []),
  one("unknown-merchant", 'Under enforce an unknown merchant is answered "no public key".', "It has none registered.", [
    "merchant not found",
  ]),
  one(
    "missing-signature",
    "A missing signature counts as an invalid one, not as an envelope fault.",
    'The message that clients look for is "invalid signature".',
    ["HTTP 400"],
  ),
  one(
    "date-spelling",
    "Dates are spelt 2026-11-21T02:03:37.123+00:00.",
    "The spec says milliseconds and a numeric offset.",
    ["+0000", "+08:00"],
  ),
  choice(
    "expired-token",
    "A token whose card has expired is refused before the issuer is asked.",
    "The service knows the expiry date.",
    ["refuse", "decline"],
    ["the issuer declines it (expired card)"],
  ),
  one(
    "verification-charge",
    "add-token charges HKD 1.00 and voids it at once; it is shown on the inspection page, not as an order.",
    "The docs speak of a small verification amount.",
    ["shown as an order", "another amount"],
  ),
  one(
    "token-notification",
    "The token notification carries userId, tokenId, maskedPan, cardBrand, cardSubBrand, expiryDate, merchantId, updateTime and signature, all as text.",
    "Clients read the first four and the signature.",
    ["without the brand"],
  ),
  choice(
    "retry-schedule",
    "A failed notification is tried again after 15 s, 15 s, 30 s, 1 min, 2 min, 5 min, 5 min, 10 min, 20 min, 30 min, 30 min, 60 min, 60 min, 2 h and 4 h.",
    "The newer docs say so.",
    ["newer", "older"],
    ["older docs: every 5 minutes, 12 times"],
  ),
  one(
    "new-merchant",
    "A merchant met for the first time exists (not under enforce) and its user user1 owns the demo tokens.",
    "A sandbox should not need set-up.",
    ["merchant not found"],
  ),
  one(
    "page-states",
    "An expired, paid, voided or refunded order's page says so and offers no payment; a declined card may be tried again without limit.",
    "Nobody has published what these pages show.",
    ["a number of tries"],
  ),
  one(
    "card-entry-page",
    "The card-entry page of add-token takes one card, for 1000 seconds from the call; a decline or a cancel leaves it open, and callbackUrl may be left out.",
    "An unpaid order's page does so; one real client sends only callbackUrl.notify.",
    ["no end", "a number of tries"],
  ),
  one("token-again", "A card that is saved once more gets another token.", "Nothing says that it is recognised.", [
    "the token that it has",
  ]),
  one(
    "token-country",
    "issuingCountryCode preselects the page's issuing country; what the shopper chooses is the token's country, and OTHER is none.",
    "The docs name the parameter and its values only.",
    ["cards of other countries are refused"],
    ASK,
  ),
  one(
    "delete-token",
    "A deleted token is unknown at once, and a second delete answers that it is not found.",
    "Only the success is published.",
    ["a second delete succeeds too"],
  ),
  one(
    "hosted-recurring-notify",
    "A recurring charge of a hosted order notifies its own callbackUrl.notify where one is sent, never the parent's.",
    "The table lists no callbackUrl; clients send members that are not listed.",
    ["the parent's address is notified", "nothing is notified"],
  ),
  one(
    "direct-methods",
    "A direct sale's ALIPAY is the method ALIPAYCN, its WECHAT the method WECHATPAY.",
    "The two lists name the same wallets.",
    ["ALIPAY takes both Alipay wallets"],
    ASK,
  ),
  one(
    "direct-pages",
    "A WAP sale's page opens at the wallet's own page, on the phone where the shop is.",
    "A phone cannot scan its own screen.",
    ["the form with one method"],
  ),
  one(
    "direct-return",
    "The page of a direct sale leads back to postLink, else to merchantSite; without either it stays.",
    "There is no callbackUrl, and the names say no more.",
    ["neither is used for the shopper"],
    ASK,
  ),
  one(
    "direct-sale-answer",
    "A direct sale's answer carries, after what the wallet needs, the order in the short form of direct/refund.",
    "The other calls of the direct model do.",
    ["no order"],
  ),
  one(
    "sdk-payloads",
    "wechatOrder and alipayData have the wallets' own shape and open no real wallet: the control API or the test's own call pays such an order.",
    "The member names are published, the values are not.",
    ["another format of alipayData"],
    ASK,
  ),
  one(
    "fail-redirect",
    "After a decline the page shows why and may be tried again, with a link to callbackUrl.fail; with showResultPage false it goes straight there.",
    "The order stays payable, so the shopper is not sent away at once.",
    ["always redirected", "never redirected"],
  ),
  one(
    "query-order",
    "A query's email is an empty text where none was given.",
    "The spec says that it may be an empty string.",
    ["left out"],
  ),
] as const satisfies readonly Assumption[];

export type AssumptionId = (typeof assumptions)[number]["id"];

/** What was chosen for the assumptions of which more than one choice is built. */
export interface Policy {
  readonly "past-expiry": "refuse" | "accept-closed";
  readonly "duplicate-reference": "refuse" | "return-existing" | "free-after-closed";
  readonly "id-reference-mismatch": "not-found" | "order-id-wins";
  readonly cancel: "stay-open" | "cancelled" | "closed";
  readonly "method-capabilities": "cards-void" | "all-void";
  readonly "expired-token": "refuse" | "decline";
  readonly "retry-schedule": "newer" | "older";
}

export const defaultPolicy: Policy = {
  "past-expiry": "refuse",
  "duplicate-reference": "refuse",
  "id-reference-mismatch": "not-found",
  cancel: "stay-open",
  "method-capabilities": "cards-void",
  "expired-token": "refuse",
  "retry-schedule": "newer",
};
