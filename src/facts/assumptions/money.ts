import { ASK, type AssumptionRow, TRY, unseen } from "./row.js";

/** How money moves: which methods give it back, what a charge carries, when it is settled. */
export const money = {
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
    because: "The tables name no kind of order.",
    choices: ["any", "own-kind"],
    alternatives: ["only its own kind: hosted, tokenization or direct orders"],
    findOut: TRY,
  },
  "void-open-order": {
    claim: "An OPEN order cannot be voided.",
    because: "The table moves orders to VOIDED from SUCCESS alone; two shipped clients believe otherwise.",
    choices: ["refuse", "void", "closed"],
    alternatives: ["it is VOIDED, without a transaction: the example of direct/void has none", "it is CLOSED"],
    findOut: TRY,
  },
  "void-balance": {
    claim: "A void may take the unsettled balance below zero.",
    because: "The spec asks for enough of it in refunds alone.",
    choices: ["allow", "refuse"],
    alternatives: ["refused as a refund is"],
    findOut: unseen(
      "each order that can be voided is itself a part of the balance; only a settled order's refund takes more.",
    ),
  },
  "settlement-balance": {
    claim: "A settlement may take the unsettled balance below zero, where it was adjusted.",
    because: "What was sold is paid out; only a tester adjusts a balance.",
    choices: ["allow", "hold"],
    alternatives: ["an order that the balance does not cover waits for the next settlement"],
    findOut: ASK,
  },
  settlement: {
    claim:
      "Settlement happens by command (option: daily at 00:00 Hong Kong). SUCCESS orders become SETTLED and their net leaves the unsettled balance; the rest of a REFUNDED order leaves too.",
    because: "No cut-off time is published; a test that runs at midnight must not change.",
    alternatives: ["per currency", "on the next working day"],
    findOut: ASK,
  },
  "opening-balance": {
    claim: "A merchant's unsettled balance opens at 0.00.",
    because: "Refunds are paid from unsettled sales.",
    alternatives: ["a float, by `merchants` in the config"],
    findOut: ASK,
  },
  "test-cards": {
    claim: "Test cards and magic amounts are the sandbox's own.",
    because: "None are published.",
    alternatives: ["the provider's own test cards"],
    findOut: ASK,
  },
  stan: {
    claim: "The stan has six digits, dense per lane.",
    because: "Its format is not published; six digits is the format of ISO 8583.",
    choices: ["six-digits", "no-zeros"],
    alternatives: ["a number without leading zeros", "another numbering"],
    findOut: TRY,
  },
  "wallet-orders": {
    claim: "Orders paid by a wallet carry the method as cardType and an empty maskedPan.",
    because: "The notification has both fields always.",
    choices: ["method", "absent"],
    alternatives: ["answers leave the fields out"],
    findOut: TRY,
  },
  "issuer-country": {
    claim: "issuerCountryCode comes last in the order of a sale answer, from the token's card.",
    because: "It is seen in the sale answer only.",
    choices: ["present", "absent"],
    alternatives: ["absent"],
    findOut: TRY,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
