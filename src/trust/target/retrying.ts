import { LostAnswer } from "./fault.js";
import type { RateClock } from "./rate-limit.js";
import type { HttpAnswer, Target } from "./target.js";

/** How often to send a call at most. `answered`: if a gateway answers. `silent`: if no answer comes. */
const TRIES = { answered: 4, silent: 2 };
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** Sending one of these twice has no effect. */
const READS = /(^|\/)query(-token)?$/;

/**
 * A target that retries calls rejected by a rate limit (429), and reads that were lost by a gateway (5xx) or a
 * timeout. Any other lost call throws LostAnswer: it may have been carried out, so the caller must start with a fresh
 * order.
 */
export function retryingTarget(target: Target, { wait }: Pick<RateClock, "wait">): Target {
  const sent = async (path: string, isRead: boolean, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    for (let tries = 1; ; tries++) {
      const found = await answered(send);
      const isLimited = !(found instanceof LostAnswer) && found.http === 429;
      if (!isLimited && !isLost(found)) return found;
      const most = found instanceof LostAnswer ? TRIES.silent : TRIES.answered;
      if (isLimited || isRead) {
        if (tries < most) {
          await wait(waitMs(tries, found));
          continue;
        }
        if (!(found instanceof LostAnswer)) return found;
      }
      throw found instanceof LostAnswer ? found : new LostAnswer(`${path} was answered HTTP ${found.http}`);
    }
  };
  return {
    ...target,
    call: (path, params) => sent(path, READS.test(path), () => target.call(path, params)),
    // Probes post only reads, and calls that should be refused.
    post: (path, body) => sent(path, true, () => target.post(path, body)),
  };
}

const isLost = (found: HttpAnswer | LostAnswer): found is LostAnswer =>
  found instanceof LostAnswer || (found.http >= 500 && found.code === undefined);

async function answered(send: () => Promise<HttpAnswer>): Promise<HttpAnswer | LostAnswer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof LostAnswer) return error;
    throw error;
  }
}

/** The wait before the next try: what the service asks for. If it asks for nothing, the wait doubles each time. */
function waitMs(tries: number, found: HttpAnswer | LostAnswer): number {
  const asked = found instanceof LostAnswer ? undefined : found.retryAfterMs;
  return Math.min(asked ?? FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
}
