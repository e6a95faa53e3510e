import { type Instant, printAmount, spellInstant } from "../domain/money.js";
import { type Order, saleOf, statusOf } from "../domain/order.js";
import { type Token, tokenMask } from "../domain/token.js";
import type { Fired } from "../scenario/choose.js";
import type { NotificationEffects, OutboxEntry } from "./outbox.js";
import type { Fresh } from "./ports.js";

/** What a fired rule wants of the notifications of its call. */
export interface NotifyWish extends NotificationEffects {
  readonly delayMs?: number | undefined;
  readonly copies?: number | undefined;
}

/** When and why a notification is frozen. */
export interface Occasion {
  readonly now: Instant;
  /** The id of the exchange that caused it. */
  readonly causedBy: number;
  readonly notify?: NotifyWish | undefined;
}

/** The `notify` of a fired rule, its delay drawn. */
export function notifyWishOf(fired: Fired | undefined): NotifyWish | undefined {
  if (!fired?.then.notify) return undefined;
  const { delay: _, ...wish } = fired.then.notify;
  return { ...wish, delayMs: fired.notifyDelayMs };
}

/** The notifications of a paid order, frozen as they are; none where the order has no address for them. */
export function paymentNotifications(
  order: Order,
  fresh: Pick<Fresh, "notificationId">,
  occasion: Occasion,
): OutboxEntry[] {
  const sale = saleOf(order);
  if (order.notifyUrl === undefined || !sale) return [];
  const fields = {
    amount: printAmount(order.amount),
    maskedPan: sale.maskedPan,
    orderId: String(order.id),
    // Keeps the signature's place on the wire until it is made.
    signature: "",
    cardType: sale.cardType,
    updateTime: spellInstant(order.updatedAt),
    merchantReference: order.reference,
    status: statusOf(order, occasion.now),
  };
  const { id: orderId, merchantId, reference } = order;
  return entries({ kind: "payment", merchantId, orderId, reference, url: order.notifyUrl, fields }, fresh, occasion);
}

/** The notifications of a card that was stored on the token page. */
// ASSUMED(token-notification): only userId, tokenId, maskedPan, expiryDate and signature are known.
export function tokenNotifications(
  token: Token,
  url: string,
  fresh: Pick<Fresh, "notificationId">,
  occasion: Occasion,
): OutboxEntry[] {
  const fields = {
    userId: token.userId,
    tokenId: String(token.tokenId),
    maskedPan: tokenMask(token),
    cardBrand: token.brand,
    cardSubBrand: token.subBrand,
    expiryDate: token.expiryDate,
    merchantId: String(token.merchantId),
    updateTime: spellInstant(occasion.now),
    signature: "",
  };
  return entries({ kind: "token", merchantId: token.merchantId, url, fields }, fresh, occasion);
}

type What = Pick<OutboxEntry, "kind" | "merchantId" | "orderId" | "reference" | "url" | "fields">;

function entries(what: What, fresh: Pick<Fresh, "notificationId">, occasion: Occasion): OutboxEntry[] {
  const { now, causedBy, notify = {} } = occasion;
  const { delayMs = 0, copies = 1, ...wished } = notify;
  const effects = Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined));
  return Array.from({ length: copies }, () => ({
    id: fresh.notificationId(),
    ...what,
    createdAt: now,
    ...fate(what.url, wished, now + delayMs),
    attemptCount: 0,
    effects,
    causedBy,
  }));
}

/** Whether it will be sent by itself, and when. */
function fate(url: string, { drop, hold }: NotifyWish, at: Instant): Pick<OutboxEntry, "state" | "dueAt" | "note"> {
  if (drop) return { state: "dropped", dueAt: null, note: "dropped by a rule" };
  if (!isHttp(url)) return { state: "refused", dueAt: null, note: "not an HTTP address" };
  if (hold) return { state: "held", dueAt: null, note: "held by a rule, until it is released" };
  return { state: "due", dueAt: at };
}

/** Shops give addresses such as `app://…` too: those are kept and never tried. */
export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
