import { testCard } from "../../facts/cards.js";
import { isDeclineName } from "../../facts/codes.js";
import type { Lane, PageCompletion } from "../lane.js";
import { requestId } from "../ports/exchange.js";
import { cancelOrder, payOrder, type ShopperPayment } from "./checkout.js";
import type { ShopperDone } from "./shopper-action.js";

/** Completes a hosted checkout without a browser, as a rule's `page.auto` says. A closed page does nothing. */
export async function completePage(lane: Lane, orderId: number, completion: PageCompletion): Promise<void> {
  const order = await lane.store.views.order(orderId);
  if (!order || completion.action === "close") return;
  const key = { merchantId: order.merchantId, orderId };
  const done: ShopperDone =
    completion.action === "cancel" ? await cancelOrder(lane, key) : await payOrder(lane, key, paymentOf(completion));
  if (done.notAllowed) warn(lane, orderId, completion, done);
  done.release?.();
}

function paymentOf({ action, card, reason, rule }: PageCompletion): ShopperPayment {
  const cardNumber = card === undefined ? undefined : (testCard(card.replaceAll(" ", ""))?.number ?? card);
  const declined = reason !== undefined && isDeclineName(reason) ? reason : ("do-not-honour" as const);
  return { cardNumber, wantedBy: rule ?? "page.auto", ...(action === "decline" && { declined }) };
}

const warn = (lane: Lane, orderId: number, { action, rule }: PageCompletion, done: ShopperDone): void =>
  lane.log.warn(`rule "${rule}" cannot ${action} order ${orderId}: ${done.notAllowed?.message}`, {
    lane: lane.name,
    requestId: requestId(done.requestId),
  });
