import { ASK, type AssumptionRow, LOOK } from "./row.js";

/** The direct model: the provider has published less about it than about the others. */
export const directAssumptions = {
  "direct-methods": {
    claim: "In a direct sale, ALIPAY means the method ALIPAYCN, and WECHAT means WECHATPAY.",
    because: "The two lists name the same wallets.",
    alternatives: ["ALIPAY takes both Alipay wallets"],
    findOut: ASK,
  },
  "direct-pages": {
    claim: "A WAP sale opens the wallet's own page, on the phone that shows the shop.",
    because: "A phone cannot scan its own screen.",
    choices: ["wallet-page", "form"],
    alternatives: ["the form with one method"],
    findOut: LOOK,
  },
  "direct-return": {
    claim: "The page of a direct sale redirects to postLink, else to merchantSite. Without either it doesn't redirect.",
    because: "A direct sale has no callbackUrl, and only the names of these two parameters are published.",
    choices: ["shop", "nowhere"],
    alternatives: ["the shopper is sent to neither"],
    findOut: ASK,
  },
  "direct-sale-answer": {
    claim:
      "A direct sale's answer ends with the order, in the short form that direct/refund uses. The wallet's data comes before it.",
    because: "The other calls of the direct model answer with it too.",
    choices: ["order", "no-order"],
    alternatives: ["no order"],
  },
  "sdk-payloads": {
    claim:
      "wechatOrder and alipayData look like the wallets' data, but open no real wallet. Pay such an order by the control API.",
    because: "Only the names of these members are published, not their values.",
    choices: ["query-string", "json"],
    alternatives: ["alipayData is JSON", "another format of alipayData"],
    findOut: ASK,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
