import type { Lane } from "../lane.js";

/** What a judge's run found of one order. */
export interface JudgedOrder {
  readonly merchantReference: string;
  /** What the shop said of it in the end; undefined where it said nothing. */
  readonly believed: string | undefined;
  /** What came of it, such as paid-unknown; undefined where the shop was right. */
  readonly verdict: string | undefined;
  /** Both sides, as a sentence. */
  readonly why: string | undefined;
}

/** What a judge's run was, and what it found. */
export interface Judged {
  /** What was changed in the run. */
  readonly mutant: string;
  readonly orders: readonly JudgedOrder[];
}

const kept = new WeakMap<Lane, Judged>();

/** Keeps it beside a lane, as long as that is open: the console shows it. */
export const keepJudged = (lane: Lane, judged: Judged): void => void kept.set(lane, judged);

export const judgedOf = (lane: Lane): Judged | undefined => kept.get(lane);
