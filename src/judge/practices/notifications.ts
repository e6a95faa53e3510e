import type { NotificationFact } from "../observe/facts.js";
import type { SeenPractice, Watched } from "./seen.js";

const SLOW_MS = 5000;

/** How a shop answers notifications. Each practice is reported once per run. */
export function notificationPractices({ facts }: Watched): readonly SeenPractice[] {
  const notifications = facts.filter(
    (fact): fact is NotificationFact => fact.kind === "notification" && fact.status !== null,
  );
  const slow = notifications.find(({ tookMs }) => tookMs > SLOW_MS);
  const refused = notifications.find(({ forged, status }) => forged === undefined && status! >= 400);
  return [
    ...(slow
      ? [{ id: "slow-to-answer-notices", calls: [], what: `notice ${slow.id} took ${slow.tookMs} ms` } as const]
      : []),
    ...(refused
      ? [
          {
            id: "right-notice-answered-with-error",
            calls: [],
            what: `notice ${refused.id} of ${refused.reference} was answered ${refused.status}`,
          } as const,
        ]
      : []),
  ];
}
