import type { Subject } from "../../core/scenario/values/subject.js";
import { journalEvent } from "../journal/journal-event.js";
import type { Lane } from "../lane.js";

const advice = {
  challenge: "The page shows the card issuer's 3-D Secure challenge. Nothing is charged until the shopper answers it.",
  "challenge-closed":
    "The shopper closed the 3-D Secure challenge. Nothing was charged, and the page shows its form again.",
} as const;

/** What became of a 3-D Secure challenge before the shopper's answer. */
export type ChallengeStep = keyof typeof advice;

/** Records a step of a challenge in the journal. */
export const challengeStep = (
  lane: Lane,
  step: ChallengeStep,
  {
    page,
    subject,
    request,
  }: {
    readonly page: "checkout" | "card-entry";
    readonly subject: Omit<Subject, "operation">;
    readonly request: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  lane.store.transact((tx) =>
    journalEvent({ subject: { operation: `${page}/${step}`, ...subject }, request, advice: advice[step] }, tx),
  );
