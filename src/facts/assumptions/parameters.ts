import { ASK, type AssumptionRow, TRY } from "./row.js";

/** Which values of a parameter are taken, where the tables say no more than its type. */
export const parameters = {
  "hour-offset": {
    claim: "An expiryTime whose offset has hours only (+08) is taken.",
    because: "It is ISO 8601, and any offset was seen.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: an offset has minutes"],
    findOut: TRY,
  },
  "empty-currency": {
    claim: 'A currency of "" is refused.',
    because: "It is neither HKD nor USD; only a currency that is left out has a default.",
    choices: ["refuse", "hkd"],
    alternatives: ["counts as left out, and is HKD"],
    findOut: TRY,
  },
  "bin-range-order": {
    claim: "A range of allowedBinRanges that ends before it starts is refused.",
    because: "No card fits it, so an order with it could never be paid.",
    choices: ["refuse", "accept"],
    alternatives: ["taken, and no card fits it"],
    findOut: TRY,
  },
  "email-form": {
    claim: "The email of a sale may be any text without line breaks.",
    because: "The table says string; a line break would add headers to the receipt.",
    choices: ["any-text", "address"],
    alternatives: ["refused where it is no address"],
    findOut: TRY,
  },
  "unpublished-lengths": {
    claim: "A reason has at most 255 characters, an item's name 1024, an address of callbackUrl 2048, an email 254.",
    because: "No length is published; these are what databases, browsers and mail commonly hold.",
    choices: ["limited", "unlimited"],
    alternatives: ["other lengths", "longer texts are cut"],
    findOut: ASK,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
