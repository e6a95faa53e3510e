import type { Clock } from "../app/ports/clock.js";

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
