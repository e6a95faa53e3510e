import { orderIn } from "../../recording/exchange.js";
import type { StoredToken } from "../../target/tokens.js";
import { tokensIn, Undetermined } from "../session/session.js";
import { voids } from "./orders.js";
import { byKind, finding, likely, type ProbeTable, shows, sure, withPerson } from "./probe.js";
import { recurs } from "./tokens.js";

/** Probes that need a person at a page. */
export const personProbes: ProbeTable = {
  cancel: withPerson(async (session) => {
    const callbackUrl = { cancel: "https://example.com/cancel" };
    const { body } = await session.need("hosted-checkout/create", session.creation({ callbackUrl }));
    await session.asked("cancel the payment", body);
    const { status } = await session.queried(orderIn(body));
    if (status === "CANCELLED") return sure("cancelled");
    if (status === "CLOSED") return sure("closed");
    // Only likely, because an order that nobody cancelled is OPEN too.
    return status === "OPEN" ? likely("stay-open") : finding(`an order is ${status} after a cancel`);
  }),
  "method-capabilities": withPerson(
    byKind("all-void", "cards-void", async (session) => {
      const paid = await session.walletOrder();
      const stillPaid = async () => {
        const { status } = await session.queried(paid);
        if (status !== "SUCCESS") throw new Undetermined(`the wallet's order is ${status} already`);
        return paid;
      };
      return voids(session, "hosted-checkout/void", stillPaid, { isOnce: true });
    }),
  ),
  "wallet-orders": withPerson(
    shows(async (session) => ({ order: await session.queried(await session.walletOrder()) })),
  ),
  "wallet-parent": withPerson(
    byKind("accept", "refuse", async (session) => {
      const paid = await session.paidByWallet({ isRecurring: true });
      const card = await session.sold({ isRecurring: true });
      const odd = () => session.recurring(paid.id);
      return recurs(session, { parent: card, odd, refusal: "parent-not-recurring", teaches: "code" });
    }),
  ),
  "page-states": withPerson(async (session) => {
    const { body } = await session.need("hosted-checkout/create", session.creation());
    await session.asked("try to pay three times with a card that is declined", body);
    const { status } = await session.queried(orderIn(body));
    if (status === "CLOSED") return sure("three-tries");
    // Only likely, because an order that nobody tried to pay is OPEN too.
    return status === "OPEN" ? likely("unlimited") : finding(`an order is ${status} after three declines`);
  }),
  "token-again": withPerson(async (session) => {
    const userId = session.reference();
    const cards = async (what: string): Promise<readonly StoredToken[]> => {
      const callbackUrl = { success: "https://example.com/stored", fail: "https://example.com/failed" };
      const { body } = await session.need("tokenization/add-token", { userId, callbackUrl });
      await session.asked(what, { checkoutUrl: body.data });
      return tokensIn((await session.needSeen("tokenization/query-token", { userId })).body);
    };
    const first = await cards("store a card");
    if (first.length !== 1) throw new Undetermined(`${first.length} cards are listed where one was to be stored`);
    const all = await cards("store the same card once more");
    // Only likely, because there is also one token if nobody stored the card again.
    if (all.length === 1) return likely("same");
    if (new Set(all.map(({ maskedPan, expiryDate }) => `${maskedPan} ${expiryDate}`)).size > 1)
      throw new Undetermined("another card was stored");
    return all.length === 2 ? sure("another") : finding(`${all.length} cards are listed where one was stored twice`);
  }),
};
