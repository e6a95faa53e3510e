import type { Instant } from "../../core/domain/money.js";

/** Gives the real time. */
export interface Clock {
  now(): Instant;
}

/** A later act that a scenario asks for, as plain data. It survives a restart and is part of snapshots. */
export interface ScheduledTask {
  readonly id: number;
  readonly at: Instant;
  /** Its name in the console and in the clock's answer, for example `page`. */
  readonly kind: string;
  readonly orderId: number;
  /** Data for the code that runs the task. */
  readonly what: unknown;
}

/** Another process has done the task's work, or another task was earlier. Nothing was done. */
export class TaskEnded extends Error {}
