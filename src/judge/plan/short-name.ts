/** The names of operations in the ids of mutants. All others use the last part of the operation. */
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
