import { brandOf, testCard } from "../facts/cards.js";

/** The digits that a test card's name or a card number stands for; undefined where the service takes no such card. */
export function cardNumber(card: string): string | undefined {
  const digits = card.replaceAll(" ", "");
  return testCard(card)?.number ?? (/^\d{13,19}$/.test(digits) && brandOf(digits) ? digits : undefined);
}
