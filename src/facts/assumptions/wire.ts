import { type AssumptionRow, TRY, unseen } from "./row.js";

/** What the wire says where nobody has published it: codes, faults of the envelope, spelling. */
export const wire = {
  "response-codes": {
    claim: "Refusals and declines carry the codes and messages of the sandbox's own table.",
    because: "Only 0000 is published.",
    choices: ["sandbox", "renumbered"],
    alternatives: ["the provider's own table, by `responseCodes` in the config"],
    findOut: TRY,
  },
  "envelope-faults": {
    claim:
      "A body that is no envelope answers HTTP 400, 413 or 415 with {responseCode, message}; unknown paths 404, other methods 405.",
    because: "Only business answers are known to be HTTP 200.",
    choices: ["http-status", "http-200"],
    alternatives: ["HTTP 200 for these too"],
    findOut: TRY,
  },
  "body-size": {
    claim: "A body of more than 1 MB is refused with HTTP 413.",
    because: "No limit is published.",
    alternatives: ["another limit"],
    findOut: TRY,
  },
  "missing-signature": {
    claim: "A missing signature counts as an invalid one, not as an envelope fault.",
    because: 'The message that clients look for is "invalid signature".',
    choices: ["invalid-signature", "malformed-envelope"],
    alternatives: ["HTTP 400"],
    findOut: TRY,
  },
  "unknown-merchant": {
    claim: 'Under enforce an unknown merchant is answered "no public key".',
    because: "It has none registered.",
    choices: ["no-public-key", "merchant-not-found"],
    alternatives: ["merchant not found"],
    findOut: TRY,
  },
  "new-merchant": {
    claim: "A merchant met for the first time exists (not under enforce) and its user user1 owns the demo tokens.",
    because: "A sandbox should not need set-up.",
    choices: ["made", "not-found"],
    alternatives: ["merchant not found"],
    findOut: unseen("where signatures are checked, a merchant without a key gets no further (unknown-merchant)."),
  },
  "date-spelling": {
    claim: "Dates are spelt 2026-11-21T02:03:37.123+00:00.",
    because: "The spec says milliseconds and a numeric offset.",
    choices: ["colon", "no-colon", "hong-kong"],
    alternatives: ["+0000", "+08:00"],
    findOut: TRY,
  },
  "unpaid-card-type": {
    claim: "A query of an order that no card was charged for has no cardType.",
    because: "The spec's queries list it, and the values seen are brands of cards.",
    choices: ["absent", "empty", "null"],
    alternatives: ["an empty text", "null"],
    findOut: TRY,
  },
  "direct-void-message": {
    claim: "The answer of direct/void has no message.",
    because: "The spec's table lists one, its examples of refunds and voids have none.",
    choices: ["absent", "present"],
    alternatives: ['"Success", as in other answers'],
    findOut: TRY,
  },
  "query-order": {
    claim: "A query's email is an empty text where none was given.",
    because: "The spec says that it may be an empty string.",
    choices: ["empty", "absent"],
    alternatives: ["left out"],
    findOut: TRY,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
