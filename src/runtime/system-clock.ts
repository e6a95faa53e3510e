import type { Clock } from "../app/ports.js";

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
