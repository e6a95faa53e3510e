import { setTimeout as sleep } from "node:timers/promises";

/** The time for rate limiting. Tests replace it. */
export interface RateClock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export const realClock: RateClock = { now: Date.now, wait: (ms) => sleep(ms) };

/** Waits until the next call may be sent, so that at most `perSecond` calls are sent in one second. */
export function rateLimit(perSecond: number, { now, wait }: RateClock = realClock): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(now(), next);
    next = at + 1000 / perSecond;
    if (at > now()) await wait(at - now());
  };
}
