import { setTimeout as pause } from "node:timers/promises";
import type { Following } from "../../../ports/change-feed.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Changes, Closing, MovedNotification, Store, UnitOptions, Views, Work } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import { stateAt } from "../../lane-state.js";
import type { Row } from "../connection/connection.js";
import { type Asking, repeatableRead } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { jsonText } from "../connection/text.js";
import { LaneQueue } from "../units/lane-queue.js";
import { readLane, readLaneRow, readRecord } from "../units/lane-state.js";
import type { LaneOfNode } from "../units/transaction.js";
import { LaneFollowing } from "../views/lane-following.js";
import { viewsOf } from "../views/views.js";
import { LaneOutbox } from "./lane-outbox.js";
import { laneAsBytes } from "./snapshot-copy.js";

/** If a node dies during a clock move, the move expires after this many milliseconds. */
const LEASE_MS = 3_000;
/** How often a living node renews its move, in milliseconds. */
const BEAT_MS = 1_000;
const ASK_AGAIN_MS = 50;

/** After a move whose lease ended, the clock counts as running: the new move begins there, not where the old one stood. */
const beginMove = `UPDATE lanes SET moved_by = $2, moved_until = clock_timestamp() + $3::bigint * interval '1 ms',
      clock = (clock::jsonb - 'standingAt')::json
    WHERE id = $1 AND (moved_until IS NULL OR moved_until < clock_timestamp()) RETURNING id`;
/** An expired lease is not renewed, because the clock has continued since and must not go back. */
const beatMove = `UPDATE lanes SET moved_until = clock_timestamp() + $3::bigint * interval '1 ms'
    WHERE id = $1 AND moved_by = $2 AND moved_until > clock_timestamp()`;
const endMove = "UPDATE lanes SET moved_by = NULL, moved_until = NULL WHERE id = $1 AND moved_by = $2";
const isThere = "SELECT 1 FROM lanes WHERE id = $1 AND dropped_at IS NULL";

/** With a large lane, there may be a long pause between two reads. */
const patient = "SET LOCAL idle_in_transaction_session_timeout = '10min'";

const amendExchange = "UPDATE exchanges SET doc = $3::json WHERE lane_id = $1 AND id = $2";

export interface PostgresStoreOptions {
  readonly database: Database;
  readonly laneId: number;
  /** Identifies this process among those that share the database. */
  readonly node: string;
  /** True if the lane isn't visible to others yet. */
  readonly isStaged: boolean;
  readonly leaseMs: number;
  readonly invariantRules: InvariantRules | undefined;
  /** Called after a commit, to notify other processes. */
  readonly changed?: () => void;
}

/** Reads the lane's row. Leaves out the record if its version is `known`. Undefined if the lane is gone. */
type LaneRow = (known: number) => Promise<Row | undefined>;

/**
 * A lane in PostgreSQL that any number of processes can use at the same time. A unit of work locks the lane's row.
 */
export class PostgresStore extends LaneOutbox implements Store {
  readonly views: Views;
  onCommit: Store["onCommit"];
  readonly #changed: () => void;
  readonly #lane: LaneOfNode;
  readonly #queue: LaneQueue;
  #isClosed = false;

  constructor(options: PostgresStoreOptions) {
    const { database, laneId, changed = () => {} } = options;
    super(database, options);
    this.#changed = changed;
    const onCommit = (changes: Changes): void => {
      this.onCommit?.(changes);
      changed();
    };
    this.#lane = { ...options, onCommit, isMoving: false, cached: undefined, hasCounts: false };
    this.#queue = new LaneQueue(this.#lane);
    this.views = this.#viewsBy(
      (...asked) => database.rows(...asked),
      async (known) => (await database.rows(readLane, [laneId, known]))[0],
    );
  }

  /** The lane now has its name, so commits wait for the disk from now on. */
  published(): void {
    this.#lane.isStaged = false;
  }

  transact<R>(work: Work<R>, options?: UnitOptions<R>): Promise<R> {
    return this.#queue.transact(work, options);
  }

  protected override moved(moved: MovedNotification): void {
    this.onCommit?.(undefined, [moved]);
    this.#changed();
  }

  async amend({ id, explain }: Parameters<Store["amend"]>[0]): Promise<void> {
    const exchange = await this.views.exchange(id);
    if (exchange) await this.database.rows(amendExchange, [this.laneId, id, jsonText({ ...exchange, explain })]);
  }

  /** Waits until no other process moves the clock. If that process has died, its move expires. */
  async alone<T>(move: () => Promise<T>): Promise<T> {
    const lease = [this.laneId, this.node, LEASE_MS];
    while ((await this.database.rows(beginMove, lease)).length === 0) {
      if ((await this.database.rows(isThere, [this.laneId])).length === 0) break;
      await pause(ASK_AGAIN_MS);
    }
    const beating = setInterval(() => void this.database.rows(beatMove, lease).catch(() => {}), BEAT_MS);
    beating.unref();
    this.#lane.isMoving = true;
    try {
      return await move();
    } finally {
      this.#lane.isMoving = false;
      clearInterval(beating);
      await this.database.rows(endMove, [this.laneId, this.node]);
    }
  }

  follow(): Promise<Following> {
    this.#assertOpen();
    return LaneFollowing.begin(this.database, this.laneId, this.node);
  }

  atOneInstant<T>(look: (views: Views) => Promise<T>): Promise<T> {
    return this.database.transaction(async (connection) => {
      await connection.rows(repeatableRead);
      await connection.rows(patient);
      const row = async (known: number) => (await connection.rows(readLane, [this.laneId, known]))[0];
      return look(this.#viewsBy(connection.rows, row));
    });
  }

  snapshot(): Promise<Buffer> {
    this.#assertOpen();
    return laneAsBytes(this.database, this.laneId);
  }

  async close({ lastLook }: Closing = {}): Promise<void> {
    await lastLook?.();
    this.#isClosed = true;
    await this.#queue.close();
    await this.letGo();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new LaneGone();
  }

  #viewsBy(asked: Asking, row: LaneRow): Views {
    const assertOpen = () => this.#assertOpen();
    return viewsOf({ asked, laneId: this.laneId, state: () => this.#state(row), assertOpen });
  }

  async #state(rowNow: LaneRow): Promise<LaneState> {
    const { cached } = this.#lane;
    const found = await rowNow(cached?.known.version ?? -1);
    if (!found) throw new LaneGone();
    const { clock, realNow } = readLaneRow(found);
    const known = found.record === null ? cached!.known : await readRecord(found);
    // A read that started before this node's commit may arrive after it.
    if (known.version > (this.#lane.cached?.known.version ?? -1))
      this.#lane.cached = { known, timeline: this.#lane.cached?.timeline };
    return stateAt({ ...known.record, clock }, realNow);
  }
}
