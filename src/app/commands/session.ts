import { hash } from "node:crypto";

/** The name of an order's page: its id and a proof that cannot be guessed without the seed; the same for the same seed. */
export function sessionOf(seed: number, orderId: number): string {
  const proof = hash("sha256", `payment-sandbox page ${seed} ${orderId}`, "base64url");
  return `${orderId.toString(36)}-${proof.slice(0, 24)}`;
}

/** The id of the order that a session claims to name; compare the order's own session before believing it. */
export function orderIdOfSession(session: string): number | undefined {
  const id = Number.parseInt(session.split("-")[0] ?? "", 36);
  return Number.isSafeInteger(id) ? id : undefined;
}
