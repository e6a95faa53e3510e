import type { Instant } from "../../domain/money.js";

/** Gives the real time. */
export interface Clock {
  now(): Instant;
}
