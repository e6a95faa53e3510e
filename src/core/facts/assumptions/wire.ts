import { type AssumptionRow, unseen } from "./row.js";

/** Assumptions about the wire that nobody has published: codes, envelope faults, spelling. */
export const wireAssumptions = {
  "response-codes": {
    claim: "Refusals and declines use codes and messages from the sandbox's own table.",
    because: "Only 0000 is published.",
    choices: ["sandbox", "renumbered"],
    alternatives: ["the provider's own table, set by `responseCodes` in the config"],
  },
  "envelope-faults": {
    claim:
      "A body that isn't a valid envelope is answered with HTTP 400, 413 or 415 and {responseCode, message}. Unknown paths get 404, methods other than POST 405.",
    because: "HTTP 200 is known for business answers only.",
    choices: ["http-status", "http-200"],
    alternatives: ["HTTP 200 for these too"],
  },
  "body-size": {
    claim: "A body of more than 1 MB is refused with HTTP 413.",
    because: "No limit is published.",
    alternatives: ["another limit"],
  },
  "missing-signature": {
    claim: "A missing signature counts as an invalid one, not as an envelope fault.",
    because: 'The message that clients look for is "invalid signature".',
    choices: ["invalid-signature", "malformed-envelope"],
    alternatives: ["HTTP 400"],
  },
  "unknown-merchant": {
    claim: 'With --signature enforce, an unknown merchant gets the answer "no public key".',
    because: "It has no registered key.",
    choices: ["no-public-key", "merchant-not-found"],
    alternatives: ["merchant not found"],
  },
  "new-merchant": {
    claim:
      "An unknown merchant is created by its first call, and its user user1 owns the demo tokens, unless --signature enforce was given. By default, exec, mcp and library enforce only for merchants that have a key, so they create it, too.",
    because: "A sandbox should not need set-up.",
    choices: ["made", "not-found"],
    alternatives: ["merchant not found"],
    findOut: unseen(
      "the service checks signatures first, so a merchant without a key is refused (see unknown-merchant).",
    ),
  },
  "date-spelling": {
    claim:
      "Dates are written as 2026-11-21T02:03:37.123+00:00. Java's SimpleDateFormat with Z, Perl's Time::Piece with %z, Tcl and jq 1.6 refuse that; R's as.POSIXct reads midnight.",
    because: "The spec requires milliseconds and a numeric offset.",
    choices: ["colon", "no-colon", "hong-kong"],
    alternatives: [
      "+0000, which Java's Instant and OffsetDateTime, Go's RFC3339, Python's fromisoformat before 3.11, Nim and Erlang refuse, and SQLite's datetime() reads as NULL",
      "+08:00, which is eight hours late for programs that drop the offset and take the rest for UTC: Java's LocalDateTime, Elixir's NaiveDateTime, PostgreSQL's timestamp",
    ],
  },
  "unpaid-card-type": {
    claim: "The query of an order for which no card was charged has no cardType.",
    because: "The spec lists it for queries, but the values seen are all card brands.",
    choices: ["absent", "empty", "null"],
    alternatives: ["an empty text", "null"],
  },
  "direct-void-message": {
    claim: "The answer of direct/void has no message.",
    because: "The spec's table lists a message, but its examples of refunds and voids have none.",
    choices: ["absent", "present"],
    alternatives: ['"Success", as in other answers'],
  },
  "direct-void-transaction": {
    claim: "The answer of direct/void includes the void's transaction.",
    because: "Other refunds and voids include one, although the published example of direct/void does not.",
    choices: ["present", "absent"],
    alternatives: ["it has only the order"],
  },
  "query-order": {
    claim: "If an order has no email, its answers have an empty string.",
    because: "The spec says that it may be an empty string.",
    choices: ["empty", "absent"],
    alternatives: ["left out"],
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
