import { type LedgerLine, move } from "../../src/core/domain/ledger.js";
import { minorUnits } from "../../src/core/domain/money.js";
import type { InvariantRules } from "../../src/lane/ports/lane-storage.js";
import { NOW } from "./orders.js";

type Over = { readonly [K in keyof Parameters<typeof move>[0]]?: Parameters<typeof move>[0][K] | undefined };

/** The two lines of a sale of order 1, or of another move. */
export const lines = (into: number, over: Over = {}): readonly LedgerLine[] =>
  move({
    ...{ merchantId: 3, currency: "HKD", at: NOW, into: minorUnits(into), against: "scheme", why: "sale", orderId: 1 },
    ...over,
  } as Parameters<typeof move>[0]);

/** No reference may be used again; the rule "twice" may fire twice. */
export const lax: InvariantRules = {
  isReferenceFree: () => false,
  timesOf: () => (ruleId) => (ruleId === "twice" ? 2 : undefined),
};
