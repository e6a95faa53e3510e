import type { Calibration } from "../config/calibration.js";

/** What a service does otherwise than its calibration says. */
export interface Drift {
  /** An assumption, or `responseCodes.<name>`. */
  readonly about: string;
  readonly before: string;
  readonly now: string;
}

/** What changed between two calibrations. What one of them could not settle is no change. */
export function driftBetween(before: Calibration, now: Calibration): readonly Drift[] {
  const [left, right] = [spoken(before), spoken(now)];
  return [...left].flatMap(([about, was]) => {
    const is = right.get(about);
    return is === undefined || is === was ? [] : [{ about, before: was, now: is }];
  });
}

/** What the calibration settled and the new run could not look at. */
export function unseenNow(before: Calibration, now: Calibration): readonly string[] {
  const right = spoken(now);
  return [...spoken(before).keys()].filter((about) => !right.has(about));
}

/** Everything that was settled or found, by what it is about. */
function spoken({ assumptions, responseCodes, findings }: Calibration): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(findings).map(([id, { text }]) => [id, text] as const),
    ...Object.entries(assumptions).map(([id, { choice }]) => [id, choice] as const),
    ...Object.entries(responseCodes).map(([name, { code }]) => [`responseCodes.${name}`, code] as const),
    ...Object.entries(responseCodes).flatMap(([name, { message }]) =>
      message === undefined ? [] : [[`responseCodes.${name}.message`, message] as const],
    ),
  ]);
}

/** The diff, for people: what the calibration says, and what is so now. */
export const driftText = (drift: readonly Drift[]): string =>
  drift.map(({ about, before, now }) => `${about}\n  - ${before}\n  + ${now}\n`).join("");
