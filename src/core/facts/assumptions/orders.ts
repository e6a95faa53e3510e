import { type AssumptionRow, TRY, unseen } from "./row.js";

/** Assumptions about creating, closing and finding orders. */
export const orderAssumptions = {
  "amount-digits": {
    claim: "The largest amount is 9,999,999.99.",
    because: "The spec says Number(9,2): nine digits, two of them after the point.",
    choices: ["nine-in-all", "nine-before-point"],
    alternatives: ["999,999,999.99"],
  },
  "amount-precision": {
    claim: "An amount of zero, below zero or with more than two decimals is refused; a unitAmount is rounded half up.",
    because: "Published clients send more decimals only in unitAmount.",
    choices: ["refuse", "round"],
    alternatives: ["amounts are rounded too, half up"],
  },
  "number-reading": {
    claim:
      'An amount is read as a double, whether it is sent as a number or as a text: 19.989999999999998 and "19.989999999999998" are 19.99, and 50.000000000000001 is 50.00.',
    because: "Most JSON libraries read numbers as doubles, and C, C++ and PHP programs write 19.99 with 17 digits.",
    choices: ["double", "decimal"],
    alternatives: ["digit by digit, as Java's BigDecimal does: both have more than two decimals"],
  },
  "order-id-size": {
    claim: "Order ids have six digits, such as 489825.",
    because: "The published examples have six, but the spec only says number, and ids grow.",
    choices: ["six-digits", "up-to-31-bits"],
    alternatives: [
      "ten digits up to 2147483647, which break programs that print an id as a double: 2.000489825e+09 in Go (fmt.Sprint), 2.000489825E9 in Java (Gson's Map)",
    ],
  },
  "past-expiry": {
    claim: "An expiryTime in the past is refused.",
    because: "Such an order could never be paid, so the request is a mistake.",
    choices: ["refuse", "accept-closed"],
    alternatives: ["accepted, and the order is CLOSED at once"],
  },
  "duplicate-reference": {
    claim: "A merchant can use a merchantReference only once, even if its order is CLOSED.",
    because: "The spec says it is unique per order.",
    choices: [
      "refuse",
      "return-existing",
      "free-after-closed",
      "replace-open",
      "return-existing-while-open",
      "return-existing-always",
    ],
    alternatives: [
      "the existing order is returned if amount, currency, items and payer are the same and its page is still open",
      "the reference can be used again once its order is CLOSED",
      "an OPEN order is closed and a new one created; the reference of a CLOSED order can be used again",
      "an OPEN order is returned if the request is the same; the reference of a CLOSED order can be used again",
      "the existing order is returned even if the new call differs, for example in its amount",
    ],
  },
  "reference-case": {
    claim: "merchantReferences that differ only in case belong to different orders.",
    because: "The spec calls only userId case-insensitive.",
    choices: ["distinct", "same"],
    alternatives: ["they belong to the same order, which keeps the spelling of its first call"],
  },
  "id-reference-mismatch": {
    claim: "If orderId and merchantReference belong to different orders, the answer is that the order is not found.",
    because: "An order must match both parameters.",
    choices: ["not-found", "order-id-wins"],
    alternatives: ["orderId wins"],
  },
  cancel: {
    claim: "If the shopper cancels, the order stays OPEN and the browser is redirected to callbackUrl.cancel.",
    because: "The newer version of the provider's docs has no status CANCELLED.",
    choices: ["stay-open", "cancelled", "closed"],
    alternatives: ["CANCELLED", "CLOSED"],
  },
  "expiry-race": {
    claim: "If an order expires while the shopper pays, the payment fails.",
    because: "The merchant asked for this expiryTime.",
    alternatives: ["the payment succeeds"],
    findOut: unseen("a shopper would have to pay at the exact moment when the order expires.", TRY),
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
