import { setTimeout as pause } from "node:timers/promises";
import type { Lane } from "../app/lane.js";
import { type LaneLife, lifeOf } from "./lane-life.js";

/** How long to wait for a reset's answer to be sent before reading its old lane, in milliseconds of real time. */
export const ANSWERED_MS = 50;

/** Keeps the facts about dropped and reset lanes, in the order of their ends. */
export class PastLives {
  readonly #lives: LaneLife[] = [];
  #last: Promise<void> = Promise.resolve();

  /**
   * Reads the old lane after its reset was answered. The lane's store stays open until the promise resolves. Reads
   * one lane at a time.
   */
  readonly retired = (lane: Lane): Promise<void> => {
    this.#last = Promise.all([this.#last, pause(ANSWERED_MS)]).then(async () => {
      this.#lives.push(await lifeOf(lane));
    });
    return this.#last;
  };

  /** All facts, once the last lane was read. */
  async all(): Promise<readonly LaneLife[]> {
    await this.#last;
    return this.#lives;
  }
}
