import { type AssumptionRow, TRY, unseen } from "./row.js";

/** How orders are made, end and are found. */
export const orders = {
  "amount-digits": {
    claim: "The largest amount is 9,999,999.99.",
    because: "Number(9,2) is read as nine digits in all.",
    choices: ["nine-in-all", "nine-before-point"],
    alternatives: ["999,999,999.99"],
    findOut: TRY,
  },
  "amount-precision": {
    claim: "An amount of zero, below zero or with more than two decimals is refused; a unitAmount is rounded half up.",
    because: "Clients send long fractions as unitAmount only.",
    choices: ["refuse", "round"],
    alternatives: ["amounts are rounded too, half up"],
    findOut: TRY,
  },
  "past-expiry": {
    claim: "An expiryTime in the past is refused.",
    because: "An order that cannot be paid helps nobody.",
    choices: ["refuse", "accept-closed"],
    alternatives: ["accepted, and the order is CLOSED at once"],
    findOut: TRY,
  },
  "duplicate-reference": {
    claim: "A merchantReference is refused when the merchant used it before, for ever, also after CLOSED.",
    because: "The spec says it is unique per order.",
    choices: ["refuse", "return-existing", "free-after-closed", "replace-open"],
    alternatives: [
      "the order that exists is returned, when amount, currency, items and payer are the same and its page is not closed",
      "free again after CLOSED",
      "an OPEN order is closed and a new one made, and a CLOSED one is free again",
    ],
    findOut: TRY,
  },
  "id-reference-mismatch": {
    claim: "When orderId and merchantReference name different orders, the order is not found.",
    because: "Both must hold.",
    choices: ["not-found", "order-id-wins"],
    alternatives: ["orderId wins"],
    findOut: TRY,
  },
  cancel: {
    claim: "A shopper's cancel leaves the order OPEN and redirects to callbackUrl.cancel.",
    because: "The newer docs list no CANCELLED.",
    choices: ["stay-open", "cancelled", "closed"],
    alternatives: ["CANCELLED", "CLOSED"],
    findOut: TRY,
  },
  "expiry-race": {
    claim: "When an order expires while the shopper pays, the payment loses.",
    because: "expiryTime is what the merchant asked for.",
    alternatives: ["the payment wins"],
    findOut: unseen("a shopper has to pay at the very instant at which the order expires.", TRY),
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
