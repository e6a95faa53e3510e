// The room `ports`: what the use cases ask of the outside, and the data that crosses to it. Adapters implement these
// interfaces; no SQL and no driver type stands here.

import type { Instant } from "../../domain/money.js";

/** Gives the real time. */
export interface Clock {
  now(): Instant;
}
