import * as z from "zod";
import { testCard } from "../../../core/facts/cards.js";
import { type DeclineName, isDeclineName } from "../../../core/facts/codes.js";
import { cardNames } from "../../../core/scenario/effects/effects.js";
import { fault } from "../../../core/scenario/values/issues.js";

/** The digits of a card number, or of the test card with this name. Undefined if the text is neither. */
export function cardNumber(card: string): string | undefined {
  const digits = card.replaceAll(" ", "");
  return testCard(card)?.number ?? (/^\d{12,19}$/.test(digits) ? digits : undefined);
}

export const simulatedCard = z.string().refine((card) => cardNumber(card) !== undefined, {
  error:
    "a test card's name such as visa-credit (Visa, Mastercard or UnionPay), or a card number: payment-sandbox magic lists them",
  params: cardNames,
});

/** The actions with which each member goes. One that would be ignored is refused, because the caller expects it to act. */
const goesWith = {
  card: ["pay", "save", "decline"],
  expiryDate: ["pay", "save", "decline"],
  method: ["pay", "decline"],
  country: ["pay", "save", "decline"],
  reason: ["decline"],
} as const;
type Simulated = { readonly action: string } & { readonly [Member in keyof typeof goesWith]?: string | undefined };

/** Refuses members that don't go with the action. `actions`: those that the schema has. */
export const fitsAction =
  (actions: readonly string[]) =>
  (given: Simulated, check: { readonly addIssue: (issue: ReturnType<typeof fault> & { path: string[] }) => void }) => {
    const { action } = given;
    for (const [member, those] of Object.entries(goesWith) as [keyof typeof goesWith, readonly string[]][]) {
      if (given[member] === undefined || those.includes(action)) continue;
      const expected = those.filter((one) => actions.includes(one)).join(" or ");
      check.addIssue({
        ...fault(`${member} goes with action ${expected}`, { expected: `no ${member}` }),
        path: [member],
      });
    }
  };

/** Why the issuer declines: as asked, else as the test card always does. */
export function reasonToDecline(given: {
  readonly card: string | undefined;
  readonly reason: DeclineName | undefined;
}) {
  const always = testCard(given.card ?? "")?.outcome ?? "approve";
  return given.reason ?? (isDeclineName(always) ? always : "do-not-honour");
}
