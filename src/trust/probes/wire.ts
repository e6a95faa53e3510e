import { finding, type Probe, sure } from "../probe.js";
import { orderIn } from "../session.js";

const unpaidCardType: Probe = {
  id: "unpaid-card-type",
  run: async (session) => {
    const open = await session.created();
    const answer = await session.ask("hosted-checkout/query", { orderId: open.id });
    const order = orderIn(answer.body);
    if (order.id === undefined) return finding(`a query of an unpaid order was answered ${answer.code}`);
    if (!("cardType" in order)) return sure("absent");
    return order.cardType === ""
      ? sure("empty")
      : finding(`an unpaid order's cardType is ${JSON.stringify(order.cardType)}`);
  },
};

const directVoidMessage: Probe = {
  id: "direct-void-message",
  run: async (session) => {
    const paid = await session.sold();
    const answer = await session.ask("direct/void", { orderId: paid.id });
    if (answer.code !== "0000") return finding(`direct/void of a paid token sale was answered ${answer.code}`);
    return sure(answer.message === undefined ? "absent" : "present");
  },
};

export const wireProbes: readonly Probe[] = [unpaidCardType, directVoidMessage];
