import { formatAmount, type Instant, later, spellInstant } from "../../domain/money.js";
import { type Order, saleOf, statusOf } from "../../domain/order.js";
import { type Token, tokenBrands, tokenMask } from "../../domain/token.js";
import { defaultPolicy, type Policy } from "../../facts/assumptions.js";
import type { Fired } from "../../scenario/choose.js";
import type { Then } from "../../scenario/rule.js";
import type { NotificationEffects, OutboxEntry } from "../ports/outbox.js";
import type { Fresh } from "../ports/store.js";

/** A notice that is to leave behind another waits for it no longer than this, on the lane's clock. */
const SWAP_MAX_MS = 3_600_000;

/** What a fired rule wants of the notifications of its call. */
export interface NotifyOptions extends NotificationEffects {
  readonly delayMs?: number | undefined;
  readonly copies?: number | undefined;
  readonly beside?: NonNullable<NonNullable<Then["notify"]>["beside"]> | undefined;
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

/** A forged notice for an order that nobody paid, where a rule wants one; none where the order has no address for them. */
export function unpaidForgery(
  order: Order,
  fresh: Pick<Fresh, "notificationId">,
  { notify, ...cause }: NotificationCause,
): OutboxEntry[] {
  const { notifyUrl: url, id: orderId, merchantId, reference } = order;
  if (url === undefined || notify?.beside?.forge !== "unpaid") return [];
  const { policy = defaultPolicy } = cause;
  const fields = {
    amount: formatAmount(order.amount),
    maskedPan: "411111XXXXXX1111",
    orderId: String(orderId),
    signature: "",
    cardType: "VISA",
    updateTime: spellInstant(order.updatedAt, policy["date-spelling"]),
    merchantReference: reference,
    status: "SUCCESS",
  };
  return [forgedEntry({ kind: "payment", merchantId, orderId, reference, url, fields }, fresh, cause, "unpaid")];
}

type What = Pick<OutboxEntry, "kind" | "merchantId" | "orderId" | "reference" | "url" | "fields">;

function entries(what: What, fresh: Pick<Fresh, "notificationId">, cause: NotificationCause): OutboxEntry[] {
  const { now, causedBy, notify = {} } = cause;
  const { beside, ...genuine } = notify;
  const { delayMs = 0, copies = 1, ...effectsAsked } = genuine;
  const latestMs = effectsAsked.swap ? SWAP_MAX_MS : 0;
  const effects = Object.fromEntries(Object.entries(effectsAsked).filter(([, value]) => value !== undefined));
  const forged = (sent: Beside["sent"]) =>
    beside?.sent === sent ? [forgedEntry(what, fresh, cause, beside.forge)] : [];
  // Those of one order leave in the order of their ids.
  const first = forged("before");
  const all = Array.from({ length: copies }, () => ({
    id: fresh.notificationId(),
    ...what,
    createdAt: now,
    ...initialState(what.url, effectsAsked, later(now, delayMs + latestMs)),
    attemptCount: 0,
    effects,
    causedBy,
  }));
  return [...first, ...all, ...forged("after")];
}

type Beside = NonNullable<NotifyOptions["beside"]>;

/** It leaves at once, whatever becomes of the genuine one. */
const forgedEntry = (
  what: What,
  fresh: Pick<Fresh, "notificationId">,
  { now, causedBy }: Pick<NotificationCause, "now" | "causedBy">,
  forge: Beside["forge"],
): OutboxEntry => ({
  id: fresh.notificationId(),
  ...what,
  createdAt: now,
  ...initialState(what.url, {}, now),
  attemptCount: 0,
  effects: { forge, isBeside: true },
  causedBy,
});

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
