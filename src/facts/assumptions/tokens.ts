import { ASK, type AssumptionRow, TRY, unseen } from "./row.js";

/** Stored cards, and what is charged to them. */
export const tokens = {
  "declined-token-order": {
    claim:
      "A declined token sale or recurring payment records the order, OPEN until it expires, and a DECLINED transaction; the answer is {responseCode, message}.",
    because: "Declines on the page leave the order open too.",
    choices: ["open", "none", "closed"],
    alternatives: ["no order is kept", "the order is CLOSED at once"],
    findOut: TRY,
  },
  "recurring-parent": {
    claim:
      "A recurring payment is in its parent's currency, else HKD; a given parent must be this merchant's and this user's (where it has one), recurring, paid and not voided.",
    because: "The request has no currency.",
    choices: ["strict", "any-paid"],
    alternatives: ["any paid order will do"],
    findOut: TRY,
  },
  "parent-is-recurring": {
    claim: "The order of a recurring payment can be the parent of the next one.",
    because: "It is recurring and paid; the spec names the order id of the sale (or create).",
    choices: ["accept", "refuse"],
    alternatives: ["refused: only the first order is a parent"],
    findOut: TRY,
  },
  "parent-other-token": {
    claim: "A recurring payment may charge another of the user's tokens than the one that paid its parent.",
    because: "The request names both, and a card is replaced one day.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: the parent's token alone"],
    findOut: TRY,
  },
  "recurring-email": {
    claim: "A recurring payment's order has no email of its own, whatever its parent has.",
    because: "The request has none.",
    choices: ["empty", "parent"],
    alternatives: ["the parent's"],
    findOut: TRY,
  },
  "hosted-recurring-notify": {
    claim:
      "A recurring charge of a hosted order notifies its own callbackUrl.notify where one is sent, never the parent's.",
    because: "The table lists no callbackUrl; clients send members that are not listed.",
    choices: ["own", "parent", "none"],
    alternatives: ["the parent's address is notified", "nothing is notified"],
    findOut: unseen("somebody has to pay the hosted order by card, and its shop to hear of the charge."),
  },
  "sale-email": {
    claim: "The email of a sale is kept on the order and never sent.",
    because: "The sandbox sends no mail.",
    alternatives: ["the service mails a receipt to it"],
    findOut: unseen("the receipt comes by mail.", TRY),
  },
  "expired-token": {
    claim: "A token whose card has expired is refused before the issuer is asked.",
    because: "The service knows the expiry date.",
    choices: ["refuse", "decline"],
    alternatives: ["the issuer declines it (expired card)"],
    findOut: TRY,
  },
  "verification-charge": {
    claim: "add-token charges HKD 1.00 and voids it at once; it is shown in the console, not as an order.",
    because: "The docs speak of a small verification amount.",
    alternatives: ["shown as an order", "another amount"],
    findOut: unseen("the card's own statement does.", TRY),
  },
  "token-brand": {
    claim: "The cardBrand of a Mastercard's token is MASTER, its cardSubBrand MASTER_CREDIT or MASTER_DEBIT.",
    because: "The spec calls the card type so; only VISA was seen in a token.",
    choices: ["master", "mastercard", "ecmc"],
    alternatives: ["MASTERCARD", "ECMC: the provider's own app knows both"],
    findOut: TRY,
  },
  "token-again": {
    claim: "A card that is saved once more gets another token.",
    because: "Nothing says that it is recognised.",
    choices: ["another", "same"],
    alternatives: ["the token that it has"],
    findOut: TRY,
  },
  "token-country": {
    claim:
      "issuingCountryCode preselects the page's issuing country; what the shopper chooses is the token's country, and OTHER is none.",
    because: "The docs name the parameter and its values only.",
    alternatives: ["cards of other countries are refused"],
    findOut: ASK,
  },
  "delete-token": {
    claim: "A deleted token is unknown at once, and a second delete answers that it is not found.",
    because: "Only the success is published.",
    choices: ["not-found", "success"],
    alternatives: ["a second delete succeeds too"],
    findOut: TRY,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
