import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What each form carries to show that it came from this session's page. Made of the session, which only those know who
 * have the link: nothing is stored, and a page that was open while the sandbox restarted still works.
 */
export const formToken = (session: string): string =>
  createHmac("sha256", session).update("payment-sandbox form").digest("base64url").slice(0, 24);

export function isFormToken(session: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(session));
  const actual = Buffer.from(typeof given === "string" ? given : "");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
