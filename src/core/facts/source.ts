import type { AssumptionId } from "./assumptions.js";

/** The source of a fact about the provider. Only `assumed` is a guess of ours. */
export type Source =
  | { readonly kind: "spec" | "docs" | "seen"; readonly ref: string }
  | { readonly kind: "assumed"; readonly id: AssumptionId };

export const spec = (ref: string): Source => ({ kind: "spec", ref });
export const docs = (ref: string): Source => ({ kind: "docs", ref });
export const seen = (ref: string): Source => ({ kind: "seen", ref });
export const assumed = (id: AssumptionId): Source => ({ kind: "assumed", id });
