import { testCard } from "../../facts/cards.js";
import { isDeclineName } from "../../facts/codes.js";
import type { Lane, PageCompletion } from "../lane.js";
import { cancelOrder, DEFAULT_CARD, ownMethod, payOrder } from "./checkout.js";

/** Completes a hosted checkout without a browser, as a rule's `page.auto` says. A closed page does nothing. */
export async function completePage(
  lane: Lane,
  orderId: number,
  { action, card, reason }: PageCompletion,
): Promise<void> {
  const order = await lane.store.views.order(orderId);
  if (!order || action === "close") return;
  const key = { merchantId: order.merchantId, orderId };
  const done =
    action === "cancel"
      ? await cancelOrder(lane, key)
      : await payOrder(lane, key, { method: ownMethod(order), ...paymentOf(action, card, reason) });
  done.release?.();
}

function paymentOf(action: "pay" | "decline", card: string | undefined, reason: string | undefined) {
  const cardNumber = card === undefined ? DEFAULT_CARD : (testCard(card)?.number ?? card);
  const declined = reason !== undefined && isDeclineName(reason) ? reason : ("do-not-honour" as const);
  return { cardNumber, ...(action === "decline" && { declined }) };
}
