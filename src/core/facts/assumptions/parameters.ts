import { ASK, type AssumptionRow } from "./row.js";

/** Assumptions about values of parameters for which the spec's tables give only the type. */
export const parameterAssumptions = {
  "hour-offset": {
    claim: "An expiryTime whose offset has only hours (+08) is accepted.",
    because: "ISO 8601 allows it, and published clients send various offsets.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: an offset must have minutes"],
  },
  "empty-currency": {
    claim: 'A currency of "" is refused.',
    because: "It is neither HKD nor USD. The default applies only if the currency is left out.",
    choices: ["refuse", "hkd"],
    alternatives: ["it counts as left out, so the currency is HKD"],
  },
  "bin-range-order": {
    claim: "A range of allowedBinRanges that ends before it starts is refused.",
    because: "No card is in it, so such an order could never be paid.",
    choices: ["refuse", "accept"],
    alternatives: ["accepted, but no card is in it"],
  },
  "email-form": {
    claim: "The email of a sale may be any text without line breaks.",
    because: "The table says string. A line break could add headers to the receipt's mail.",
    choices: ["any-text", "address"],
    alternatives: ["refused if it isn't an email address"],
  },
  "unpublished-lengths": {
    claim:
      "The maximum lengths in characters: 255 for a reason, 1024 for an item's name, 2048 for an address in callbackUrl, 254 for an email.",
    because: "No length is published. These are common limits of databases, browsers and mail.",
    choices: ["limited", "unlimited"],
    alternatives: ["no text is too long", "other lengths, or longer texts are shortened"],
    findOut: ASK,
  },
  "empty-order-id": {
    claim: 'An orderId of "" counts as left out if there is a merchantReference. An orderId of 0 is refused.',
    because: "An empty form field means that no value was given. Ids start at 1.",
    choices: ["empty-only", "empty-and-zero", "refuse-both"],
    alternatives: ["0 counts as left out too", "an empty orderId is refused too"],
  },
  "text-ids": {
    claim: "An orderId may be sent as a string of digits.",
    because: "Many shops store ids as text, although the table says number.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: an id must be a number"],
  },
  "text-flags": {
    claim: 'A true or false, such as isRecurring, may be sent as the text "true", "false", "1" or "0".',
    because: "Form data and some JSON libraries make texts of them, and published clients send 0 and 1.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: it must be true, false, 1 or 0 without quotes", "a text counts as true, whatever it says"],
  },
  "text-numbers": {
    claim:
      'A number that is sent for a text, such as a merchantReference, is taken as the text of its digits, exactly as written: 1.0 is "1.0".',
    because: "Many shops number their orders, and JSON libraries write such a number without quotes.",
    choices: ["digits", "refuse"],
    alternatives: ["refused: a text must be a JSON string", "long numbers lose digits, as in a double"],
  },
  "far-expiry": {
    claim: "An expiryTime may be any time in the future.",
    because: "No upper limit is published.",
    choices: ["accept", "one-year"],
    alternatives: ["refused if it is more than a year ahead", "another limit"],
  },
  "bin-range-brand": {
    claim: "An order is created even if no card of its allowedCardType is in its allowedBinRanges. No card can pay it.",
    because: "Each of the two parameters is valid by itself.",
    choices: ["accept", "refuse"],
    alternatives: ["create refuses it"],
  },
  "user-id-length": {
    claim: "A userId has at most 64 characters.",
    because: "The docs say String(64), their newer version 56.",
    choices: ["up-to-64", "up-to-56"],
    alternatives: ["at most 56", "another length"],
  },
  "null-members": {
    claim: "A parameter that is null counts as left out.",
    because: "Many libraries write null for a value that is not set.",
    choices: ["left-out", "refuse"],
    alternatives: ["refused: null has the wrong type"],
  },
  "text-length": {
    claim:
      "The length of a text is counted in code points. An emoji counts as one character, so a merchantReference may have 64 of them.",
    because: "The tables say only String(64), and databases count code points.",
    choices: ["code-points", "utf-16", "bytes"],
    alternatives: ["UTF-16 units, as Java and JavaScript count: 32 emoji", "bytes of UTF-8"],
    findOut: "Create an order whose merchantReference is 64 emoji, and one with 65.",
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
