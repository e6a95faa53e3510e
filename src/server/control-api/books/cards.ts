import * as z from "zod";
import { testCard } from "../../../core/facts/cards.js";

export const expirySchema = z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: "YYYYMM, such as 203012" });

/** The digits of a card number, or of the test card with this name. Undefined if the text is neither. */
export function cardNumber(card: string): string | undefined {
  const digits = card.replaceAll(" ", "");
  return testCard(card)?.number ?? (/^\d{12,19}$/.test(digits) ? digits : undefined);
}
