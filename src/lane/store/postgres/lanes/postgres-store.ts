import { setTimeout as pause } from "node:timers/promises";
import type { LaneState } from "../../../ports/lane-record.js";
import type { InvariantRules } from "../../../ports/lane-storage.js";
import type { Store, Views } from "../../../ports/store.js";
import { LaneGone } from "../../../ports/store-errors.js";
import { stateAt } from "../../lane-state.js";
import { type Asking, repeatableRead } from "../connection/connection.js";
import { jsonText } from "../connection/text.js";
import { laneQueue } from "../units/lane-queue.js";
import { readLane, readLaneRow, readRecord } from "../units/lane-state.js";
import type { LaneOfNode } from "../units/lane-units.js";
import { followLane } from "../views/lane-following.js";
import { viewsOf } from "../views/views.js";
import { type OutboxOptions, outboxOf } from "./lane-outbox.js";
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

export interface PostgresStoreOptions extends OutboxOptions {
  /** True if the lane isn't visible to others yet. */
  readonly isStaged: boolean;
  readonly invariantRules: InvariantRules | undefined;
  /** Called after a commit, to notify other processes. */
  readonly changed: () => void;
}

/** A lane in PostgreSQL that any number of processes can use at the same time. */
export interface PostgresStore extends Store {
  readonly laneId: number;
  /** The lane now has its name, so commits wait for the disk from now on. */
  published(): void;
}

export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const { database, laneId, node, changed } = options;
  const told: NonNullable<Store["onCommit"]> = (...news) => {
    store.onCommit?.(...news);
    changed();
  };
  const lane: LaneOfNode = { ...options, onCommit: told, isMoving: false, cached: undefined, hasCounts: false };
  const queue = laneQueue(lane);
  const { letGo, ...outbox } = outboxOf(options, (moved) => told(undefined, [moved]));
  const state = async (asked: Asking): Promise<LaneState> => {
    const { cached } = lane;
    const [found] = await asked(readLane, [laneId, cached?.known.version]);
    if (!found) throw new LaneGone();
    const { clock, realNow } = readLaneRow(found);
    const known = found.record === null ? cached!.known : await readRecord(found);
    // A read that started before this node's commit may arrive after it.
    if (!lane.cached || known.version > lane.cached.known.version)
      lane.cached = { known, timeline: lane.cached?.timeline };
    return stateAt({ ...known.record, clock }, realNow);
  };
  const viewsBy = (asked: Asking): Views => {
    const askedOpen: Asking = async (...statement) => {
      queue.assertOpen();
      return asked(...statement);
    };
    return viewsOf(askedOpen, laneId, () => state(askedOpen));
  };
  const views = viewsBy((...asked) => database.rows(...asked));
  const store: PostgresStore = {
    ...outbox,
    laneId,
    views,
    onCommit: undefined,
    published: () => {
      lane.isStaged = false;
    },
    transact: queue.transact,
    amend: async ({ id, explain }) => {
      const exchange = await views.exchange(id);
      if (exchange) await database.rows(amendExchange, [laneId, id, jsonText({ ...exchange, explain })]);
    },
    /** Waits until no other process moves the clock. If that process has died, its move expires. */
    alone: async (move) => {
      const lease = [laneId, node, LEASE_MS];
      while ((await database.rows(beginMove, lease)).length === 0) {
        if ((await database.rows(isThere, [laneId])).length === 0) break;
        await pause(ASK_AGAIN_MS);
      }
      const beating = setInterval(() => void database.rows(beatMove, lease).catch(() => {}), BEAT_MS);
      beating.unref();
      lane.isMoving = true;
      try {
        return await move();
      } finally {
        lane.isMoving = false;
        clearInterval(beating);
        await database.rows(endMove, [laneId, node]);
      }
    },
    follow: async () => {
      queue.assertOpen();
      return followLane(database, laneId, node);
    },
    atOneInstant: (look) =>
      database.transaction(async ({ rows }) => {
        await rows(repeatableRead);
        await rows(patient);
        return look(viewsBy(rows));
      }),
    snapshot: async () => {
      queue.assertOpen();
      return laneAsBytes(database, laneId);
    },
    close: async ({ lastLook } = {}) => {
      await lastLook?.();
      await queue.close();
      await letGo();
    },
  };
  return store;
}
