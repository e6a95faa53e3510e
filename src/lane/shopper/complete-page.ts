import { testCard } from "../../core/facts/cards.js";
import { isDeclineName } from "../../core/facts/codes.js";
import type { Reply } from "../journal/reply.js";
import type { Lane, PageCompletion } from "../lane.js";
import type { ScheduledTask } from "../ports/time.js";
import { cancelOrder, paySeenOrder, type ShopperPayment } from "./checkout.js";

/**
 * Completes a hosted checkout as a rule's `page.auto` asks, without a browser. Does nothing once the page is closed.
 * Resolves with the release of its notifications.
 */
export async function completePage(lane: Lane, task: ScheduledTask): Promise<Reply["release"]> {
  const { id: taskId, orderId, at } = task;
  const completion = task.what as PageCompletion;
  const order = await lane.store.views.order(orderId);
  if (!order || completion.action === "close") return undefined;
  const key = { merchantId: order.merchantId, orderId };
  const wantedBy = { rule: completion.rule ?? "page.auto", taskId, at };
  const done: Reply =
    completion.action === "cancel"
      ? await cancelOrder(lane, key, wantedBy)
      : await paySeenOrder(lane, { order, now: await lane.clock.now() }, { ...paymentOf(completion), wantedBy });
  const why = unable(done);
  if (why !== undefined)
    warn(lane, `rule "${wantedBy.rule}" cannot ${completion.action} order ${orderId}: ${why}`, done);
  return done.release;
}

function paymentOf({ action, card, reason }: PageCompletion): ShopperPayment {
  const cardNumber = card === undefined ? undefined : (testCard(card.replaceAll(" ", ""))?.number ?? card);
  const declined = reason !== undefined && isDeclineName(reason) ? reason : ("do-not-honour" as const);
  return { cardNumber, ...(action === "decline" && { declined }) };
}

/** The reason if it was impossible: the order's options, or its state. */
const unable = ({ notAllowed, result }: Reply): string | undefined =>
  notAllowed?.message ?? (result.kind === "refused" ? result.detail : undefined);

const warn = (lane: Lane, message: string, { requestId }: Reply): void => lane.log.warn(message, { requestId });
