import type { Clock } from "../app/ports/clock.js";
import { instant } from "../domain/money.js";

/** The machine's own time. */
export const systemClock: Clock = { now: () => instant(Date.now()) };
