import type { AssumptionRow } from "./row.js";

/** Assumptions about notifications: their fields and retries. */
export const notificationAssumptions = {
  "token-notification": {
    claim:
      "The token notification carries userId, tokenId, maskedPan, cardBrand, cardSubBrand, expiryDate, merchantId, updateTime and signature, all as text.",
    because: "Published clients read the first four and the signature.",
    choices: ["with-brand", "without-brand"],
    alternatives: ["without the brand"],
  },
  acknowledgement: {
    claim: "An acknowledgement may have white space or a byte order mark around its OK.",
    because: "Shops print a line break after it, and the docs ask only for plain text.",
    choices: ["trimmed", "exact"],
    alternatives: ["only the two letters acknowledge, with nothing around them"],
  },
  "retry-schedule": {
    claim:
      "A failed notification is tried again after 15 s, 15 s, 30 s, 1 min, 2 min, 5 min, 5 min, 10 min, 20 min, 30 min, 30 min, 60 min, 60 min, 2 h and 4 h.",
    because: "The newer version of the provider's docs lists these times.",
    choices: ["newer", "older"],
    alternatives: ["the older version: every 5 minutes, 12 times"],
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
