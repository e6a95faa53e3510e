import { draw } from "../../src/core/scenario/matching/draw.js";
import { type HttpAnswer, LostAnswer, type Target } from "../../src/tools/trust/target/target.js";

const answer = (http: number, body: Readonly<Record<string, unknown>>, text = JSON.stringify(body)): HttpAnswer => ({
  http,
  text,
  contentType: http === 200 ? "application/json" : "text/plain",
  body,
  code: typeof body.responseCode === "string" ? body.responseCode : undefined,
  message: typeof body.message === "string" ? body.message : undefined,
});

/** A target of which so many percent of calls fail at random, each kind as often: 503 before or after the call, 429, a refusal, no answer in time. */
export function noisyTarget(target: Target, { seed, percent = 5 }: { seed: number; percent?: number }): Target {
  let calls = 0;
  const disturbed = async (send: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    const chance = draw(seed, "noise", "call", calls++) * 100;
    const kind = Math.floor(chance / percent);
    const half = (chance % percent) / percent;
    if (kind === 0) {
      if (half < 0.5) await send();
      return answer(half < 0.2 ? 502 : 503, {}, "upstream");
    }
    if (kind === 1) return answer(200, { responseCode: "9093", message: "please try later" });
    if (kind === 2) {
      if (half < 0.3) return answer(429, {}, "slow down");
      if (half < 0.7) await send();
      throw new LostAnswer("it did not answer within 30 s");
    }
    return send();
  };
  return {
    ...target,
    call: (path, params) => disturbed(() => target.call(path, params)),
    post: (path, body) => disturbed(() => target.post(path, body)),
  };
}

/** A target that turns every second call away, from call `from` to call 300; a turned call reaches nobody. */
export function limitedTarget(target: Target, { from, code }: { from: number; code: string }): Target {
  let calls = 0;
  const limited = async (send: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    const call = calls++;
    const isTurned = call < 300 && call >= from && (call - from) % 2 === 0;
    return isTurned ? answer(200, { responseCode: code, message: "too many calls" }) : send();
  };
  return {
    ...target,
    call: (path, params) => limited(() => target.call(path, params)),
    post: (path, body) => limited(() => target.post(path, body)),
  };
}
