import { randomBytes } from "node:crypto";
import { initialClock } from "../../app/ports/lane-record.js";
import type {
  LaneNews,
  LaneStorage,
  LaneStoreOptions,
  OpenedStore,
  Replacement,
  StorageEvents,
} from "../../app/ports/lane-storage.js";
import type { SnapshotStore } from "../../app/ports/snapshots.js";
import type { StorageMeasures } from "../../app/ports/storage-measures.js";
import type { Store } from "../../app/ports/store.js";
import { StoreUnavailable } from "../../app/ports/store-errors.js";
import { CannotStart } from "../../package/errors.js";
import type { Access } from "./access.js";
import { addressOf, type StoreAddress } from "./address.js";
import { BEGIN_UNHURRIED, type Connection, Database, type Row } from "./database.js";
import { firstIds, stageLane } from "./lane-state.js";
import { Looker } from "./looker.js";
import { measuresOf } from "./measures.js";
import { migrate } from "./migrate.js";
import { PostgresStore } from "./postgres-store.js";
import { paste, readCopy } from "./snapshot-copy.js";
import { databaseSnapshots } from "./snapshots.js";
import { Upkeep } from "./upkeep.js";
import { Writer } from "./writer.js";

export interface PostgresOptions {
  readonly store: string;
  readonly seed: number;
  /** Real time for one attempt of a notification, in milliseconds. */
  readonly attemptMs: number;
  /** What all lanes' journals may hold. */
  readonly journalBytes: number;
  /** How long a lane stays that nobody uses; undefined: always. */
  readonly laneTtlMs: number | undefined;
  /** Whether lanes settle by themselves each day; left out: they do not. */
  readonly settlesDaily?: boolean;
  /** Opens a store of which nothing stays. */
  readonly openForALook: (options: LaneStoreOptions) => Promise<Store>;
}

/** An attempt that takes all of its time is still recorded by the node that made it. */
const LEASE_BEYOND_MS = 2_000;

/** All lanes in one database. A process keeps nothing of its own: any other one may use the same lane at the same time. */
export class PostgresLanes implements LaneStorage {
  readonly kind = "postgres";
  readonly seed: number;
  readonly sealingKey: Buffer;
  readonly snapshots: SnapshotStore;
  readonly #database: Database;
  readonly #address: StoreAddress;
  readonly #options: PostgresOptions;
  readonly #node = randomBytes(6).toString("hex");
  readonly #access: Access;
  readonly #upkeep: Upkeep;
  /** When the use of a lane was last written, by its id. */
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
    this.snapshots = databaseSnapshots(database);
    this.#access = { database, looker: new Looker(database), writer: new Writer(database, this.#node) };
    this.#upkeep = new Upkeep(database, this.#node, { settlesDaily: false, ...options });
  }

  /** Brings the schema to this version. Throws CannotStart where the database cannot be used. */
  static async open(options: PostgresOptions): Promise<PostgresLanes> {
    const address = addressOf(options.store);
    const database = new Database(address);
    try {
      await migrate(database, address);
      const seed = Number(await kept(database, "seed", String(options.seed)));
      const key = await kept(database, "sealing-key", randomBytes(32).toString("base64"));
      return new PostgresLanes(database, address, options, { seed, sealingKey: Buffer.from(key, "base64") });
    } catch (error) {
      await database.close();
      throw error instanceof CannotStart
        ? error
        : new CannotStart(`the store ${address.shown} cannot be used: ${(error as Error).message}`, { cause: error });
    }
  }

  async ping(): Promise<void> {
    await this.#database.rows({ name: "ping", text: "SELECT 1" });
  }

  measure(): Promise<StorageMeasures> {
    return measuresOf(this.#database);
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

  isOf(news: LaneNews, store: Store): boolean {
    return news === "anything" || news.lanes.includes((store as PostgresStore).laneId);
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
    const { id, row } = await this.#stage(options.seed, instead?.bytes);
    const isReplacing = instead !== undefined && !instead.isAnother;
    const publish = () => (isReplacing ? this.#replace(name, id) : this.#publish(name, id));
    const store = this.#storeOf({ id, isStaged: true }, options);
    if (row) store.begins(row);
    return {
      store,
      publish: async () => {
        const isPublished = await publish();
        store.published();
        return isPublished;
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
    this.#upkeep.soon();
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

  #storeOf({ id, isStaged = false }: { id: number; isStaged?: boolean }, { check }: LaneStoreOptions): PostgresStore {
    const [access, node] = [this.#access, this.#node];
    const leaseMs = this.#options.attemptMs + LEASE_BEYOND_MS;
    const changed = () => this.#upkeep.tell(id);
    return new PostgresStore({ access, laneId: id, node, isStaged, leaseMs, check, changed });
  }

  /** Who only looks uses a lane too: that is written now and then. */
  #noteUse({ laneId }: PostgresStore): void {
    const { laneTtlMs } = this.#options;
    if (laneTtlMs === undefined) return;
    const now = performance.now();
    if (now - (this.#notedAt.get(laneId) ?? Number.NEGATIVE_INFINITY) < laneTtlMs / NOTED_PART) return;
    this.#notedAt.set(laneId, now);
    // A database that is away tells the call itself.
    this.#database.rows(noteUse, [laneId]).catch(() => {});
  }

  async #idOf(name: string): Promise<number | undefined> {
    return (await this.#database.rows(laneId, [name]))[0]?.id;
  }

  async #openKept(name: string): Promise<{ readonly id: number } | undefined> {
    return (await this.#database.rows(openLane, [name]))[0];
  }

  /** The lane's id, and its row where it is a new one. */
  async #stage(seed: number, bytes: Buffer | undefined): Promise<{ readonly id: number; readonly row?: Row }> {
    const values = [initialClock, { seed }, firstIds(seed)].map((value) => JSON.stringify(value));
    if (!bytes) {
      const [row] = await this.#database.atOnce(BEGIN_UNHURRIED, [[stageLane, values]]);
      return { id: row.id, row };
    }
    const copy = readCopy(bytes);
    return this.#database.transaction(async (connection: Connection) => {
      const [{ id }] = (await connection.rows(stageLane, values)) as [{ id: number }];
      await paste(connection, id, copy);
      return { id };
    });
  }

  /** The first one wins: the other's lane is gone before anyone saw it. */
  async #publish(name: string, id: number): Promise<boolean> {
    // The lock comes first: a statement that waits for it in its midst would not see the lane that the other one made.
    const published = await this.#database.atOnce("BEGIN", [
      [naming, [name]],
      [publishLane, [name, id]],
    ]);
    if (published.length > 0) return true;
    await this.#database.rows(discardLane, [id]);
    return false;
  }

  async #replace(name: string, id: number): Promise<boolean> {
    // The first is a lock: two replacements at once would take the name both.
    await this.#database.atOnce("BEGIN", [
      [naming, [name]],
      [dropLane, [name]],
      [nameLane, [name, id]],
    ]);
    this.#upkeep.soon();
    return true;
  }
}

/** The use of a lane is written once in so long a part of the time that it stays. */
const NOTED_PART = 20;
const noteUse = { name: "note-use", text: "UPDATE lanes SET used_at = clock_timestamp() WHERE id = $1" };
const laneNames = {
  name: "lane-names",
  text: `SELECT name FROM lanes WHERE name IS NOT NULL ORDER BY name COLLATE "C"`,
};
const laneId = { name: "lane-id", text: "SELECT id FROM lanes WHERE name = $1" };
const laneRecord = { name: "lane-record", text: "SELECT record FROM lanes WHERE name = $1" };
const openLane = {
  name: "open-lane",
  text: "UPDATE lanes SET used_at = clock_timestamp() WHERE name = $1 RETURNING id",
};
const publishLane = {
  name: "publish-lane",
  text: "UPDATE lanes SET name = $1 WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM lanes WHERE name = $1) RETURNING id",
};
const naming = { name: "naming", text: "SELECT pg_advisory_xact_lock(46551, hashtext($1))" };
const nameLane = { name: "name-lane", text: "UPDATE lanes SET name = $1 WHERE id = $2" };
const dropLane = {
  name: "drop-lane",
  text: "UPDATE lanes SET name = NULL, dropped_at = clock_timestamp() WHERE name = $1 RETURNING id",
};
const discardLane = { name: "discard-lane", text: "UPDATE lanes SET dropped_at = clock_timestamp() WHERE id = $1" };

/** What the first node put there. */
async function kept(database: Database, name: string, first: string): Promise<string> {
  const keep = { name: "keep", text: "INSERT INTO kept VALUES ($1, $2) ON CONFLICT (name) DO NOTHING" };
  await database.rows(keep, [name, first]);
  const [row] = await database.rows({ name: "kept", text: "SELECT value FROM kept WHERE name = $1" }, [name]);
  return row.value;
}
