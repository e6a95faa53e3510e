import { finding, likely, type Probe, sure } from "../probe.js";
import { orderIn } from "../session.js";
import { takes } from "../takes.js";
import type { StoredToken } from "../tokens.js";
import { Undetermined } from "../undetermined.js";

const cancel: Probe = {
  id: "cancel",
  run: async (session) => {
    const callbackUrl = { cancel: "https://example.com/cancel" };
    const { body } = await session.need("hosted-checkout/create", session.creation({ callbackUrl }));
    await session.asked("cancel the payment", body);
    const { status } = orderIn((await session.ask("hosted-checkout/query", { orderId: orderIn(body).id })).body);
    if (status === "CANCELLED") return sure("cancelled");
    if (status === "CLOSED") return sure("closed");
    // An order that nobody cancelled is OPEN too.
    return status === "OPEN" ? likely("stay-open") : finding(`an order is ${status} after a cancel`);
  },
};

const methodCapabilities: Probe = {
  id: "method-capabilities",
  run: async (session) => {
    const paid = await session.walletOrder();
    const { kind } = await takes(session, {
      path: "hosted-checkout/void",
      controlPath: "tokenization/void",
      control: async () => ({ orderId: (await session.sold()).id }),
      odd: () => ({ orderId: paid.id }),
      refusal: "void-not-allowed",
    });
    return sure(kind === "taken" ? "all-void" : "cards-void");
  },
};

const walletOrders: Probe = {
  id: "wallet-orders",
  run: async (session) => {
    const paid = await session.walletOrder();
    const { cardType } = orderIn((await session.ask("hosted-checkout/query", { orderId: paid.id })).body);
    if (cardType === undefined) return sure("absent");
    return cardType === "ALIPAYHK"
      ? sure("method")
      : finding(`cardType of a wallet's order is ${JSON.stringify(cardType)}`);
  },
};

const tokenAgain: Probe = {
  id: "token-again",
  run: async (session) => {
    const userId = session.reference();
    const cards = async (what: string): Promise<readonly StoredToken[]> => {
      const callbackUrl = { success: "https://example.com/stored", fail: "https://example.com/failed" };
      const { body } = await session.need("tokenization/add-token", { userId, callbackUrl });
      await session.asked(what, { checkoutUrl: body.data });
      const { list } = (await session.ask("tokenization/query-token", { userId })).body;
      return Array.isArray(list) ? (list as StoredToken[]) : [];
    };
    const first = await cards("store a card");
    if (first.length !== 1) throw new Undetermined(`${first.length} cards are listed where one was to be stored`);
    const all = await cards("store the same card once more");
    // Where nobody stored it once more, there is one as well.
    if (all.length === 1) return likely("same");
    if (new Set(all.map(({ maskedPan, expiryDate }) => `${maskedPan} ${expiryDate}`)).size > 1)
      throw new Undetermined("another card was stored");
    return all.length === 2 ? sure("another") : finding(`${all.length} cards are listed where one was stored twice`);
  },
};

/** What only somebody at a page can bring about. */
export const personProbes: readonly Probe[] = [cancel, methodCapabilities, walletOrders, tokenAgain];
