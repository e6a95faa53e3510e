import type { Instant } from "../../core/domain/money.js";

/** Gives the real time. */
export interface Clock {
  now(): Instant;
}
