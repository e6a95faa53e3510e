import { orderIn } from "../../recording/exchange.js";
import type { StoredToken } from "../../target/tokens.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import { shapeOf } from "../shape.js";
import { tryCall } from "../try-call.js";
import { Undetermined } from "../undetermined.js";

const cancel: Probe = {
  id: "cancel",
  needs: ["person"],
  run: async (session) => {
    const callbackUrl = { cancel: "https://example.com/cancel" };
    const { body } = await session.need("hosted-checkout/create", session.creation({ callbackUrl }));
    await session.asked("cancel the payment", body);
    const { status } = await session.queried(orderIn(body));
    if (status === "CANCELLED") return sure("cancelled");
    if (status === "CLOSED") return sure("closed");
    // Only likely, because an order that nobody cancelled is OPEN too.
    return status === "OPEN" ? likely("stay-open") : finding(`an order is ${status} after a cancel`);
  },
};

const methodCapabilities: Probe = {
  id: "method-capabilities",
  needs: ["person"],
  run: async (session) => {
    const paid = await session.walletOrder();
    const { kind } = await tryCall(session, {
      path: "hosted-checkout/void",
      controlPath: "tokenization/void",
      control: async () => ({ orderId: (await session.sold()).id }),
      odd: async () => {
        const { status } = await session.queried(paid);
        if (status !== "SUCCESS") throw new Undetermined(`the wallet's order is ${status} already`);
        return { orderId: paid.id };
      },
      isOnce: true,
      refusal: "void-not-allowed",
    });
    return sure(kind === "accepted" ? "all-void" : "cards-void");
  },
};

const walletOrders: Probe = {
  id: "wallet-orders",
  needs: ["person"],
  run: async (session) => {
    const paid = await session.walletOrder();
    const { cardType } = await session.queried(paid);
    if (cardType === undefined) return sure("absent");
    return cardType === "ALIPAYHK" ? sure("method") : finding(`cardType of a wallet's order is ${shapeOf(cardType)}`);
  },
};

const tokenAgain: Probe = {
  id: "token-again",
  needs: ["person"],
  run: async (session) => {
    const userId = session.reference();
    const cards = async (what: string): Promise<readonly StoredToken[]> => {
      const callbackUrl = { success: "https://example.com/stored", fail: "https://example.com/failed" };
      const { body } = await session.need("tokenization/add-token", { userId, callbackUrl });
      await session.asked(what, { checkoutUrl: body.data });
      const { list } = (await session.needSeen("tokenization/query-token", { userId })).body;
      return Array.isArray(list) ? (list as StoredToken[]) : [];
    };
    const first = await cards("store a card");
    if (first.length !== 1) throw new Undetermined(`${first.length} cards are listed where one was to be stored`);
    const all = await cards("store the same card once more");
    // Only likely, because there is also one token if nobody stored the card again.
    if (all.length === 1) return likely("same");
    if (new Set(all.map(({ maskedPan, expiryDate }) => `${maskedPan} ${expiryDate}`)).size > 1)
      throw new Undetermined("another card was stored");
    return all.length === 2 ? sure("another") : finding(`${all.length} cards are listed where one was stored twice`);
  },
};

const pageStates: Probe = {
  id: "page-states",
  needs: ["person"],
  run: async (session) => {
    const { body } = await session.need("hosted-checkout/create", session.creation());
    await session.asked("try to pay three times with a card that is declined", body);
    const { status } = await session.queried(orderIn(body));
    if (status === "CLOSED") return sure("three-tries");
    // Only likely, because an order that nobody tried to pay is OPEN too.
    return status === "OPEN" ? likely("unlimited") : finding(`an order is ${status} after three declines`);
  },
};

const walletParent: Probe = {
  id: "wallet-parent",
  needs: ["person"],
  run: async (session) => {
    const paid = await session.recurringWalletOrder();
    const card = await session.sold({ isRecurring: true });
    const { kind } = await tryCall(session, {
      path: "tokenization/recurring",
      control: () => session.recurring(card.id),
      odd: () => session.recurring(paid.id),
      refusal: "parent-not-recurring",
      teaches: "code",
    });
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

/** Probes that need a person at a page. */
export const personProbes: readonly Probe[] = [
  cancel,
  methodCapabilities,
  walletOrders,
  walletParent,
  pageStates,
  tokenAgain,
];
