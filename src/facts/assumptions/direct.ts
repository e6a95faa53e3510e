import { ASK, type AssumptionRow, LOOK, TRY } from "./row.js";

/** The direct model, of which least is published. */
export const direct = {
  "direct-methods": {
    claim: "A direct sale's ALIPAY is the method ALIPAYCN, its WECHAT the method WECHATPAY.",
    because: "The two lists name the same wallets.",
    alternatives: ["ALIPAY takes both Alipay wallets"],
    findOut: ASK,
  },
  "direct-pages": {
    claim: "A WAP sale's page opens at the wallet's own page, on the phone where the shop is.",
    because: "A phone cannot scan its own screen.",
    choices: ["wallet-page", "form"],
    alternatives: ["the form with one method"],
    findOut: LOOK,
  },
  "direct-return": {
    claim: "The page of a direct sale leads back to postLink, else to merchantSite; without either it stays.",
    because: "There is no callbackUrl, and the names say no more.",
    choices: ["shop", "nowhere"],
    alternatives: ["neither is used for the shopper"],
    findOut: ASK,
  },
  "direct-sale-answer": {
    claim: "A direct sale's answer carries, after what the wallet needs, the order in the short form of direct/refund.",
    because: "The other calls of the direct model do.",
    choices: ["order", "no-order"],
    alternatives: ["no order"],
    findOut: TRY,
  },
  "sdk-payloads": {
    claim:
      "wechatOrder and alipayData have the wallets' own shape and open no real wallet: the control API or the test's own call pays such an order.",
    because: "The member names are published, the values are not.",
    choices: ["query-string", "json"],
    alternatives: ["alipayData is JSON", "another format of alipayData"],
    findOut: ASK,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;
