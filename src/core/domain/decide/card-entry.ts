import { limits } from "../../facts/limits.js";
import { type CardEntry, cardEntryStatusOf } from "../card-entry.js";
import type { SaveCard } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { CardEntryEvent } from "../events.js";
import { minorUnits } from "../money.js";
import type { Transaction } from "../order.js";
import { type Token, transactionMask } from "../token.js";
import { saleEvent } from "./sale.js";

/**
 * Rejects a page that is no longer open. Charges the verification amount. If approved, voids it at once and creates
 * the token.
 */
// ASSUMED(verification-charge): HKD 1.00, no order.
export function decideSaveCard({ card }: SaveCard, entry: CardEntry, c: Circumstances): Decision<CardEntryEvent> {
  const closed = closedCardEntry(entry, c);
  if (closed) return closed;
  const sale = saleEvent(
    {
      amount: minorUnits(limits.verificationChargeMinor.value),
      method: "CARD",
      maskedPan: transactionMask(card),
      cardType: card.brand,
      issuerCountry: card.issuerCountry,
    },
    c,
  );
  const charge = sale.transaction;
  if (charge.declined) return accept({ type: "card-declined", at: c.now, charge, decline: charge.declined });
  const reversal: Transaction = { ...charge, ...c.fresh.transaction(), type: "SALE_VOID" };
  const { merchantId, userId } = entry;
  const tokenId = knownToken(card, c)?.tokenId ?? c.fresh.tokenId();
  const token: Token = { ...card, tokenId, merchantId, userId };
  return accept({ type: "card-saved", at: c.now, charge, reversal, token });
}

/** The token that the user's card already has, if the service reuses tokens. */
// ASSUMED(token-again): a card that is saved once more has another token.
function knownToken({ first6, last4 }: SaveCard["card"], { tokens = [], policy }: Circumstances): Token | undefined {
  const known = tokens.find((token) => token.first6 === first6 && token.last4 === last4);
  return known && policy["token-again"] === "same" ? known : undefined;
}

/** Rejects a page that is no longer open. */
export const decideCancelCardEntry = (entry: CardEntry, c: Circumstances): Decision<CardEntryEvent> =>
  closedCardEntry(entry, c) ?? accept({ type: "card-entry-cancelled", at: c.now });

/** Rejects an action on a closed card-entry page. Undefined while the page is open. */
export function closedCardEntry(entry: CardEntry, c: Circumstances): Decision<never> | undefined {
  const status = cardEntryStatusOf(entry, c.now);
  return status === "OPEN" ? undefined : reject("order-not-payable", `the card-entry page is ${status}`);
}
