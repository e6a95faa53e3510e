import type { Instant } from "../../domain/money.js";
import { saleOf, statusOf } from "../../domain/order.js";
import type { Subject } from "../../scenario/subject.js";
import type { CommandRequest } from "./command-request.js";
import type { Loaded } from "./load.js";

/** What rules can match: what the request says, and what is known of its order and its card. */
export function fullSubject(call: CommandRequest, loaded: Loaded, now: Instant): Subject {
  const { order } = loaded;
  if (!order) return { ...call.subject, ...knownCard(call, loaded) };
  const sale = saleOf(order);
  return {
    ...call.subject,
    orderId: order.id,
    merchantReference: order.reference,
    amountMinor: call.subject.amountMinor ?? order.amount,
    currency: order.currency,
    isRecurring: order.recurring,
    orderStatus: statusOf(order, now),
    ...(order.userId !== undefined && { userId: order.userId }),
    ...(order.tokenId !== undefined && { tokenId: order.tokenId }),
    ...(sale && { cardType: sale.cardType, paymentMethod: sale.method }),
  };
}

/** The card that a charge will be made to, where the service knows it before it is asked: a token's, a parent's. */
function knownCard(
  { command }: CommandRequest,
  { token, parent }: Loaded,
): Pick<Subject, "cardType" | "paymentMethod"> {
  if (command.kind === "charge-token") return token ? { cardType: token.brand, paymentMethod: "CARD" } : {};
  const sale = command.kind === "charge-parent" && parent ? saleOf(parent) : undefined;
  return sale ? { cardType: sale.cardType, paymentMethod: sale.method } : {};
}
