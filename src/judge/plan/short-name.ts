/** What the ids of mutants call an operation. Those that are not here are called by their last part. */
const names: Readonly<Record<string, string>> = {
  "hosted-checkout/recurring": "hosted-recurring",
  "tokenization/void": "token-void",
  "direct/sale": "direct-sale",
  "direct/query": "direct-query",
  "direct/refund": "direct-refund",
  "direct/void": "direct-void",
  "card-entry/save": "save-card",
  "card-entry/cancel": "cancel-card",
};

export const shortName = (operation: string): string => names[operation] ?? operation.replace(/^.*\//, "");
