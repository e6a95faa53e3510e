import { Random } from "./prove/random.ts";

const RESAMPLES = 10_000;
const SEED = 1;
/** A ratio below it is a loss, above its inverse a gain. */
const LOSS_BELOW = 0.97;

export interface Ratio {
  readonly median: number;
  /** 95 % interval of the median. */
  readonly low: number;
  readonly high: number;
  readonly verdict: "loss" | "no loss" | "gain" | "undecided";
}

/** The median of paired ratios, and between what it lies: medians of samples drawn from them, the same draws each time. */
export function ratioOf(ratios: readonly number[]): Ratio {
  const random = new Random(SEED);
  const medians = Array.from({ length: RESAMPLES }, () => median(ratios.map(() => random.pick(ratios))));
  const [low, high] = [quantile(medians, 0.025), quantile(medians, 0.975)];
  return { median: median(ratios), low, high, verdict: verdictOf(low, high) };
}

/** A loss counts only where the whole interval lies below the limit. */
function verdictOf(low: number, high: number): Ratio["verdict"] {
  if (high < LOSS_BELOW) return "loss";
  if (low > 1 / LOSS_BELOW) return "gain";
  return low >= LOSS_BELOW ? "no loss" : "undecided";
}

/** The value below which this share of the values lies, between two of them where it falls there. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
