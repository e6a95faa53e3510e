import { formatAmount } from "../../domain/money.js";
import type { BookEntry, Books } from "../../judge/oracle/books.js";
import type { Beliefs } from "../../judge/schema/beliefs-schema.js";
import { toMinor } from "../../scenario/values/amount.js";

/** The shop's beliefs that contradict the books, one sentence for each order. An unknown belief isn't wrong. */
export const wrongMoney = (books: Books, beliefs: Beliefs): readonly string[] =>
  Object.entries(beliefs).flatMap(([reference, belief]) => {
    const book = books.get(reference);
    return [
      ...differs(reference, "paid", belief.paid, book),
      ...differs(reference, "refunded", belief.refunded ?? 0, book),
    ];
  });

/** A shop may report a void as a refund, or as if nothing had been paid. */
function differs(
  reference: string,
  what: "paid" | "refunded",
  believed: number | null,
  book: BookEntry | undefined,
): readonly string[] {
  if (believed === null || book?.isAmbiguous) return [];
  const { voided = 0, [what]: real = 0 } = book ?? {};
  const also = what === "paid" ? real - voided : real + voided;
  const minor = toMinor(believed);
  if (minor === real || minor === also) return [];
  return [`${reference}: the shop believes ${formatAmount(minor)} ${what}, the books say ${(real / 100).toFixed(2)}`];
}
