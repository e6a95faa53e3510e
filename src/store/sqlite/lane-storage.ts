import type { LaneStorage, LaneStoreOptions, OpenedStore, Replacement } from "../../app/ports/lane-storage.js";
import type { SnapshotStore } from "../../app/ports/snapshots.js";
import { type StorageMeasures, together } from "../../app/ports/storage-measures.js";
import type { Store } from "../../app/ports/store.js";
import { StoreUnavailable } from "../../app/ports/store-errors.js";
import type { JournalBudget } from "../journal-budget.js";
import { folderSnapshots, memorySnapshots } from "../snapshot-store.js";
import { FolderLock } from "./data-folder.js";
import { onDisk, storeError, UnreadableFile } from "./failures.js";
import { laneFile, lanesIn, lastWriteOf, removeLaneFile, setLaneFileAside, stageLaneFile } from "./lane-files.js";
import { keepUsesIn, lastUseOf, usesIn } from "./lane-uses.js";
import { RestKeeper, type RestOptions } from "./rest-keeper.js";
import { inMemory } from "./snapshot-bytes.js";
import { SchemaMismatch, SqliteStore } from "./sqlite-store.js";

interface SqliteOptions {
  readonly seed: number;
  readonly journalBudget: JournalBudget;
}

/** What lanes in memory and lanes in files have in common: one process has them all, so an open lane is the newest. */
abstract class SqliteLanes implements LaneStorage {
  abstract readonly kind: LaneStorage["kind"];
  abstract readonly snapshots: SnapshotStore;
  readonly sealingKey = undefined;
  readonly seed: number;
  readonly #journalBudget: JournalBudget;
  readonly #restKeeper: RestKeeper;

  constructor({ seed, journalBudget }: SqliteOptions, rest?: RestOptions) {
    this.#restKeeper = new RestKeeper(rest);
    this.seed = seed;
    this.#journalBudget = journalBudget;
  }

  abstract lanesAtStart(): readonly string[];
  abstract open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore>;
  abstract stage(name: string, bytes: Buffer): Promise<Replacement>;
  abstract remove(name: string): Promise<boolean>;
  abstract placeOf(name: string): string;
  abstract setAside(name: string): string;
  abstract whyUnusable(error: unknown): string | undefined;
  abstract close(): Promise<void>;

  readonly expiresLanes = false;

  lastUse(_: string): number | undefined {
    return undefined;
  }

  keepUses(_: ReadonlyMap<string, number>): void {}

  async ping(): Promise<void> {}

  async measure(): Promise<StorageMeasures> {
    const stores = this.#restKeeper.sleepers.filter((one) => one instanceof SqliteStore);
    return together(stores.map((store) => store.measure()));
  }

  start(): void {}

  async isKept(): Promise<boolean> {
    return false;
  }

  async seedOf(): Promise<undefined> {}

  isOf(): boolean {
    return false;
  }

  async names(open: readonly string[]): Promise<readonly string[]> {
    return open;
  }

  async isCurrent(): Promise<boolean> {
    return true;
  }

  whyUnreadable(error: unknown): string | undefined {
    return error instanceof UnreadableFile || error instanceof SchemaMismatch ? error.message : undefined;
  }

  async openForALook(options: LaneStoreOptions): Promise<Store> {
    return this.opened(undefined, options);
  }

  protected opened(from: string | Buffer | undefined, options: LaneStoreOptions): Store {
    const [journalBudget, restKeeper] = [this.#journalBudget, this.#restKeeper];
    try {
      return new SqliteStore({ ...options, from, journalBudget, restKeeper });
    } catch (error) {
      throw storeError(error);
    }
  }
}

const published = async (): Promise<boolean> => true;

/** Each lane a database in memory, gone with the process. */
export class MemoryLanes extends SqliteLanes {
  readonly kind = "memory";
  readonly snapshots = memorySnapshots();

  lanesAtStart(): readonly string[] {
    return [];
  }

  async open(_: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore> {
    return { store: this.opened(instead?.bytes, options), publish: published };
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

  setAside(name: string): string {
    throw new Error(`expected a lane in a file, ${name} is in memory`);
  }

  whyUnusable(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}
}

/** Lanes whose files may be open at once: each has three descriptors, and many systems give a process 1,024 or 2,048. */
const MAX_FILES_OPEN = 250;

/** Each lane a file of the data folder, which this process holds alone. */
export class FolderLanes extends SqliteLanes {
  readonly kind = "folder";
  readonly snapshots: SnapshotStore;
  readonly #folder: string;
  /** When the lanes that were there at the start were used before it. */
  readonly #usedBefore = new Map<string, number | undefined>();
  readonly #lock: FolderLock;

  private constructor(folder: string, lock: FolderLock, journalBudget: JournalBudget) {
    super({ seed: lock.seed, journalBudget }, { maxAwake: MAX_FILES_OPEN });
    this.#folder = folder;
    this.#lock = lock;
    this.snapshots = folderSnapshots(folder);
  }

  /** Throws CannotStart where another process holds the folder, or it cannot be written. */
  static take(folder: string, { seed, journalBudget }: SqliteOptions): FolderLanes {
    return new FolderLanes(folder, FolderLock.take(folder, seed), journalBudget);
  }

  lanesAtStart(): readonly string[] {
    const names = lanesIn(this.#folder);
    const uses = usesIn(this.#folder);
    for (const name of names) this.#usedBefore.set(name, lastUseOf(name, lastWriteOf(this.#folder, name), uses));
    return names;
  }

  async open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore> {
    if (instead && !instead.putInPlace) await this.remove(name);
    instead?.putInPlace?.();
    return { store: this.opened(laneFile(this.#folder, name), options), publish: published };
  }

  /** Written while the old one is still there: a full disk must not cost both. */
  async stage(name: string, bytes: Buffer): Promise<Replacement> {
    await inMemory(bytes);
    const rename = stageLaneFile(this.#folder, name, bytes);
    return {
      putInPlace: () => {
        // The log of the former lane must not be read into the new one.
        onDisk(() => removeLaneFile(this.#folder, name));
        rename();
      },
    };
  }

  async remove(name: string): Promise<boolean> {
    onDisk(() => removeLaneFile(this.#folder, name));
    return false;
  }

  override lastUse(name: string): number | undefined {
    return this.#usedBefore.get(name);
  }

  override keepUses(since: ReadonlyMap<string, number>): void {
    keepUsesIn(this.#folder, { at: Date.now(), since });
  }

  placeOf(name: string): string {
    return `the file of lane ${name}, ${laneFile(this.#folder, name)}`;
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
