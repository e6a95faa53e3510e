import { setTimeout as pause } from "node:timers/promises";
import type { Database, Statement } from "./database.js";

/** How long a move outlives a node that is gone, and how often a living one says that it is there, in milliseconds. */
const LEASE_MS = 3_000;
const BEAT_MS = 1_000;
const ASK_AGAIN_MS = 50;

const begin: Statement = {
  name: "begin-move",
  text: `UPDATE lanes SET moved_by = $2, moved_until = clock_timestamp() + $3::bigint * interval '1 ms'
    WHERE id = $1 AND (moved_until IS NULL OR moved_until < clock_timestamp()) RETURNING id`,
};
/** A lease that ended is not taken up again: the clock has run on since, and must not be put back to where it stood. */
const beat: Statement = {
  name: "beat-move",
  text: `UPDATE lanes SET moved_until = clock_timestamp() + $3::bigint * interval '1 ms'
    WHERE id = $1 AND moved_by = $2 AND moved_until > clock_timestamp()`,
};
const end: Statement = {
  name: "end-move",
  text: "UPDATE lanes SET moved_by = NULL, moved_until = NULL WHERE id = $1 AND moved_by = $2",
};
const isThere: Statement = {
  name: "is-lane-there",
  text: "SELECT 1 FROM lanes WHERE id = $1 AND dropped_at IS NULL",
};

/** A lane's clock is moved by one process at a time; while it is, no other one delivers. */
export class LaneMoves {
  readonly #database: Database;
  readonly #laneId: number;
  readonly #node: string;
  #isUnderWay = false;

  constructor(database: Database, laneId: number, node: string) {
    this.#database = database;
    this.#laneId = laneId;
    this.#node = node;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Waits until no other process moves the clock. Of a process that is gone the move ends by itself. */
  async alone<T>(move: () => Promise<T>): Promise<T> {
    const lease = [this.#laneId, this.#node, LEASE_MS];
    while ((await this.#database.rows(begin, lease)).length === 0) {
      if ((await this.#database.rows(isThere, [this.#laneId])).length === 0) break;
      await pause(ASK_AGAIN_MS);
    }
    const beating = setInterval(() => void this.#database.rows(beat, lease).catch(() => {}), BEAT_MS);
    beating.unref();
    this.#isUnderWay = true;
    try {
      return await move();
    } finally {
      this.#isUnderWay = false;
      clearInterval(beating);
      await this.#database.rows(end, [this.#laneId, this.#node]);
    }
  }
}
