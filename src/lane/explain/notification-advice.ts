import { type AnyForgery, forgedTexts } from "../../core/scenario/effects/forgeries.js";
import { canonicalText } from "../../core/signing/signature.js";
import { attemptCure, lastFailureOf } from "../ports/attempt-failures.js";
import type { AttemptRecord, OutboxEntry } from "../ports/outbox.js";
import type { NotificationJson } from "../views/schemas/notification-schema.js";

/** The facts about a notification on which its advice depends. */
export interface AdvisableNotification {
  readonly id: number;
  readonly state: OutboxEntry["state"];
  readonly effects: Pick<NotificationJson["effects"], "forge" | "hold" | "isBeside" | "swap">;
  /** When its next attempt is due. */
  readonly nextAt?: string | null | undefined;
  /** The call that caused it. Absent if nobody asks. */
  readonly causedBy?: string | undefined;
  /** Why it is held, dropped or refused. */
  readonly note?: string | undefined;
  readonly attempts: readonly (Pick<AttemptRecord, "status" | "why"> & Partial<Pick<AttemptRecord, "body">>)[];
}

/** What a shop should do that believed it. */
const cures: Partial<Record<AnyForgery, string>> = {
  "amount-signed":
    "OK is right only if the shop booked the amount of its own order. Compare the amount, and query the order if it differs.",
  "other-order":
    "OK is right only if the shop booked the order that the fields name, and that one only once. Never book the order of the address.",
  "other-merchant":
    "Only its orderId differs. Query the order before you believe a notification: the service signs for all merchants with one key.",
};
const VERIFY =
  "The shop was fooled. Verify the signature before you believe anything, and answer a forged one with 4XX.";

/** A rule forges each attempt, so the genuine notification never comes. */
const NEVER_GENUINE = "Every retry is forged, too: the shop must query the order.";

const isGenuine = ({ forge }: AdvisableNotification["effects"]): boolean => forge === undefined;

/** True if it is being sent, and the shop has not answered yet. A forged one needs no answer. */
export const isUnanswered = ({ state, effects }: Pick<AdvisableNotification, "state" | "effects">): boolean =>
  state === "in-flight" && isGenuine(effects);

/** The shop got it, and a genuine one never comes. */
const isForgedByRule = ({ effects, attempts }: AdvisableNotification): boolean =>
  !isGenuine(effects) && !effects.isBeside && attempts.length > 0;

/** The next step for a notification, in one line. */
export function adviceForNotification(notification: AdvisableNotification): string {
  const { forge } = notification.effects;
  return forge === undefined ? adviceForGenuine(notification) : adviceForForged(notification, forge);
}

function adviceForForged({ id, state, effects, attempts }: AdvisableNotification, forge: AnyForgery): string {
  const { isBeside } = effects;
  const what = `Notification ${id} was forged on purpose: ${forgedTexts[forge]}.`;
  if (state === "acknowledged") return `${what} The shop accepted it. ${cures[forge] ?? VERIFY}`;
  const { status = null, why = null } = attempts.at(-1) ?? {};
  const next = isBeside ? "" : ` ${NEVER_GENUINE}`;
  if (attempts.length === 0) return `${what} It was not sent yet. A right shop does not accept it.${next}`;
  if (status === null)
    return `${what} The shop gave no answer: ${why ?? "no answer"}. Check that it believed nothing.${next}`;
  return `${what} The shop was right not to accept it (HTTP ${status}). ${isBeside ? "Nothing to do." : NEVER_GENUINE}`;
}

function adviceForGenuine(notification: AdvisableNotification): string {
  switch (notification.state) {
    case "acknowledged":
      return lastFailureOf(notification) === undefined
        ? "Nothing to do: the shop acknowledged it."
        : `The shop acknowledged it before, but the last attempt failed: ${lastFailureText(notification)}`;
    case "gave-up":
      return `All attempts failed, and no retry follows. The last one: ${lastFailureText(notification)} Then resend it with POST /_sandbox/notifications/${notification.id}/resend. The shop should also query orders that stay open.`;
    case "held":
      return isHeldByHost(notification)
        ? `It is not sent: ${notification.note ?? "public host"}.`
        : `It is held. Release it with POST /_sandbox/notifications/${notification.id}/release.`;
    case "dropped":
      return `A rule dropped it, so it never comes: the shop must query the order. POST /_sandbox/notifications/${notification.id}/resend sends it after all.`;
    case "refused":
      return `Its address cannot be called: ${whyRefused(notification)}. Set the order's callbackUrl.notify (notifyUrl) to an http or https URL of the shop.`;
    case "in-flight":
      return lastFailureOf(notification) === undefined
        ? "It is being sent now, and the shop has not answered yet. If that lasts: does its handler end the response? An attempt fails after --notify-timeout, 15 s by default."
        : `It is being sent again now. The last attempt failed: ${lastFailureText(notification)}`;
    case "due":
      if (isSwapped(notification)) return `A rule swaps it: ${swappedUntil(notification.nextAt)}`;
      return notification.attempts.length === 0
        ? `It is scheduled for ${notification.nextAt ?? "nextAt"} on the lane's clock. Advance the clock with PUT /_sandbox/clock.`
        : `It failed: ${lastFailureText(notification)} It is retried at ${notification.nextAt ?? "nextAt"} on the lane's clock.`;
  }
}

/** True if it waits for another order's notification. */
export const isSwapped = ({
  state,
  effects,
  attempts,
}: Pick<AdvisableNotification, "state" | "effects" | "attempts">): boolean =>
  state === "due" && effects.swap === true && attempts.length === 0;

const swappedUntil = (at: string | null | undefined): string =>
  `it is sent right after the next notification of another order, or at ${at ?? "nextAt"} on the lane's clock if there is none.`;

/** A rule or a person didn't hold it: it is not sent until its host is allowed. */
const isHeldByHost = ({ state, effects }: Pick<AdvisableNotification, "state" | "effects">): boolean =>
  state === "held" && !effects.hold;

const whyRefused = ({ attempts, note }: AdvisableNotification): string =>
  attempts.at(-1)?.why ?? note ?? "not an HTTP address";

/** Why its address stops it, if that does. Nobody wanted this, unlike a rule's hold or drop. */
export function stoppedByAddress(notification: AdvisableNotification): string | undefined {
  if (isHeldByHost(notification)) return notification.note ?? "public host";
  return notification.state === "refused" ? whyRefused(notification) : undefined;
}

/** Why the last attempt failed, and how the shop can fix that failure. */
function lastFailureText({ attempts }: Pick<AdvisableNotification, "attempts">): string {
  const { status = null, why = null, body } = attempts.at(-1) ?? {};
  return `${why ?? "no answer"}. ${attemptCure({ status, why, body })}`;
}

/**
 * The verdict on the notification that matters most to its order: a forgery that the shop accepted, then one that its
 * address stops, then one that failed, then one that was forged in place of a genuine one. Undefined if nothing is
 * wrong.
 */
export function worstOf(notifications: readonly AdvisableNotification[]): string | undefined {
  const genuine = notifications.filter(({ effects }) => isGenuine(effects));
  const worst =
    notifications.find(({ effects, state }) => !isGenuine(effects) && state === "acknowledged") ??
    genuine.find((one) => stoppedByAddress(one) !== undefined) ??
    genuine.find(
      (one) =>
        one.state === "gave-up" ||
        (one.state === "due" && one.attempts.length > 0) ||
        (one.state === "in-flight" && lastFailureOf(one) !== undefined),
    ) ??
    (genuine.length === 0 ? notifications.find(isForgedByRule) : undefined);
  return worst && verdictOn(worst);
}

/** The advice about a forged one names it. */
const verdictOn = (one: AdvisableNotification): string =>
  isGenuine(one.effects) ? `Notification ${one.id}: ${adviceForNotification(one)}` : adviceForNotification(one);

/** What a rule did to the notifications of its call, if anyone has to do something about it. */
export function changedByRule(own: readonly AdvisableNotification[]): string | undefined {
  const waiting = own.find(
    ({ state, attempts }) => state === "dropped" || state === "held" || (state === "due" && attempts.length === 0),
  );
  if (waiting) return verdictOn(waiting);
  const ids = own.filter(({ effects }) => isGenuine(effects)).map(({ id }) => id);
  if (ids.length > 1)
    return `Its notification came ${ids.length} times (${ids.toSorted((a, b) => a - b).join(", ")}): answer each with OK, and do the work only once.`;
  const beside = own.find(({ effects }) => effects.isBeside);
  return beside && verdictOn(beside);
}

type Sibling = Pick<AdvisableNotification, "id" | "effects" | "causedBy">;

/** The id of the notification of which this one is a copy. Undefined if it is none. */
export function originalOf(one: Sibling, all: readonly Sibling[]): number | undefined {
  const same = all.filter(({ causedBy, effects }) => causedBy === one.causedBy && isGenuine(effects));
  const first = Math.min(...same.map(({ id }) => id));
  return isGenuine(one.effects) && first < one.id ? first : undefined;
}

/** The exact text that was signed. Undefined if it was forged. An OK doesn't show that the shop verified this text. */
export const signedTextOf = ({ fields, effects }: NotificationJson): string | undefined =>
  isGenuine(effects) ? canonicalText(fields) : undefined;
