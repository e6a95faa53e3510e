import { formatAmount, type Instant, later, spellInstant } from "../../core/domain/money.js";
import { type Order, saleOf, statusOf } from "../../core/domain/order.js";
import { type Token, tokenBrands, tokenMask } from "../../core/domain/token.js";
import { defaultPolicy, type Policy } from "../../core/facts/assumptions.js";
import { unpaidForgeries } from "../../core/scenario/effects/forgeries.js";
import type { Fired } from "../../core/scenario/matching/choose.js";
import type { Then } from "../../core/scenario/rule/rule.js";
import { parseDuration } from "../../core/scenario/values/duration.js";
import type { NotificationEffects, OutboxEntry } from "../ports/outbox.js";
import type { Fresh } from "../ports/store.js";

/** A notification that has to follow another one waits at most this long, on the lane's clock. */
const SWAP_MAX_MS = 3_600_000;

/** A fired rule's options for the notifications of its call. */
export interface NotifyOptions
  extends NotificationEffects,
    Pick<NonNullable<Then["notify"]>, "copies" | "again" | "extra" | "beside"> {
  readonly delayMs?: number | undefined;
}

type FreshIds = Pick<Fresh, "notificationId">;

/** When and why a notification is frozen. */
export interface NotificationCause {
  readonly now: Instant;
  /** The id of the exchange that caused it. */
  readonly causedBy: number;
  readonly notify?: NotifyOptions | undefined;
  readonly policy?: Policy | undefined;
  /** The trace that the notification continues. */
  readonly traceparent?: string | undefined;
}

/** The `notify` part of a fired rule, with its drawn delay. */
export function notifyOptionsOf(fired: Fired | undefined): NotifyOptions | undefined {
  if (!fired?.then.notify) return undefined;
  const { delay: _, ...options } = fired.then.notify;
  return { ...options, delayMs: fired.notifyDelayMs };
}

/** The notifications of a paid order, as they will be sent. Empty if the order has no notification address. */
export function paymentNotifications(order: Order, fresh: FreshIds, cause: NotificationCause): OutboxEntry[] {
  const sale = saleOf(order);
  if (order.notifyUrl === undefined || !sale) return [];
  const { policy = defaultPolicy, notify } = cause;
  const fields = {
    ...(notify?.extra && { installments: "1" }),
    amount: formatAmount(order.amount),
    maskedPan: sale.maskedPan,
    orderId: String(order.id),
    // Reserves the signature's position among the fields until it is made.
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
  fresh: FreshIds,
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

/**
 * The notification that a rule adds to a call that causes no genuine one: a forged one for an unpaid order, or the
 * payment's genuine one again. Empty if the order has no notification address.
 */
export function unpaidForgery(order: Order, fresh: FreshIds, cause: NotificationCause): OutboxEntry[] {
  const { notifyUrl: url, id: orderId, merchantId, reference } = order;
  const { notify, policy = defaultPolicy } = cause;
  const sale = saleOf(order);
  const beside = unpaidForgeries.some((one) => one === notify?.beside?.forge) ? notify?.beside : undefined;
  const forge = beside?.forge;
  if (url === undefined || (forge === undefined && (notify?.again === undefined || !sale))) return [];
  const fields = {
    amount: formatAmount(order.amount),
    maskedPan: sale?.maskedPan ?? "411111XXXXXX1111",
    orderId: String(orderId),
    signature: "",
    cardType: sale?.cardType ?? "VISA",
    updateTime: spellInstant(forge === undefined && sale ? sale.at : order.updatedAt, policy["date-spelling"]),
    merchantReference: reference,
    status: "SUCCESS",
  };
  const what: What = { kind: "payment", merchantId, orderId, reference, url, fields };
  if (beside !== undefined) return [forgedEntry(what, fresh, cause, beside)];
  const dueAt = later(cause.now, parseDuration(notify!.again!));
  return entries(what, fresh, { ...cause, notify: undefined }).map((entry) => ({ ...entry, dueAt }));
}

type What = Pick<OutboxEntry, "kind" | "merchantId" | "orderId" | "reference" | "url" | "fields">;

function entries(what: What, fresh: FreshIds, cause: NotificationCause): OutboxEntry[] {
  const { now, notify = {}, traceparent } = cause;
  const { beside, delayMs = 0, copies = 1, overlap, again, extra: _, ...asked } = notify;
  const kept = { ...asked, traceparent };
  const effects = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const start = initialState(what.url, asked, later(now, delayMs + (asked.swap ? SWAP_MAX_MS : 0)));
  const genuine = (own: NotificationEffects) => outboxEntry(what, fresh, cause, { ...start, effects: own });
  const forged = (sent: Beside["sent"]) => (beside?.sent === sent ? [forgedEntry(what, fresh, cause, beside)] : []);
  // Notifications of one order are sent in the order of their ids.
  return [
    ...forged("before"),
    ...Array.from({ length: copies }, () => genuine(effects)),
    ...(overlap ? [genuine({ ...effects, overlap })] : []),
    ...(again === undefined ? [] : [{ ...genuine(effects), dueAt: later(now, delayMs + parseDuration(again)) }]),
    ...forged("after"),
  ];
}

type Beside = NonNullable<NotifyOptions["beside"]>;

/** The forged notification is sent at once or after its own delay, independently of the genuine one. */
const forgedEntry = (
  what: What,
  fresh: FreshIds,
  cause: NotificationCause,
  { forge, delay = "0s" }: Beside,
): OutboxEntry => {
  const start = initialState(what.url, {}, later(cause.now, parseDuration(delay)));
  const fields = forge === "other-merchant" ? ofOtherMerchant(what.fields) : what.fields;
  return outboxEntry({ ...what, fields }, fresh, cause, { ...start, effects: { forge, isBeside: true } });
};

/** The ids of all merchants' orders come from one sequence, so another merchant's order has an id that the shop never had. */
const OTHERS_ID = 100_000;

const ofOtherMerchant = (fields: What["fields"]): What["fields"] =>
  "orderId" in fields
    ? { ...fields, orderId: String(Number(fields.orderId) + OTHERS_ID) }
    : { ...fields, merchantId: String(Number(fields.merchantId) + 1) };

type Start = Pick<OutboxEntry, "state" | "dueAt" | "note">;

const outboxEntry = (
  what: What,
  fresh: FreshIds,
  { now, causedBy }: NotificationCause,
  { effects, ...start }: Start & Pick<OutboxEntry, "effects">,
): OutboxEntry => ({
  id: fresh.notificationId(),
  ...what,
  createdAt: now,
  ...start,
  attemptCount: 0,
  effects,
  causedBy,
});

/** The state in which it starts: to be sent automatically, and when, or not at all. */
function initialState(url: string, { drop, hold }: NotifyOptions, at: Instant): Start {
  if (drop) return { state: "dropped", dueAt: null, note: "dropped by a rule" };
  if (!isHttp(url)) return { state: "refused", dueAt: null, note: notHttp(url) };
  if (hold) return { state: "held", dueAt: null, note: "held by a rule, until it is released" };
  return { state: "due", dueAt: at };
}

export const MOST_PORT = 65_535;

/** Says so of an address that is none of HTTP, with the address that was probably meant. */
export function notHttp(url: string): string {
  const [, port] = /^https?:\/\/[^/?#]*:(\d+)(?![^/?#])/i.exec(url) ?? [];
  if (Number(port) > MOST_PORT) return `port ${port} is above ${MOST_PORT}`;
  const isHost = /^(localhost|[\w-]+(\.[\w-]+)+|[\w.-]+(?=:\d))(:\d+)?(\/\S*)?$/i.test(url);
  const meant = isHost ? `http://${url}` : `http://localhost:8080${/^\/[^/\s]\S*$/.test(url) ? url : "/notify"}`;
  return `not an HTTP address such as ${meant}`;
}

/** Shops also give addresses such as `app://…`. These are stored, but never called. */
export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
