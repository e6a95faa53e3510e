import { type AssumptionRow, TRY } from "./row.js";

/** What a notification carries, and when it is tried again. */
export const notifications = {
  "token-notification": {
    claim:
      "The token notification carries userId, tokenId, maskedPan, cardBrand, cardSubBrand, expiryDate, merchantId, updateTime and signature, all as text.",
    because: "Clients read the first four and the signature.",
    choices: ["with-brand", "without-brand"],
    alternatives: ["without the brand"],
    findOut: TRY,
  },
  acknowledgement: {
    claim: "White space and a byte order mark around the OK of an acknowledgement do not matter.",
    because: "Shops print a line break after it, and the docs say plain text.",
    choices: ["trimmed", "exact"],
    alternatives: ["the two letters alone acknowledge"],
    findOut: TRY,
  },
  "retry-schedule": {
    claim:
      "A failed notification is tried again after 15 s, 15 s, 30 s, 1 min, 2 min, 5 min, 5 min, 10 min, 20 min, 30 min, 30 min, 60 min, 60 min, 2 h and 4 h.",
    because: "The newer docs say so.",
    choices: ["newer", "older"],
    alternatives: ["older docs: every 5 minutes, 12 times"],
    findOut: TRY,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
