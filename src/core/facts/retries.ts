// ASSUMED(retry-schedule): the newer and the older docs differ.
const minutes = {
  newer: [0.25, 0.25, 0.5, 1, 2, 5, 5, 10, 20, 30, 30, 60, 60, 120, 240],
  older: Array.from({ length: 12 }, () => 5),
};

const inMs = (waits: readonly number[]): readonly number[] => waits.map((wait) => wait * 60_000);

/** Waits between the attempts of a notification, in milliseconds, by the choice for `retry-schedule`. */
export const retryDelaysMs = { newer: inMs(minutes.newer), older: inMs(minutes.older) };
