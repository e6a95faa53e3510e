import type { SaveCard } from "../../core/domain/commands.js";
import { brandOf, testCard } from "../../core/facts/cards.js";
import type { Lane } from "../lane.js";

/** The parts of a card that may be stored. Its full number may not. */
export type CardOfNumber = Pick<SaveCard["card"], "first6" | "last4" | "brand" | "subBrand" | "outcome">;

/** Reads a card number, digits only. If magic cards are off, the issuer approves every number. */
export function cardOfNumber({ hasMagicCards }: Pick<Lane, "hasMagicCards">, number: string): CardOfNumber {
  const known = testCard(number);
  const brand = brandOf(number) ?? "VISA";
  return {
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    brand,
    // ASSUMED(test-cards): a number that is none of them is a credit card.
    subBrand: known?.subBrand ?? `${brand}_CREDIT`,
    outcome: hasMagicCards ? (known?.outcome ?? "approve") : "approve",
  };
}
