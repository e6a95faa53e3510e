import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../connection/database.js";

/** If a node dies during a clock move, the move expires after this many milliseconds. */
const LEASE_MS = 3_000;
/** How often a living node renews its move, in milliseconds. */
const BEAT_MS = 1_000;
const ASK_AGAIN_MS = 50;

/** After a move whose lease ended, the clock counts as running: the new move begins there, not where the old one stood. */
const begin = `UPDATE lanes SET moved_by = $2, moved_until = clock_timestamp() + $3::bigint * interval '1 ms',
      clock = (clock::jsonb - 'standingAt')::json
    WHERE id = $1 AND (moved_until IS NULL OR moved_until < clock_timestamp()) RETURNING id`;
/** An expired lease is not renewed, because the clock has continued since and must not go back. */
const beat = `UPDATE lanes SET moved_until = clock_timestamp() + $3::bigint * interval '1 ms'
    WHERE id = $1 AND moved_by = $2 AND moved_until > clock_timestamp()`;
const end = "UPDATE lanes SET moved_by = NULL, moved_until = NULL WHERE id = $1 AND moved_by = $2";
const isThere = "SELECT 1 FROM lanes WHERE id = $1 AND dropped_at IS NULL";

/** Only one process at a time moves a lane's clock. During the move, no other process delivers. */
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

  /** Waits until no other process moves the clock. If that process has died, its move expires. */
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
