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
  const draw = drawing(SEED);
  const medians = Array.from({ length: RESAMPLES }, () =>
    quantile(
      ratios.map(() => ratios[Math.floor(draw() * ratios.length)]!),
      0.5,
    ),
  );
  const [low, high] = [quantile(medians, 0.025), quantile(medians, 0.975)];
  return { median: quantile(ratios, 0.5), low, high, verdict: verdictOf(low, high) };
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

/** Numbers from 0 to below 1, the same of one seed (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
