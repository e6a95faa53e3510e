import { ASK, type AssumptionRow, TRY, unseen } from "./row.js";

/** Assumptions about stored cards and their charges. */
export const tokenAssumptions = {
  "declined-token-order": {
    claim:
      "A declined token sale or recurring payment creates an order that is OPEN until it expires, with a DECLINED transaction. The answer is {responseCode, message}.",
    because: "A decline on the page leaves the order open too.",
    choices: ["open", "none", "closed"],
    alternatives: ["no order is kept", "the order is CLOSED at once"],
  },
  "recurring-parent": {
    claim:
      "A recurring payment has its parent's currency, or HKD without a parent. The parent must be recurring, paid and not voided, and belong to this merchant and this user (if it has a user).",
    because: "The request has no currency.",
    choices: ["strict", "any-paid"],
    alternatives: ["any paid order can be the parent"],
  },
  "parent-is-recurring": {
    claim: "The order of a recurring payment can be the parent of the next one.",
    because:
      "It is recurring and paid, as the spec requires, although the spec speaks of the first sale's (or create's) order id.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: only the first order can be a parent"],
  },
  "parent-other-token": {
    claim: "A recurring payment may charge a token other than the one that paid its parent, if the same user owns it.",
    because: "The request has both the token and the parent, and cards are replaced from time to time.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: only the parent's token can be charged"],
  },
  "wallet-parent": {
    claim: "A recurring order that was paid by a wallet may be charged again.",
    because: "The docs require a paid recurring order, and don't limit its payment method.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: only a card can be charged again"],
    findOut: unseen("a person has to pay the parent with a wallet.", TRY),
  },
  "recurring-email": {
    claim: "The order of a recurring payment has no email, even if its parent has one.",
    because: "The request has no email.",
    choices: ["empty", "parent"],
    alternatives: ["the parent's"],
  },
  "hosted-recurring-notify": {
    claim:
      "A recurring charge of a hosted order notifies its own callbackUrl.notify if the request has one, and never the parent's.",
    because: "The table lists no callbackUrl, but clients send members that aren't listed.",
    choices: ["own", "parent", "none"],
    alternatives: ["the parent's address is notified", "nothing is notified"],
    findOut: unseen("the shop has to receive the notification.", TRY),
  },
  "sale-email": {
    claim: "The email of a sale is kept on the order and never sent.",
    because: "The sandbox sends no mail.",
    alternatives: ["the service mails a receipt to it"],
    findOut: unseen("the receipt is sent by mail.", TRY),
  },
  "expired-token": {
    claim: "A token whose card has expired is refused without asking the issuer.",
    because: "The service knows the expiry date.",
    choices: ["refuse", "decline"],
    alternatives: ["the issuer declines it (expired card)"],
  },
  "verification-charge": {
    claim: "add-token charges HKD 1.00 and voids it at once. The console shows this charge, but it is not an order.",
    because: "The docs mention a small verification amount.",
    alternatives: ["shown as an order", "another amount"],
    findOut: unseen("only the card's statement does.", TRY),
  },
  "token-brand": {
    claim:
      "A Mastercard's token has the cardBrand MASTERCARD and the cardSubBrand MASTERCARD_CREDIT or MASTERCARD_DEBIT. The cardType of orders stays MASTER.",
    because: "In tokens, only VISA has been seen. The provider's own app knows VISA, MASTERCARD and ECMC.",
    choices: ["mastercard", "master", "ecmc"],
    alternatives: ["MASTER, as the spec's card type", "ECMC"],
  },
  "token-again": {
    claim: "If a card is saved again, it gets a second token.",
    because: "The docs don't say that a known card is recognised.",
    choices: ["another", "same"],
    alternatives: ["it keeps its first token"],
  },
  "token-country": {
    claim:
      "issuingCountryCode preselects the issuing country on the page. The token gets the country that the shopper chooses, or none for OTHER.",
    because: "The docs give only the parameter and its values.",
    alternatives: ["cards of other countries are refused"],
    findOut: ASK,
  },
  "card-expiry": {
    claim:
      "A stored card can be charged until its last month ends in UTC. The card of a hosted order's renewals never expires.",
    because: "Neither the docs nor published clients name the zone, or say what becomes of a parent order's card.",
    alternatives: [
      "the month ends in Hong Kong, 8 hours earlier",
      "a renewal is declined once the parent's card has expired",
    ],
    findOut: unseen("a stored card has to be charged in the last hours of its last month.", TRY),
  },
  "user-id-case": {
    claim: "userIds that differ in case are the same user.",
    because: "The spec says so; the newer docs say that case counts.",
    choices: ["insensitive", "sensitive"],
    alternatives: ["they are different users"],
  },
  "delete-token": {
    claim: "A token is unknown as soon as it is deleted, so a second delete answers that it is not found.",
    because: "Only the successful answer is published.",
    choices: ["not-found", "success"],
    alternatives: ["a second delete succeeds too"],
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
