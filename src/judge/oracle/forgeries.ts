import { minorUnitsOf } from "../../domain/money.js";
import type { NoticeFact } from "../observe/facts.js";
import type { Believed } from "./believed.js";
import type { BookEntry } from "./books.js";

/** The forged notices that reached the shop. What the service signed itself, by its own mistake, is none. */
export const forgedAmong = (notices: readonly NoticeFact[]): readonly NoticeFact[] =>
  notices.filter(
    ({ forged, status, about }) =>
      forged !== undefined && forged !== "amount-signed" && status !== null && about === "payment",
  );

/** Whether the shop believes what a forged notice says of this order, against the books. */
export function isBelieved(
  { says }: Pick<NoticeFact, "says">,
  reference: string,
  book: BookEntry | undefined,
  belief: Believed | undefined,
): boolean {
  if (says.merchantReference !== reference || !belief) return false;
  if (says.status === "REFUNDED") return (belief.refunded ?? 0) > (book?.refunded ?? 0);
  const claimed = minorUnitsOf(says.amount ?? "");
  return claimed !== undefined && belief.paid === claimed && claimed !== (book?.paid ?? 0);
}

/** Whether the shop believes an amount that the service itself signed by mistake: nobody can be blamed for it. */
export const isMistaken = (notices: readonly NoticeFact[], reference: string, belief: Believed | undefined): boolean =>
  notices.some(
    ({ forged, says }) =>
      forged === "amount-signed" &&
      says.merchantReference === reference &&
      belief?.paid === minorUnitsOf(says.amount ?? ""),
  );
