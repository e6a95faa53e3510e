// The room `views`: orders, card entries and notifications as the control API and the console show them.

import { type CardEntry, cardEntryStatusOf } from "../../core/domain/card-entry.js";
import type { Lane } from "../lane.js";
import { iso, ledgerLineJson, notificationJson } from "./order-json.js";
import type { CardEntryDetails, CardEntryJson } from "./schemas/card-entry-schema.js";

/** A card entry as the control API shows it. */
export async function cardEntrySummary(lane: Lane, entry: CardEntry): Promise<CardEntryJson> {
  return {
    id: entry.id,
    merchantId: entry.merchantId,
    userId: entry.userId,
    status: cardEntryStatusOf(entry, await lane.clock.now()),
    url: `${lane.baseUrl}/card-entry/${entry.session}`,
    notifyUrl: entry.notifyUrl,
    createTime: iso(entry.openedAt),
    expiryTime: iso(entry.expiresAt),
    tokenId: entry.saved?.tokenId,
    maskedPan: entry.saved?.maskedPan,
    savedTime: entry.saved && iso(entry.saved.at),
  };
}

/** With its verification charges, their ledger lines and the token's notifications. */
// ASSUMED(verification-charge): shown here, not as an order.
export async function wholeCardEntry(lane: Lane, entry: CardEntry): Promise<CardEntryDetails> {
  const { views } = lane.store;
  const own = new Set(entry.charges.map((charge) => charge.id));
  const isVoided = entry.saved !== undefined;
  return {
    cardEntry: await cardEntrySummary(lane, entry),
    charges: entry.charges.map(({ at, amount, ...charge }) => ({
      ...charge,
      status: charge.declined ? "DECLINED" : charge.type === "SALE" && isVoided ? "VOIDED" : "SUCCESS",
      amount: amount / 100,
      currency: "HKD",
      at: iso(at),
    })),
    ledger: (await views.ledger({ merchantId: entry.merchantId }))
      .filter((line) => line.orderId === undefined && own.has(line.transactionId ?? 0))
      .map(ledgerLineJson),
    notifications: (await views.notifications({ limit: 1000 }))
      .filter((n) => n.kind === "token" && n.fields.tokenId === String(entry.saved?.tokenId))
      .map(notificationJson),
  };
}
