import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type {
  LaneFiles,
  LaneStorage,
  LaneStoreOptions,
  LaneUsage,
  OpenedStore,
  Replacement,
  SnapshotStore,
} from "../../ports/lane-storage.js";
import type { Log } from "../../ports/log.js";
import { type StorageMeasures, together } from "../../ports/storage-measures.js";
import type { Store } from "../../ports/store.js";
import { StoreUnavailable } from "../../ports/store-errors.js";
import type { JournalBudget } from "../journal-budget.js";
import type { MemoryBudget } from "../memory-budget.js";
import { folderSnapshots, memorySnapshots, nameSnapshots } from "../snapshot-store.js";
import { stagedFile } from "../staged-file.js";
import { onDisk, storeError, UnreadableFile } from "./database/failures.js";
import { type Lock, takeFolder } from "./files/folder-lock.js";
import { laneFile, lanesIn, lastWriteOf, removeLaneFile, setLaneFileAside } from "./files/lane-files.js";
import { keepUsesIn, lastUseOf, usesIn } from "./files/lane-uses.js";
import { IdleEviction } from "./idle-eviction.js";
import type { PreparedLane } from "./prepared-lane.js";
import { SchemaMismatch } from "./schema.js";
import { inMemory } from "./snapshot-bytes.js";
import { SqliteStore } from "./sqlite-store.js";

interface SqliteOptions {
  readonly seed: number;
  readonly journalBudget: JournalBudget;
  readonly memoryBudget?: MemoryBudget | undefined;
  readonly log?: Pick<Log, "warn"> | undefined;
}

/** Common code for lanes in memory and in files. Only one process uses them, so an open lane is always current. */
abstract class SqliteLanes {
  readonly seed: number;
  readonly journalBudget: JournalBudget;
  readonly #memoryBudget: MemoryBudget | undefined;
  readonly #idleEviction: IdleEviction;

  constructor({ seed, journalBudget, memoryBudget }: SqliteOptions, maxAwake?: number) {
    this.#memoryBudget = memoryBudget;
    this.#idleEviction = new IdleEviction(maxAwake);
    this.seed = seed;
    this.journalBudget = journalBudget;
  }

  async ping(): Promise<void> {}

  async measure(): Promise<StorageMeasures> {
    const stores = this.#idleEviction.lanes.filter((one) => one instanceof SqliteStore);
    return together(stores.map((store) => store.measure()));
  }

  async usage(open: ReadonlyMap<string, Store | undefined>): Promise<ReadonlyMap<string, LaneUsage>> {
    const usageOf = (store: Store | undefined): LaneUsage =>
      store instanceof SqliteStore ? store.usage() : { orders: 0, bytes: 0 };
    return new Map([...open].map(([name, store]) => [name, usageOf(store)]));
  }

  async openForALook(options: LaneStoreOptions): Promise<Store> {
    return this.opened(undefined, options);
  }

  protected opened(from: string | Buffer | undefined, options: LaneStoreOptions, prepared?: PreparedLane): SqliteStore {
    const [journalBudget, memoryBudget, idleEviction] = [this.journalBudget, this.#memoryBudget, this.#idleEviction];
    try {
      return new SqliteStore({ ...options, from, prepared, journalBudget, memoryBudget, idleEviction });
    } catch (error) {
      throw storeError(error);
    }
  }
}

/** Each lane is a database in memory, which is lost when the process ends. */
export class MemoryLanes extends SqliteLanes implements LaneStorage {
  readonly kind = "memory";
  readonly snapshots: SnapshotStore;
  /** What each new lane holds, once one has got its fixtures. */
  #prepared: PreparedLane | undefined;

  constructor(options: SqliteOptions) {
    super(options);
    this.snapshots = memorySnapshots(options.memoryBudget);
  }

  async open(_: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore> {
    const prepared = instead?.bytes ? undefined : this.#prepared;
    const store = this.opened(instead?.bytes, options, prepared);
    const hasFixtures = (): void => {
      this.#prepared ??= store.prepared();
    };
    return { store, isCopy: prepared !== undefined, hasFixtures };
  }

  async stage(_: string, bytes: Buffer): Promise<Replacement> {
    return { bytes: await inMemory(bytes) };
  }

  async remove(): Promise<boolean> {
    return false;
  }

  placeOf(name: string): string {
    return `lane ${name} in memory`;
  }

  whyUnusable(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}
}

/**
 * How many lanes' files may be open at once. Each needs three descriptors, and many systems allow a process only
 * 1,024 or 2,048.
 */
const MAX_FILES_OPEN = 250;

/** A file that is written and deleted to check whether the disk is writable. */
const PROBE = ".writable";
const PROBE_BYTES = Buffer.alloc(4096);

/** Each lane is a file in the data folder, which this process has locked. */
export class FolderLanes extends SqliteLanes implements LaneStorage, LaneFiles {
  readonly kind = "folder";
  readonly files: LaneFiles = this;
  readonly snapshots: SnapshotStore;
  readonly #folder: string;
  /** For lanes that existed at the start: when they were last used before it. */
  readonly #usedBefore = new Map<string, number | undefined>();
  readonly #lock: Lock;
  readonly #log: SqliteOptions["log"];

  /** Throws if the folder is not writable. */
  override async ping(): Promise<void> {
    const file = join(this.#folder, PROBE);
    onDisk(() => {
      try {
        writeFileSync(file, PROBE_BYTES);
      } finally {
        rmSync(file, { force: true });
      }
    });
  }

  private constructor(folder: string, lock: Lock, options: SqliteOptions) {
    super({ ...options, seed: lock.seed }, MAX_FILES_OPEN);
    this.#folder = folder;
    this.#lock = lock;
    this.#log = options.log;
    this.snapshots = folderSnapshots(folder, options.log);
    nameSnapshots(folder, options.log);
  }

  /** Throws CannotStart if another process has locked the folder, or if it is not writable. */
  static take(folder: string, options: SqliteOptions): FolderLanes {
    return new FolderLanes(folder, takeFolder(folder, options.seed), options);
  }

  lanesAtStart(): readonly string[] {
    const names = lanesIn(this.#folder, this.#log);
    const uses = usesIn(this.#folder);
    for (const name of names) this.#usedBefore.set(name, lastUseOf(name, lastWriteOf(this.#folder, name), uses));
    return names;
  }

  async open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore> {
    if (instead && !instead.putInPlace) await this.remove(name);
    instead?.putInPlace?.();
    return { store: this.opened(laneFile(this.#folder, name), options) };
  }

  /** Written before the old file is removed, so that a full disk can't destroy both. */
  async stage(name: string, bytes: Buffer): Promise<Replacement> {
    await inMemory(bytes);
    const rename = stagedFile(laneFile(this.#folder, name), bytes);
    return {
      putInPlace: () => {
        // The log of the former lane must not be applied to the new one.
        onDisk(() => removeLaneFile(this.#folder, name));
        rename();
      },
    };
  }

  async remove(name: string): Promise<boolean> {
    onDisk(() => removeLaneFile(this.#folder, name));
    return false;
  }

  lastUse(name: string): number | undefined {
    return this.#usedBefore.get(name);
  }

  keepUses(since: ReadonlyMap<string, number>): void {
    keepUsesIn(this.#folder, { at: Date.now(), since });
  }

  placeOf(name: string): string {
    return `the file of lane ${name}, ${laneFile(this.#folder, name)}`;
  }

  whyUnreadable(error: unknown): string | undefined {
    return error instanceof UnreadableFile || error instanceof SchemaMismatch ? error.message : undefined;
  }

  setAside(name: string): string {
    return setLaneFileAside(this.#folder, name);
  }

  whyUnusable(error: unknown): string | undefined {
    const { code, message } = error as { code?: unknown; message?: string };
    const isFromSqlite = error instanceof StoreUnavailable || (typeof code === "string" && code.startsWith("SQLITE_"));
    return isFromSqlite ? `the data folder ${this.#folder} cannot be used: ${message}` : undefined;
  }

  async close(): Promise<void> {
    this.#lock.release();
  }
}
