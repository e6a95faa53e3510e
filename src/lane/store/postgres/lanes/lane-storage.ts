import { randomBytes } from "node:crypto";
import type { ByteBudget } from "../../../ports/byte-budget.js";
import { initialClock } from "../../../ports/lane-record.js";
import type {
  LaneStorage,
  LaneStoreOptions,
  LaneUsage,
  OpenedStore,
  RemoteChange,
  Replacement,
  SnapshotStore,
  StorageEvents,
} from "../../../ports/lane-storage.js";
import type { Log } from "../../../ports/log.js";
import type { DatabaseUse, StorageMeasures } from "../../../ports/storage-measures.js";
import type { Store } from "../../../ports/store.js";
import { LaneLimitReached, StoreUnavailable } from "../../../ports/store-errors.js";
import { addressOf, type StoreAddress } from "../connection/address.js";
import { begin, commitUnhurried, type Row, rollback } from "../connection/connection.js";
import { Database } from "../connection/database.js";
import { databaseError } from "../connection/failures.js";
import { cannotBeUsed, migrate } from "../schema/migrate.js";
import { firstIds, LANE_NOW, stageLane } from "../units/lane-state.js";
import { Upkeep } from "../upkeep/upkeep.js";
import { dropLane, laneId, nameLane } from "./lane-names.js";
import { PostgresStore } from "./postgres-store.js";
import { paste, readCopy } from "./snapshot-copy.js";
import { databaseSnapshots } from "./snapshots.js";

const noteUse = "UPDATE lanes SET used_at = clock_timestamp() WHERE id = $1";
/** Throws if the tables are missing, or if the database can't be written. */
const probe = `WITH written AS (UPDATE kept SET value = value WHERE name = 'seed' RETURNING 1)
    SELECT (SELECT count(*) FROM written), EXISTS (SELECT 1 FROM lanes)`;
const laneNames = `SELECT name FROM lanes WHERE name IS NOT NULL ORDER BY name COLLATE "C"`;
const laneUsages = "SELECT name, ids->>'orders' AS orders, journal_bytes AS bytes FROM lanes WHERE name IS NOT NULL";
const laneRecord = "SELECT record FROM lanes WHERE name = $1";
const openLane = "UPDATE lanes SET used_at = clock_timestamp() WHERE name = $1 RETURNING id";
const measures = `SELECT count(*) FILTER (WHERE o.state = 'due') AS due, count(*) FILTER (WHERE o.state = 'in-flight') AS in_flight,
      coalesce(max(l.now - o.due_at) FILTER (WHERE o.state = 'due'), 0)::float8 AS oldest
    FROM (SELECT id, ${LANE_NOW} AS now FROM lanes WHERE name IS NOT NULL) l
    JOIN outbox o ON o.lane_id = l.id AND o.state IN ('due', 'in-flight')`;

export interface PostgresOptions {
  readonly store: string;
  readonly seed: number;
  /** The time limit of a notification attempt, in milliseconds of real time. */
  readonly attemptMs: number;
  /** The limit for all lanes' journals. */
  readonly journalBytes: number;
  /** How long an unused lane stays. Undefined: forever. */
  readonly laneTtlMs: number | undefined;
  /** True if lanes settle automatically each day. Left out: they don't. */
  readonly settlesDaily?: boolean;
  /** The limit of the journals in this process's memory. */
  readonly journalBudget: ByteBudget;
  readonly log: Log;
  /** Opens a temporary store, of which nothing is kept. */
  readonly openForALook: (options: LaneStoreOptions) => Promise<Store>;
}

/**
 * How much longer the lease is than an attempt's timeout, so that a node can still record an attempt that timed out.
 */
const LEASE_BEYOND_MS = 2_000;

/** All lanes in one database. A process owns no lane: others may use the same lane at the same time. */
export class PostgresLanes implements LaneStorage {
  readonly kind = "postgres";
  readonly seed: number;
  readonly sealingKey: Buffer;
  readonly snapshots: SnapshotStore;
  readonly journalBudget: ByteBudget;
  readonly #database: Database;
  readonly #address: StoreAddress;
  readonly #options: PostgresOptions;
  readonly #node = randomBytes(6).toString("hex");
  readonly #upkeep: Upkeep;
  /** By lane id: when its last use was written. */
  readonly #notedAt = new Map<number, number>();

  private constructor(
    database: Database,
    address: StoreAddress,
    options: PostgresOptions,
    { seed, sealingKey }: { readonly seed: number; readonly sealingKey: Buffer },
  ) {
    this.seed = seed;
    this.sealingKey = sealingKey;
    this.#database = database;
    this.#address = address;
    this.#options = options;
    this.journalBudget = options.journalBudget;
    this.snapshots = databaseSnapshots(database);
    this.#upkeep = new Upkeep(database, this.#node, { settlesDaily: false, ...options });
  }

  /** Migrates the schema to this version. Throws CannotStart if the database cannot be used. */
  static async open(options: PostgresOptions): Promise<PostgresLanes> {
    const address = addressOf(options.store);
    const database = new Database(address);
    try {
      await database.assertUsable();
      const { found, wanted } = await migrate(database, address);
      if (found > wanted)
        options.log.warn(`the store has schema ${found}, newer than this version's ${wanted}, and still serves it`);
      const seed = Number(await kept(database, "seed", String(options.seed)));
      const key = await kept(database, "sealing-key", randomBytes(32).toString("base64"));
      return new PostgresLanes(database, address, options, { seed, sealingKey: Buffer.from(key, "base64") });
    } catch (error) {
      await database.close();
      throw cannotBeUsed(address, error);
    }
  }

  async ping(): Promise<void> {
    const probed = this.#database.connected(({ rows }) => Promise.all([rows(begin), rows(probe), rows(rollback)]));
    await probed.catch((error) => {
      throw databaseError(error);
    });
  }

  async measure(): Promise<StorageMeasures> {
    const [{ due, in_flight: inFlight, oldest }] = (await this.#database.rows(measures)) as [Row];
    return { due, inFlight, oldestDueMs: Math.max(0, oldest) };
  }

  databaseUse(): DatabaseUse {
    const { load: pool, counts } = this.#database;
    return { pool, ...counts };
  }

  async usage(): Promise<ReadonlyMap<string, LaneUsage>> {
    const rows = await this.#database.rows(laneUsages);
    return new Map(rows.map(({ name, orders, bytes }) => [name, { orders: Number(orders), bytes: Number(bytes) }]));
  }

  start(events: StorageEvents): void {
    this.#upkeep.start(events);
  }

  lanesAtStart(): readonly string[] {
    return [];
  }

  async names(): Promise<readonly string[]> {
    return (await this.#database.rows(laneNames)).map(({ name }) => name);
  }

  async isKept(name: string): Promise<boolean> {
    return (await this.#idOf(name)) !== undefined;
  }

  async seedOf(name: string): Promise<number | undefined> {
    const [lane] = await this.#database.rows(laneRecord, [name]);
    return lane && JSON.parse(lane.record).seed;
  }

  effectOf(change: RemoteChange, store: Store): "none" | "changed" | "perhaps-gone" {
    const { laneId } = store as PostgresStore;
    if (change === "anything" || change.gone.includes(laneId)) return "perhaps-gone";
    return change.changed.includes(laneId) ? "changed" : "none";
  }

  readonly expiresLanes = true;

  lastUse(): undefined {
    return undefined;
  }

  keepUses(): void {}

  async isCurrent(name: string, store: Store): Promise<boolean> {
    this.#noteUse(store as PostgresStore);
    return (await this.#idOf(name)) === (store as PostgresStore).laneId;
  }

  async open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore> {
    const kept = instead ? undefined : await this.#openKept(name);
    if (kept) return { store: this.#storeOf(kept, options), publish: async () => true };
    const id = await this.#stage(options.seed, instead?.bytes);
    const isReplacing = instead !== undefined && !instead.isAnother;
    const store = this.#storeOf({ id, isStaged: true }, options);
    return {
      store,
      publish: async () => {
        const { outcome, gone } = await nameLane(this.#database, { name, id, isReplacing }, options.limits ?? []);
        this.#dropped(gone);
        if (outcome === "too-many") throw new LaneLimitReached();
        store.published();
        return outcome === "named";
      },
    };
  }

  openForALook(options: LaneStoreOptions): Promise<Store> {
    return this.#options.openForALook(options);
  }

  async stage(_: string, bytes: Buffer): Promise<Replacement> {
    readCopy(bytes);
    return { bytes };
  }

  async remove(name: string): Promise<boolean> {
    const gone = await this.#database.rows(dropLane, [name]);
    this.#dropped(gone);
    return gone.length > 0;
  }

  placeOf(name: string): string {
    return `lane ${name} of the store ${this.#address.shown}`;
  }

  whyUnreadable(): undefined {
    return undefined;
  }

  setAside(name: string): string {
    throw new Error(`expected a lane in a file, ${name} is in a database`);
  }

  whyUnusable(error: unknown): string | undefined {
    return error instanceof StoreUnavailable
      ? `the store ${this.#address.shown} cannot be used: ${error.message}`
      : undefined;
  }

  async close(): Promise<void> {
    await this.#upkeep.stop();
    await this.#database.close();
  }

  #storeOf(
    { id, isStaged = false }: { id: number; isStaged?: boolean },
    { invariantRules }: LaneStoreOptions,
  ): PostgresStore {
    const [database, node] = [this.#database, this.#node];
    const leaseMs = this.#options.attemptMs + LEASE_BEYOND_MS;
    const changed = () => this.#upkeep.tell(id);
    return new PostgresStore({ database, laneId: id, node, isStaged, leaseMs, invariantRules, changed });
  }

  /** Reading a lane counts as use too, but is recorded only occasionally. */
  #noteUse({ laneId }: PostgresStore): void {
    const { laneTtlMs } = this.#options;
    if (laneTtlMs === undefined) return;
    const now = performance.now();
    if (now - (this.#notedAt.get(laneId) ?? Number.NEGATIVE_INFINITY) < laneTtlMs / NOTED_PART) return;
    this.#notedAt.set(laneId, now);
    // Ignores errors: if the database is down, the call itself reports it.
    this.#database.rows(noteUse, [laneId]).catch(() => {});
  }

  async #idOf(name: string): Promise<number | undefined> {
    return (await this.#database.rows(laneId, [name]))[0]?.id;
  }

  async #openKept(name: string): Promise<{ readonly id: number } | undefined> {
    return (await this.#database.rows(openLane, [name]))[0];
  }

  /** Returns the lane's id. */
  async #stage(seed: number, bytes: Buffer | undefined): Promise<number> {
    const values = [initialClock, { seed }, firstIds(seed)].map((value) => JSON.stringify(value));
    const copy = bytes && readCopy(bytes);
    return this.#database.transaction(async (connection) => {
      // The commit that names the lane waits for the disk.
      const [[{ id }]] = (await Promise.all([
        connection.rows(stageLane, values),
        connection.rows(commitUnhurried),
      ])) as [[Row], unknown];
      if (copy) await paste(connection, id, copy);
      return id;
    });
  }

  #dropped(gone: readonly Row[]): void {
    for (const { id } of gone) this.#upkeep.tell(id, "gone");
    this.#upkeep.soon();
  }
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
