import { randomBytes } from "node:crypto";
import { initialClock } from "../../../ports/lane-record.js";
import type { LaneStorage, LaneStoreOptions } from "../../../ports/lane-storage.js";
import { LaneLimitReached, StoreUnavailable } from "../../../ports/store-errors.js";
import { DISK_SNAPSHOTS_BYTES } from "../../snapshot-store.js";
import { addressOf } from "../connection/address.js";
import { begin, commitUnhurried, type Row, rollback, WHOLE_LANE_MS } from "../connection/connection.js";
import { Database } from "../connection/database.js";
import { cannotBeUsed, migrate } from "../schema/migrate.js";
import { firstIds, LANE_NOW, stageLane } from "../units/lane-state.js";
import { type UpkeepBounds, upkeepOf } from "../upkeep/upkeep.js";
import { dropLane, laneId, nameLane } from "./lane-names.js";
import { type PostgresStore, postgresStore } from "./postgres-store.js";
import { paste, readCopy } from "./snapshot-copy.js";

const noteUse = "UPDATE lanes SET used_at = clock_timestamp() WHERE id = $1";
/** Throws if the tables are missing, or if the database can't be written. */
const probe = `WITH written AS (UPDATE kept SET value = value WHERE name = 'seed' RETURNING 1)
    SELECT (SELECT count(*) FROM written), EXISTS (SELECT 1 FROM lanes)`;
const laneNames = `SELECT name FROM lanes WHERE name IS NOT NULL ORDER BY name COLLATE "C"`;
const laneUsages =
  "SELECT name, ids->>'orders' AS orders, journal_bytes AS bytes, ids->>'exchange' AS calls FROM lanes WHERE name IS NOT NULL";
const laneRecord = "SELECT record FROM lanes WHERE name = $1";
const openLane = "UPDATE lanes SET used_at = clock_timestamp() WHERE name = $1 RETURNING id";
const measures = `SELECT count(*) FILTER (WHERE o.state = 'due') AS due, count(*) FILTER (WHERE o.state = 'in-flight') AS in_flight,
      coalesce(max(l.now - o.due_at) FILTER (WHERE o.state = 'due'), 0)::float8 AS oldest
    FROM (SELECT id, ${LANE_NOW} AS now FROM lanes WHERE name IS NOT NULL) l
    JOIN outbox o ON o.lane_id = l.id AND o.state IN ('due', 'in-flight')`;

/** In the lanes' database, so that any process can load another one's. */
const snapshots = {
  list: `SELECT name, octet_length(bytes) AS bytes FROM snapshots ORDER BY name COLLATE "C"`,
  save: `INSERT INTO snapshots VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes, saved_at = clock_timestamp()`,
  read: "SELECT bytes FROM snapshots WHERE name = $1",
  remove: "DELETE FROM snapshots WHERE name = $1 RETURNING name",
};

export interface PostgresOptions extends UpkeepBounds, Pick<LaneStorage, "seed" | "journalBudget" | "openForALook"> {
  readonly store: string;
  /** The time limit of a notification attempt, in milliseconds of real time. */
  readonly attemptMs: number;
}

/**
 * How much longer the lease is than an attempt's timeout, so that a node can still record an attempt that timed out.
 */
const LEASE_BEYOND_MS = 2_000;

/**
 * Opens all lanes in one database, and migrates its schema to this version. A process owns no lane: others may use the
 * same lane at the same time. Throws CannotStart if the database cannot be used.
 */
export async function openPostgresLanes(options: PostgresOptions): Promise<LaneStorage> {
  const database = new Database(addressOf(options.store));
  try {
    await database.assertUsable();
    const { found, wanted } = await migrate(database);
    if (found > wanted)
      options.log.warn(`the store has schema ${found}, newer than this version's ${wanted}, and still serves it`);
    const seed = Number(await kept(database, "seed", String(options.seed)));
    const key = await kept(database, "sealing-key", randomBytes(32).toString("base64"));
    return lanesIn(database, { ...options, seed, sealingKey: Buffer.from(key, "base64") });
  } catch (error) {
    await database.close();
    throw cannotBeUsed(database, error);
  }
}

function lanesIn(database: Database, options: PostgresOptions & { readonly sealingKey: Buffer }): LaneStorage {
  const { shown } = database.address;
  const { seed, sealingKey, journalBudget, openForALook, attemptMs, laneTtlMs } = options;
  const node = randomBytes(6).toString("hex");
  const leaseMs = attemptMs + LEASE_BEYOND_MS;
  const upkeep = upkeepOf(database, node, options);
  /** By lane id: when its last use was written. */
  const notedAt = new Map<number, number>();

  const storeOf = (id: number, { invariantRules }: LaneStoreOptions, isStaged: boolean): PostgresStore => {
    const changed = () => upkeep.tell(id);
    return postgresStore({ database, laneId: id, node, isStaged, leaseMs, invariantRules, changed });
  };
  /** Reading a lane counts as use too, but is recorded only occasionally. */
  const note = (id: number): void => {
    const now = performance.now();
    if (laneTtlMs === undefined || now - (notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < laneTtlMs / NOTED_PART) return;
    notedAt.set(id, now);
    // Ignores errors: if the database is down, the call itself reports it.
    database.rows(noteUse, [id]).catch(() => {});
  };
  const idOf = async (name: string): Promise<number | undefined> => (await database.rows(laneId, [name]))[0]?.id;
  const dropped = (gone: readonly Row[]): void => {
    for (const { id } of gone) upkeep.tell(id, "gone");
    upkeep.soon();
  };

  return {
    kind: "postgres",
    ...{ seed, journalBudget, openForALook },
    shared: {
      sealingKey,
      databaseUse: () => ({ pool: database.load, ...database.counts }),
      start: (events) => upkeep.start(events),
      names: async () => (await database.rows(laneNames)).map(({ name }) => name),
      isKept: async (name) => (await idOf(name)) !== undefined,
      seedOf: async (name) => {
        const [lane] = await database.rows(laneRecord, [name]);
        return lane && JSON.parse(lane.record).seed;
      },
      effectOf: (change, store) => {
        const { laneId } = store as PostgresStore;
        if (change === "anything" || change.gone.includes(laneId)) return "perhaps-gone";
        return change.changed.includes(laneId) ? "changed" : "none";
      },
      isCurrent: async (name, store) => {
        const { laneId } = store as PostgresStore;
        note(laneId);
        return (await idOf(name)) === laneId;
      },
    },
    snapshots: {
      list: async () => (await database.rows(snapshots.list)).map(({ name, bytes }) => ({ name, bytes })),
      save: async (name, bytes) => void (await database.rows(snapshots.save, [name, bytes], WHOLE_LANE_MS)),
      read: async (name) => (await database.rows(snapshots.read, [name], WHOLE_LANE_MS))[0]?.bytes,
      delete: async (name) => (await database.rows(snapshots.remove, [name])).length > 0,
      maxBytes: DISK_SNAPSHOTS_BYTES,
    },
    ping: async () => {
      await database.connected(({ rows }) => Promise.all([begin, probe, rollback].map((one) => rows(one))));
    },
    measure: async () => {
      const [{ due, in_flight: inFlight, oldest }] = (await database.rows(measures)) as [Row];
      return { due, inFlight, oldestDueMs: Math.max(0, oldest) };
    },
    usage: async () => {
      const rows = await database.rows(laneUsages);
      return new Map(
        rows.map(({ name, ...held }) => [
          name,
          { orders: Number(held.orders), bytes: Number(held.bytes), calls: Number(held.calls) },
        ]),
      );
    },
    open: async (name, how, instead) => {
      const [lane] = instead ? [] : await database.rows(openLane, [name]);
      if (lane) return { store: storeOf(lane.id, how, false) };
      const id = await stage(database, how.seed, instead?.bytes);
      const isReplacing = instead !== undefined && !instead.isAnother;
      const store = storeOf(id, how, true);
      const publish = async () => {
        const { outcome, gone } = await nameLane(database, { name, id, isReplacing }, how.limits ?? []);
        dropped(gone);
        if (outcome === "too-many") throw new LaneLimitReached();
        store.published();
        return outcome === "named";
      };
      return { store, publish };
    },
    stage: async (_, bytes) => {
      readCopy(bytes);
      return { bytes };
    },
    remove: async (name) => {
      const gone = await database.rows(dropLane, [name]);
      dropped(gone);
      return gone.length > 0;
    },
    placeOf: (name) => `lane ${name} of the store ${shown}`,
    whyUnusable: (error) => (error instanceof StoreUnavailable ? cannotBeUsed(database, error).message : undefined),
    close: async () => {
      await upkeep.stop();
      await database.close();
    },
  };
}

/** Makes a lane that nobody sees yet. Returns its id. */
async function stage(database: Database, seed: number, bytes: Buffer | undefined): Promise<number> {
  const values = [initialClock, { seed }, firstIds(seed)].map((value) => JSON.stringify(value));
  const copy = bytes && readCopy(bytes);
  return database.transaction(async (connection) => {
    // The commit that names the lane waits for the disk.
    const [[found]] = await Promise.all([connection.rows(stageLane, values), connection.rows(commitUnhurried)]);
    const { id } = found as Row;
    if (copy) await paste(connection, id, copy);
    return id;
  });
}

/** How often a lane's use is written, as a fraction of its time to live. */
const NOTED_PART = 20;
/** Returns the value that the first node has stored. */
async function kept(database: Database, name: string, first: string): Promise<string> {
  const keep = "INSERT INTO kept VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
  await database.rows(keep, [name, first]);
  const [row] = await database.rows("SELECT value FROM kept WHERE name = $1", [name]);
  return row.value;
}
