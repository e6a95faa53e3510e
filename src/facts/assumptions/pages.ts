import { type AssumptionRow, TRY } from "./row.js";

/** What the shopper's pages do. */
export const pages = {
  "page-states": {
    claim:
      "An expired, paid, voided or refunded order's page says so and offers no payment; a declined card may be tried again without limit.",
    because: "Nobody has published what these pages show.",
    alternatives: ["a number of tries"],
    findOut: TRY,
  },
  "fail-redirect": {
    claim:
      "After a decline the page shows why and may be tried again, with a link to callbackUrl.fail; with showResultPage false it goes straight there.",
    because: "The order stays payable, so the shopper is not sent away at once.",
    alternatives: ["always redirected", "never redirected"],
    findOut: TRY,
  },
  "card-entry-page": {
    claim:
      "The card-entry page of add-token takes one card, for 1000 seconds from the call; a decline or a cancel leaves it open, and callbackUrl may be left out.",
    because: "An unpaid order's page does so; one real client sends only callbackUrl.notify.",
    alternatives: ["no end", "a number of tries"],
    findOut: TRY,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
