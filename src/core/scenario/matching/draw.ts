import { createHash } from "node:crypto";
import type { Delay } from "../rule/rule.js";
import { longestMs, parseDuration } from "../values/duration.js";

/** A number in [0,1) that depends only on the arguments, never on time: the n-th draw of `rule` under `key`. */
export function draw(seed: number, rule: string, key: string, n: number): number {
  const bytes = createHash("sha256")
    .update(JSON.stringify([seed, rule, key, n]))
    .digest();
  return (bytes.readUInt32BE(0) * 0x200000 + (bytes.readUInt32BE(4) >>> 11)) / 0x20000000000000;
}

/** Identifies one draw of a series: the arguments of `draw`. */
export interface DrawKey {
  readonly seed: number;
  readonly rule: string;
  readonly key: string;
  readonly n: number;
}

/** The 99th percentile of a standard normal distribution. */
const Z99 = 2.3263478740408408;

/**
 * Draws the milliseconds of a delay. `purpose` separates the draws of one rule, so that the delays of an answer and
 * its notification differ.
 */
export function delayMs(delay: Delay, at: DrawKey, purpose = "delay"): number {
  if (typeof delay !== "object") return parseDuration(delay);
  const lucky = (which: string) => draw(at.seed, `${at.rule}#${purpose}${which}`, at.key, at.n);
  if ("min" in delay) {
    const min = parseDuration(delay.min);
    return Math.round(min + lucky("") * (parseDuration(delay.max) - min));
  }
  const median = parseDuration(delay.median);
  if (median === 0) return 0;
  const sigma = Math.log(parseDuration(delay.p99) / median) / Z99;
  const drawn = median * Math.exp(sigma * normal(1 - lucky(".radius"), lucky(".angle")));
  return Math.round(Math.min(drawn, longestMs));
}

/** A standard normal number from two uniform ones (Box and Muller). The first must not be 0. */
const normal = (radius: number, angle: number): number =>
  Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
