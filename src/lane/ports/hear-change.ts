import type { Changes, MovedNotification } from "./store.js";

/**
 * Hears of a change: a commit with its changes, or notifications that moved. Neither if another process changed
 * something, so that anything may be different.
 */
export type HearChange<T = void> = (changes?: Changes, moved?: readonly MovedNotification[]) => T;

/** For waits that look at the lane's gates. */
export const concernsGates: HearChange<boolean> = (changes, moved) =>
  changes ? changes.lane !== undefined && "gates" in changes.lane : moved === undefined;

/** How to wait, if not for every change. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** False if the change can't be what is waited for. Each change asks it, so it must be fast. */
  readonly concerns?: HearChange<boolean> | undefined;
  /** Calls `wake` after each change that concerns it, and once the lane is gone. Absent: each change asks `concerns`. */
  readonly watch?: ((wake: () => void) => () => void) | undefined;
}

/** Waits until `look` finds something. Resolves with undefined if the time is over first. */
export type Until = <T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number,
  options?: WaitOptions,
) => Promise<T | undefined>;
