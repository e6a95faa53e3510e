import { type TokenPage, tokenPageStatus } from "../commands/card-entry.js";
import type { Lane } from "../lane.js";
import type { CardEntryDetails, CardEntryJson } from "./card-entry-schema.js";
import { iso, ledgerLineJson, notificationJson } from "./order-json.js";

/** A card-entry page as people and tests read it. */
export function tokenPageSummary(lane: Lane, page: TokenPage): CardEntryJson {
  return {
    id: page.id,
    merchantId: page.merchantId,
    userId: page.userId,
    status: tokenPageStatus(page, lane.clock.now()),
    url: `${lane.baseUrl}/card-entry/${page.session}`,
    notifyUrl: page.notifyUrl,
    createTime: iso(page.openedAt),
    expiryTime: iso(page.expiresAt),
    tokenId: page.saved?.tokenId,
    maskedPan: page.saved?.maskedPan,
    savedTime: page.saved && iso(page.saved.at),
  };
}

/** With its verification charges, their ledger lines and the token's notifications. */
// ASSUMED(verification-charge): shown here, not as an order.
export async function wholeTokenPage(lane: Lane, page: TokenPage): Promise<CardEntryDetails> {
  const { views } = lane.store;
  const own = new Set(page.charges.map((charge) => charge.id));
  const isVoided = page.saved !== undefined;
  return {
    cardEntry: tokenPageSummary(lane, page),
    charges: page.charges.map(({ at, amount, ...charge }) => ({
      ...charge,
      status: charge.declined ? "DECLINED" : charge.type === "SALE" && isVoided ? "VOIDED" : "SUCCESS",
      amount: amount / 100,
      currency: "HKD",
      at: iso(at),
    })),
    ledger: (await views.ledger({ merchantId: page.merchantId }))
      .filter((line) => line.orderId === undefined && own.has(line.transactionId ?? 0))
      .map(ledgerLineJson),
    notifications: (await views.notifications({ limit: 1000 }))
      .filter((n) => n.kind === "token" && n.fields.tokenId === String(page.saved?.tokenId))
      .map(notificationJson),
  };
}
