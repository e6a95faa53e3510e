import { formatAmount, type Instant, later, spellInstant } from "../../domain/money.js";
import { type Order, saleOf, statusOf } from "../../domain/order.js";
import { type Token, tokenBrands, tokenMask } from "../../domain/token.js";
import { defaultPolicy, type Policy } from "../../facts/assumptions.js";
import type { Fired } from "../../scenario/choose.js";
import type { NotificationEffects, OutboxEntry } from "../ports/outbox.js";
import type { Fresh } from "../ports/store.js";

/** What a fired rule wants of the notifications of its call. */
export interface NotifyOptions extends NotificationEffects {
  readonly delayMs?: number | undefined;
  readonly copies?: number | undefined;
}

/** When and why a notification is frozen. */
export interface NotificationCause {
  readonly now: Instant;
  /** The id of the exchange that caused it. */
  readonly causedBy: number;
  readonly notify?: NotifyOptions | undefined;
  readonly policy?: Policy | undefined;
}

/** The `notify` of a fired rule, its delay drawn. */
export function notifyOptionsOf(fired: Fired | undefined): NotifyOptions | undefined {
  if (!fired?.then.notify) return undefined;
  const { delay: _, ...options } = fired.then.notify;
  return { ...options, delayMs: fired.notifyDelayMs };
}

/** The notifications of a paid order, frozen as they are; none where the order has no address for them. */
export function paymentNotifications(
  order: Order,
  fresh: Pick<Fresh, "notificationId">,
  cause: NotificationCause,
): OutboxEntry[] {
  const sale = saleOf(order);
  if (order.notifyUrl === undefined || !sale) return [];
  const { policy = defaultPolicy } = cause;
  const fields = {
    amount: formatAmount(order.amount),
    maskedPan: sale.maskedPan,
    orderId: String(order.id),
    // Keeps the signature's place on the wire until it is made.
    signature: "",
    cardType: sale.cardType,
    updateTime: spellInstant(order.updatedAt, policy["date-spelling"]),
    merchantReference: order.reference,
    status: statusOf(order, cause.now),
  };
  const { id: orderId, merchantId, reference } = order;
  return entries({ kind: "payment", merchantId, orderId, reference, url: order.notifyUrl, fields }, fresh, cause);
}

/** The notifications of a card that was stored on the card-entry page. */
// ASSUMED(token-notification): only userId, tokenId, maskedPan, expiryDate and signature are known.
export function tokenNotifications(
  token: Token,
  url: string,
  fresh: Pick<Fresh, "notificationId">,
  cause: NotificationCause,
): OutboxEntry[] {
  const { policy = defaultPolicy } = cause;
  const fields = {
    userId: token.userId,
    tokenId: String(token.tokenId),
    maskedPan: tokenMask(token),
    ...(policy["token-notification"] === "with-brand" && tokenBrands(token, policy)),
    expiryDate: token.expiryDate,
    merchantId: String(token.merchantId),
    updateTime: spellInstant(cause.now, policy["date-spelling"]),
    signature: "",
  };
  return entries({ kind: "token", merchantId: token.merchantId, url, fields }, fresh, cause);
}

type What = Pick<OutboxEntry, "kind" | "merchantId" | "orderId" | "reference" | "url" | "fields">;

function entries(what: What, fresh: Pick<Fresh, "notificationId">, cause: NotificationCause): OutboxEntry[] {
  const { now, causedBy, notify = {} } = cause;
  const { delayMs = 0, copies = 1, ...effectsAsked } = notify;
  const effects = Object.fromEntries(Object.entries(effectsAsked).filter(([, value]) => value !== undefined));
  return Array.from({ length: copies }, () => ({
    id: fresh.notificationId(),
    ...what,
    createdAt: now,
    ...initialState(what.url, effectsAsked, later(now, delayMs)),
    attemptCount: 0,
    effects,
    causedBy,
  }));
}

/** Whether it will be sent by itself, and when. */
function initialState(
  url: string,
  { drop, hold }: NotifyOptions,
  at: Instant,
): Pick<OutboxEntry, "state" | "dueAt" | "note"> {
  if (drop) return { state: "dropped", dueAt: null, note: "dropped by a rule" };
  if (!isHttp(url)) return { state: "refused", dueAt: null, note: "not an HTTP address" };
  if (hold) return { state: "held", dueAt: null, note: "held by a rule, until it is released" };
  return { state: "due", dueAt: at };
}

/** Shops give addresses such as `app://…` too: those are kept and never tried. */
export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
