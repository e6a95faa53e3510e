import { minorUnitsOf } from "../../domain/money.js";
import type { NotificationFact } from "../observe/facts.js";
import type { Believed } from "./believed.js";
import type { BookEntry } from "./books.js";

/**
 * The forged notifications that reached the shop. A notification that the service itself signed by mistake isn't
 * forged.
 */
export const forgedAmong = (notifications: readonly NotificationFact[]): readonly NotificationFact[] =>
  notifications.filter(
    ({ forged, status, about }) =>
      forged !== undefined && forged !== "amount-signed" && status !== null && about === "payment",
  );

/** True if the shop believes a forged notification about this order, against the books. */
export function isBelieved(
  { says }: Pick<NotificationFact, "says">,
  reference: string,
  book: BookEntry | undefined,
  belief: Believed | undefined,
): boolean {
  if (says.merchantReference !== reference || !belief) return false;
  if (says.status === "REFUNDED") return (belief.refunded ?? 0) > (book?.refunded ?? 0);
  const claimed = minorUnitsOf(says.amount ?? "");
  return claimed !== undefined && belief.paid === claimed && claimed !== (book?.paid ?? 0);
}

/** True if the shop believes a wrong amount that the service itself signed. The shop isn't blamed for it. */
export const isMistaken = (
  notifications: readonly NotificationFact[],
  reference: string,
  belief: Believed | undefined,
): boolean =>
  notifications.some(
    ({ forged, says }) =>
      forged === "amount-signed" &&
      says.merchantReference === reference &&
      belief?.paid === minorUnitsOf(says.amount ?? ""),
  );
