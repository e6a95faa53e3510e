import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "./session.js";

export const realPace: Pace = { now: Date.now, wait: (ms) => sleep(ms) };

/** Waits until the next call may be sent: at most `perSecond` of them leave in one second. */
export function turnsOf(perSecond: number, { now, wait }: Pace = realPace): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(now(), next);
    next = at + 1000 / perSecond;
    if (at > now()) await wait(at - now());
  };
}
