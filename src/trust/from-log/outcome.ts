import type { Json } from "../target/target.js";

/** The outcome of a recorded call. */
export type Outcome =
  | { readonly kind: "success"; readonly body: Json; readonly order: Json }
  | { readonly kind: "refused"; readonly code: string; readonly message: string | undefined }
  /** No answer, or an answer that isn't a business answer. It is unknown whether the call was carried out. */
  | { readonly kind: "lost" };

/** Operations whose merchantReference, if any, doesn't identify an order. */
export const NAMES_NO_ORDER: readonly string[] = [
  "tokenization/query-token",
  "tokenization/add-token",
  "tokenization/delete-token",
];
