/** What the judge asks a driver to do at the shop's own pay button, through PAYMENT_SANDBOX_SHOPPER. */
export type ShopperAct = "double-click" | "pay-again";
