import { type CallFact, endedAtMs, type Fact, isQuery, type NotificationFact } from "../observe/facts.js";
import { cureOf } from "../schema/cures.js";
import { wasRead } from "./calls.js";
import { type SeenPractice, seenIn, shopCalls, type Watched } from "./seen.js";

const SLOW_MS = 5000;

/** How a shop answers notifications. Each practice is reported once per run. */
export function notificationPractices({ facts, conducted }: Watched): readonly SeenPractice[] {
  const notifications = facts.filter(
    (fact): fact is NotificationFact => fact.kind === "notification" && fact.status !== null,
  );
  // A handler may be slow because the judge held, delayed or lost the answer to its own call.
  const isSlow = (one: NotificationFact) =>
    one.tookMs > SLOW_MS && ownCalls(one, facts).every((call) => wasRead(call) && !call.isMutated);
  const slow = conducted ? undefined : notifications.find(isSlow);
  const refused = notifications.find(
    (one) => one.forged === undefined && one.status! >= 400 && !couldNotLook(one, facts),
  );
  return [
    ...(slow ? [seenIn("slow-to-answer-notices", `notice ${slow.id} took ${slow.tookMs} ms`)] : []),
    ...(refused
      ? [
          {
            ...seenIn(
              "right-notice-answered-with-error",
              `notice ${refused.id} of ${refused.reference} was answered ${refused.status}`,
            ),
            cure: refused.status! >= 500 ? failedHandler(refused.status!) : undefined,
          },
        ]
      : []),
  ];
}

const failedHandler = (status: number): string =>
  `Answered ${status}: ${status === 502 || status === 504 ? "a proxy answered for the shop, which was down, died or was too slow" : "the handler failed"}, so look into your shop's log for the error. ${cureOf("right-notice-answered-with-error")}`;

/** A call of the handler itself failed, so it did right to refuse: OK would have lost the notification. */
const couldNotLook = (one: NotificationFact, facts: readonly Fact[]): boolean =>
  ownCalls(one, facts).some((call) => !wasRead(call) || (isQuery(call) && call.responseCode !== "0000"));

/** The calls about its order during the attempt. */
const ownCalls = (one: NotificationFact, facts: readonly Fact[]): readonly CallFact[] =>
  shopCalls(facts).filter(({ reference, ms }) => reference === one.reference && ms >= one.ms && ms <= endedAtMs(one));
