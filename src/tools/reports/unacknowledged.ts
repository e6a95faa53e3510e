import { isUnanswered } from "../../lane/explain/notification-advice.js";
import { lastFailureOf } from "../../lane/ports/attempt-failures.js";
import { DEFAULT_LANE } from "../../lane/ports/name.js";
import type { Notice } from "../../lane/ports/outbox.js";
import { isAcknowledged } from "../../lane/views/facts-of-lane.js";

/** A genuine notification that the shop had not acknowledged at the end of a run. */
export interface Unacknowledged {
  readonly lane: string;
  readonly notificationId: number;
  /** Absent for one of a stored card. */
  readonly merchantReference?: string | undefined;
  /** Why its last attempt failed. */
  readonly why: string;
}

interface Sent extends Pick<Notice, "id" | "state"> {
  readonly merchantReference?: string | undefined;
  readonly effects: Pick<Notice["effects"], "forge">;
  readonly attempts: readonly Pick<Notice["attempts"][number], "why">[];
}

/** Those of a lane's notifications, newest first, that the shop has not acknowledged: oldest first, at most the last `max`. */
export function unacknowledged(lane: string, notifications: readonly Sent[], max: number): readonly Unacknowledged[] {
  const found = notifications.flatMap((one) => {
    if (isAcknowledged(one)) return [];
    const why = lastFailureOf(one) ?? (isUnanswered(one) ? "it had not answered at the end" : undefined);
    return why === undefined ? [] : [{ lane, notificationId: one.id, merchantReference: one.merchantReference, why }];
  });
  return found.slice(0, max).reverse();
}

/** How many different reasons are told. */
const TOLD_MAX = 10;

/** A sentence for each reason, with the first notification that it kept back. `why <reference>` explains that one. */
export function unacknowledgedTexts(all: readonly Unacknowledged[] = []): readonly string[] {
  const groups = [...Map.groupBy(all, ({ why }) => why).values()];
  const rest = groups.slice(TOLD_MAX).flat().length;
  return [
    ...groups.slice(0, TOLD_MAX).map((group) => {
      const [first] = group as [Unacknowledged];
      const which =
        group.length === 1
          ? notificationText(first)
          : `${group.length} notifications, first ${notificationText(first)}`;
      return `the shop did not acknowledge ${which}: ${first.why}`;
    }),
    ...(rest === 0 ? [] : [`the shop did not acknowledge ${rest} more for other reasons (--report json=… lists all)`]),
  ];
}

const notificationText = ({ lane, notificationId, merchantReference }: Unacknowledged): string =>
  [
    `notification-${notificationId}`,
    ...(merchantReference === undefined ? [] : [`of ${merchantReference}`]),
    ...(lane === DEFAULT_LANE ? [] : [`in lane ${lane}`]),
  ].join(" ");
