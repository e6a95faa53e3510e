import type { Instant } from "../../domain/money.js";

/** Something that a scenario wants later, as plain data: it outlives a restart and goes with a snapshot. */
export interface ScheduledTask {
  readonly id: number;
  readonly at: Instant;
  /** What the console and the clock's answer call it, such as `page`. */
  readonly kind: string;
  readonly orderId: number;
  /** For the one who runs the task. */
  readonly what: unknown;
}

/** Somebody else did what a task wants, or another one came before it: nothing was done. */
export class TaskEnded extends Error {}
