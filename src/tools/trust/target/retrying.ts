import { onlyReads } from "../../../core/scenario/values/operations.js";
import type { RateClock } from "./rate-limit.js";
import { type HttpAnswer, LostAnswer, passing, type Target } from "./target.js";

/** How often to send a call at most. `answered`: if a gateway answers. `silent`: if no answer comes. */
const TRIES = { answered: 4, silent: 2 };
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/**
 * A target that retries calls rejected by a rate limit (429), and reads that were lost by a gateway (5xx) or a
 * timeout. Any other lost call throws LostAnswer: it may have been carried out, so the caller must start with a fresh
 * order.
 */
export const retryingTarget = (target: Target, { wait }: Pick<RateClock, "wait">): Target =>
  passing(target, async ({ path, ...sent }, send) => {
    // Probes post only reads, and calls that should be refused.
    const isRead = "body" in sent || onlyReads(path);
    for (let tries = 1; ; tries++) {
      const found = await send().catch(lost);
      const isSilent = found instanceof LostAnswer;
      const isLimited = !isSilent && found.http === 429;
      if (!isSilent && !isLimited && !(found.http >= 500 && found.code === undefined)) return found;
      const mayRepeat = isLimited || isRead;
      if (mayRepeat && tries < (isSilent ? TRIES.silent : TRIES.answered)) await wait(waitMs(tries, found));
      else if (isSilent) throw found;
      else if (mayRepeat) return found;
      else throw new LostAnswer(`${path} was answered HTTP ${found.http}`);
    }
  });

function lost(error: unknown): LostAnswer {
  if (error instanceof LostAnswer) return error;
  throw error;
}

/** The wait before the next try: what the service asks for. If it asks for nothing, the wait doubles each time. */
function waitMs(tries: number, found: HttpAnswer | LostAnswer): number {
  const asked = found instanceof LostAnswer ? undefined : found.retryAfterMs;
  return Math.min(asked ?? FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
}
