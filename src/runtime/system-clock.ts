import type { Clock } from "../app/ports/store.js";

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
