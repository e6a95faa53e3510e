import type { Lane } from "../lane.js";

/** The judge's finding about one order. */
export interface JudgedOrder {
  readonly merchantReference: string;
  /** What the shop believed about the order at the end. Undefined if it believed nothing. */
  readonly believed: string | undefined;
  /** The verdict, such as paid-unknown; undefined if the shop was right. */
  readonly verdict: string | undefined;
  /** A sentence about the order's real state and the shop's belief. */
  readonly why: string | undefined;
}

/** A run of the judge and its findings. */
export interface Judged {
  /** The id of the mutant that was tried. */
  readonly mutant: string;
  readonly orders: readonly JudgedOrder[];
}

const kept = new WeakMap<Lane, Judged>();

/** Stores the result for the console, as long as the lane is open. */
export const keepJudged = (lane: Lane, judged: Judged): void => void kept.set(lane, judged);

export const judgedOf = (lane: Lane): Judged | undefined => kept.get(lane);
