import { finding, likely, type Probe, sure } from "../probe.js";
import { orderIn } from "../session.js";
import { takes } from "../takes.js";

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

/** What only somebody at a page can bring about. */
export const personProbes: readonly Probe[] = [cancel, methodCapabilities, walletOrders];
