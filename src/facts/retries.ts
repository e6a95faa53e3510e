const S = 1000;
const MIN = 60 * S;
const H = 60 * MIN;

// ASSUMED(retry-schedule): the newer and the older docs differ.
/** Waits between the attempts of a notification, in milliseconds, by the choice for `retry-schedule`. */
export const retryDelaysMs = {
  newer: [
    15 * S,
    15 * S,
    30 * S,
    MIN,
    2 * MIN,
    5 * MIN,
    5 * MIN,
    10 * MIN,
    20 * MIN,
    30 * MIN,
    30 * MIN,
    H,
    H,
    2 * H,
    4 * H,
  ],
  older: Array.from({ length: 12 }, () => 5 * MIN),
} as const satisfies Record<string, readonly number[]>;
