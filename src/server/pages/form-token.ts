import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Proves that a form came from this session's page. Derived from the session, which only people with the link know.
 * So nothing is stored, and a page stays valid when the sandbox restarts.
 */
export const formToken = (session: string): string =>
  createHmac("sha256", session).update("payment-sandbox form").digest("base64url").slice(0, 24);

export function isFormToken(session: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(session));
  const actual = Buffer.from(typeof given === "string" ? given : "");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
