import { createHmac, hash } from "node:crypto";
import type { SessionPurpose } from "../../core/domain/decision.js";

interface Named {
  readonly purpose: SessionPurpose;
  readonly seed: number;
  readonly id: number;
}

/**
 * Identifies a page: its id, and a proof that can't be guessed without the seed. The same seed gives the same
 * sessions. Ends with a letter or a digit, because Markdown and chats leave other signs at the end out of a link.
 */
export const sessionOf = (named: Named): string =>
  `${named.id.toString(36)}-${proofOf(named).slice(0, 24).replace(/[_-]$/, "0")}`;

// Card entries and orders are hashed differently, so that addresses from earlier versions still work.
function proofOf({ purpose, seed, id }: Named): string {
  switch (purpose) {
    case "checkout":
      return hash("sha256", `payment-sandbox page ${seed} ${id}`, "base64url");
    case "card-entry":
      return createHmac("sha256", `payment-sandbox card entry ${seed}`).update(String(id)).digest("base64url");
  }
}

/** The id in a session, if the text is written like one. Not verified: compare the page's own session first. */
export function idOfSession(session: string): number | undefined {
  if (!session.includes("-")) return undefined;
  const id = Number.parseInt(session.split("-")[0] ?? "", 36);
  return Number.isSafeInteger(id) ? id : undefined;
}
