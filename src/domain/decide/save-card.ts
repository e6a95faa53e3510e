import { limits } from "../../facts/limits.js";
import type { CardEntry } from "../card-entry.js";
import type { SaveCard } from "../commands.js";
import { accept, type Circumstances, type Decision } from "../decision.js";
import type { CardEntryEvent } from "../events.js";
import { minorUnits } from "../money.js";
import type { Transaction } from "../order.js";
import { type Token, transactionMask } from "../token.js";
import { closedCardEntry } from "./cancel-card-entry.js";
import { saleEvent } from "./sale.js";

/** Rejects a page that takes no card any more. Charges the verification amount; approved, it is voided at once and the card has its token. */
// ASSUMED(verification-charge): HKD 1.00, no order.
// ASSUMED(token-again): a card that is saved once more has another token.
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
  const token: Token = { ...card, tokenId: c.fresh.tokenId(), merchantId, userId };
  return accept({ type: "card-saved", at: c.now, charge, reversal, token });
}
