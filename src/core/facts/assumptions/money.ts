import { ASK, type AssumptionRow, unseen } from "./row.js";

/** Assumptions about money: refundable methods, fields of a charge, settlement. */
export const moneyAssumptions = {
  "method-capabilities": {
    claim:
      "All methods allow refund; cards and their wallets allow void until settlement, AlipayHK, Alipay CN and WeChat Pay do not.",
    because: "Wallet schemes settle at once.",
    choices: ["cards-void", "all-void"],
    alternatives: ["all methods allow both"],
    findOut: ASK,
  },
  "void-paths": {
    claim: "Each void path voids any order of the merchant.",
    because: "The spec's tables don't limit a path to one kind of order.",
    choices: ["any", "own-kind"],
    alternatives: ["only its own kind: hosted, tokenization or direct orders"],
  },
  "void-open-order": {
    claim: "An OPEN order cannot be voided.",
    because: "In the spec's table only SUCCESS leads to VOIDED. Two published clients do void OPEN orders.",
    choices: ["refuse", "void", "closed"],
    alternatives: [
      "it becomes VOIDED without a transaction: the spec's example of direct/void has none",
      "it becomes CLOSED",
    ],
  },
  "void-balance": {
    claim: "A void may take the unsettled balance below zero.",
    because: "The spec requires a sufficient balance for refunds only.",
    choices: ["allow", "refuse"],
    alternatives: ["refused, as a refund is"],
    findOut: unseen(
      "an order that can be voided is still part of the balance. Only the refund of a settled order takes more.",
    ),
  },
  "settlement-balance": {
    claim:
      "A settlement pays all sales out, even if a refund of a settled order or a tester has lowered the unsettled balance. The balance is then below zero, and later sales make up for it.",
    because: "Nobody has published how refunds of settled orders and payouts are set off against each other.",
    choices: ["allow", "hold", "net"],
    alternatives: [
      "an order that the balance does not cover waits for the next settlement",
      "the payout lacks what the balance lacks, so that no payout takes it below zero",
    ],
    findOut: ASK,
  },
  settlement: {
    claim:
      "Settlement happens by command (option: daily at 00:00 Hong Kong). SUCCESS orders become SETTLED and their net amount leaves the unsettled balance. So does the rest of a REFUNDED order.",
    because: "No cut-off time is published, and a test must not behave differently at midnight.",
    alternatives: ["per currency", "on the next working day"],
    findOut: ASK,
  },
  "opening-balance": {
    claim: "A merchant's unsettled balance starts at 0.00.",
    because: "Refunds are paid from unsettled sales.",
    alternatives: ["an opening balance, set by `merchants` in the config"],
    findOut: ASK,
  },
  "test-cards": {
    claim: "Test cards and magic amounts are the sandbox's own.",
    because: "None are published.",
    alternatives: ["the provider's own test cards"],
    findOut: ASK,
  },
  stan: {
    claim: "The stan (system trace audit number) has six digits and counts up by one in each lane.",
    because: "Its format is not published; six digits is the format of ISO 8583.",
    choices: ["six-digits", "no-zeros"],
    alternatives: ["a number without leading zeros", "another numbering"],
  },
  "wallet-orders": {
    claim: "An order paid by a wallet has the method as its cardType, and an empty maskedPan.",
    because: "Every notification has both fields.",
    choices: ["method", "absent"],
    alternatives: ["answers leave the fields out"],
  },
  "issuer-country": {
    claim:
      "issuerCountryCode is the last member of the order in a sale's answer. It is the country of the token's card.",
    because: "Only answers to sales were seen with it.",
    choices: ["present", "absent"],
    alternatives: ["absent"],
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
