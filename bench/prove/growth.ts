import { median } from "../ratios.js";

export interface Grown {
  /** The median of the second half. */
  readonly median: number;
  /** How much more there is at its end than at its beginning, by its slope. */
  readonly grown: number;
}

/** How the second half of a series goes on: the median slope of all pairs, which a few bad samples do not move. */
export function secondHalf(values: readonly number[]): Grown {
  const half = values.slice(Math.floor(values.length / 2));
  const slopes = half.flatMap((from, i) => half.slice(i + 1).map((to, n) => (to - from) / (n + 1)));
  return { median: median(half), grown: slopes.length === 0 ? 0 : median(slopes) * (half.length - 1) };
}
