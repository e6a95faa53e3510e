import type { Fresh, Tx } from "../../src/lane/ports/store.js";

/** A read of a unit of work, as plain data. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows which reads it answers.
export type Read = { readonly read: string } & Record<string, any>;

/** What a unit of work sees, answered by a function. */
// biome-ignore lint/suspicious/noExplicitAny: the answer's type follows from the read.
export const txBy = (answer: (read: Read) => any, fresh?: Fresh): Tx => ({
  get fresh(): Fresh {
    if (!fresh) throw new Error("expected a unit of work that needs no ids");
    return fresh;
  },
  lane: () => answer({ read: "lane" }),
  hasHistory: () => answer({ read: "has-history" }),
  dueTask: (now) => answer({ read: "due-task", now }),
  order: (id) => answer({ read: "order", id }),
  orderByReference: (merchantId, reference) => answer({ read: "order-by-reference", merchantId, reference }),
  orderInAnyCase: (merchantId, reference) => answer({ read: "order-in-any-case", merchantId, reference }),
  merchant: (merchantId) => answer({ read: "merchant", merchantId }),
  token: (merchantId, tokenId) => answer({ read: "token", merchantId, tokenId }),
  tokens: (merchantId, userId) => answer({ read: "tokens", merchantId, userId }),
  cardEntry: (id) => answer({ read: "card-entry", id }),
  unsettled: (merchantId, currency) => answer({ read: "unsettled", merchantId, currency }),
  ruleCount: (ruleId, key) => answer({ read: "rule-count", ruleId, key }),
  expired: (now, limit) => answer({ read: "expired", now, limit }),
  settleable: (page) => answer({ read: "settleable", ...page }),
});
