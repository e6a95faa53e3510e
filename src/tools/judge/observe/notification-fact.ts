import { isHttp } from "../../../lane/notifications/notification.js";
import type { AttemptRecord, OutboxEntry } from "../../../lane/ports/outbox.js";
import type { FrozenNotification, NotificationFact } from "./facts.js";

/** Turns an attempt to deliver into a fact. */
export function notificationFactOf(
  { id, kind: about, orderId, reference, effects }: OutboxEntry,
  { n, at, request: body, status, body: answer, durationMs: tookMs, why }: AttemptRecord,
  seen: Pick<NotificationFact, "ms" | "handledMs" | "lane">,
): NotificationFact {
  return {
    kind: "notification",
    ...seen,
    at,
    orderId,
    reference,
    id,
    about,
    attempt: n,
    forged: effects.forge,
    body,
    says: fieldsOf(body),
    status,
    answer,
    tookMs,
    why,
  };
}

function fieldsOf(body: string): Readonly<Record<string, string>> {
  if (body === "") return {};
  const { signature: _, ...fields } = JSON.parse(body) as Record<string, string>;
  return fields;
}

export const frozenOf = ({ id, kind: about, orderId, causedBy, url, effects }: OutboxEntry): FrozenNotification => ({
  id,
  about,
  orderId,
  causedBy,
  isHttp: isHttp(url) && effects.drop !== true,
});
