import { createHmac, hash } from "node:crypto";
import type { SessionPurpose } from "../../domain/decision.js";

interface Named {
  readonly purpose: SessionPurpose;
  readonly seed: number;
  readonly id: number;
}

/** The name of a page: its id and a proof that cannot be guessed without the seed; the same for the same seed. */
export const sessionOf = (named: Named): string => `${named.id.toString(36)}-${proofOf(named).slice(0, 24)}`;

// Two constructions, because addresses of earlier versions stay as they are.
function proofOf({ purpose, seed, id }: Named): string {
  switch (purpose) {
    case "checkout":
      return hash("sha256", `payment-sandbox page ${seed} ${id}`, "base64url");
    case "card-entry":
      return createHmac("sha256", `payment-sandbox card entry ${seed}`).update(String(id)).digest("base64url");
  }
}

/** The id that a session claims to name; compare the page's own session before believing it. */
export function idOfSession(session: string): number | undefined {
  const id = Number.parseInt(session.split("-")[0] ?? "", 36);
  return Number.isSafeInteger(id) ? id : undefined;
}
