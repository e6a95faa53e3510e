import type { Instant } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { ByteBudget } from "./byte-budget.js";
import type { LaneRecord } from "./lane-record.js";
import type { DatabaseUse, StorageMeasures } from "./storage-measures.js";
import type { Store } from "./store.js";
import type { Clock } from "./time.js";

/** Options for opening a lane's store. */
export interface LaneStoreOptions {
  /** The seed of a new lane. A stored lane has its own. */
  readonly seed: number;
  /** Real time, for storages without their own clock. Absent: the machine's. */
  readonly clock?: Clock | undefined;
  /** For checking the changes of each unit of work before they are written. */
  readonly invariantRules: InvariantRules | undefined;
  /** The limits that a new lane must keep. Only a storage that several processes share checks them. */
  readonly limits?: readonly LaneLimit[] | undefined;
}

/** How many lanes of a pattern may exist. In it, `*` stands for any text. */
export interface LaneLimit {
  readonly lanes: string;
  readonly most: number;
}

/** Limits of a lane's books that depend on its choices and rules. */
export interface InvariantRules {
  /** True if a new order may use this order's reference at this instant. Depends on the lane's record. */
  readonly isReferenceFree: (record: LaneRecord, order: Order, at: Instant) => boolean;
  /** How often a rule may fire under one key, according to the lane's record. Undefined if there is no limit. */
  readonly timesOf: (record: LaneRecord) => (ruleId: string) => number | undefined;
}

/** A lane's replacement: nothing, for a new lane, or the bytes of a snapshot. */
export interface Replacement {
  readonly bytes?: Buffer;
  /**
   * True if nothing is replaced: the lane that another process created under this name stays, and this one is
   * dropped.
   */
  readonly isAnother?: true;
  /** Moves bytes that were written next to the lane into its place. Call it once the lane is closed. */
  readonly putInPlace?: () => void;
}

/** A lane's store, and what to call once it is filled. */
export interface OpenedStore {
  readonly store: Store;
  /**
   * Call this once a new lane has its initial state. False if another process was first to create a lane of this
   * name. This one is then dropped. Throws LaneLimitReached. Absent if no other process can see the lane.
   */
  publish?(): Promise<boolean>;
  /** True if this new lane is a copy of an earlier one with the fixtures, and nothing else. */
  readonly isCopy?: boolean;
  /** Call this once a new lane has the fixtures, and nothing else. */
  hasFixtures?(): void;
}

/**
 * Ids of lanes that other processes changed, dropped or replaced. `anything` if some of these messages may be lost.
 */
export type RemoteChange = "anything" | { readonly changed: readonly number[]; readonly gone: readonly number[] };

/** Events of a storage shared with other processes. */
export interface StorageEvents {
  /** Something is due in this lane, and no process is handling it. */
  due(name: string): void;
  changed(change: RemoteChange): void;
}

/** What a lane holds, as quotas count it. */
export interface LaneUsage {
  readonly orders: number;
  /** Of its journal, about. */
  readonly bytes: number;
  /** With acts on the pages and settlements. Undefined if the lane is not open. */
  readonly calls?: number | undefined;
}

/** Lanes in files, which outlive the process but belong to it alone. */
export interface LaneFiles {
  /** The lanes that must be readable before the server answers. */
  lanesAtStart(): readonly string[];
  /** Explains why the lane itself cannot be read. Undefined if the cause is something else. */
  whyUnreadable(error: unknown): string | undefined;
  /** Moves an unreadable lane aside, so that the lane starts empty. Returns its new place. */
  setAside(name: string): string;
  /** When a stored lane was last used before the start, in milliseconds since the epoch. Undefined if unknown. */
  lastUse(name: string): number | undefined;
  /** Stores, for the next start, since when each lane has been unused (milliseconds since the epoch). */
  keepUses(since: ReadonlyMap<string, number>): void;
}

/** Lanes that several processes use. Unused ones are dropped automatically. */
export interface SharedLanes {
  /** The sealing key that all processes share. */
  readonly sealingKey: Buffer;
  /** How this process uses the database. Doesn't query it. */
  databaseUse(): DatabaseUse;
  /** Reports events from now on. */
  start(events: StorageEvents): void;
  names(): Promise<readonly string[]>;
  /** True if there is a lane of this name, which this process may not have opened. */
  isKept(name: string): Promise<boolean>;
  /** Undefined if there is no such lane. */
  seedOf(name: string): Promise<number | undefined>;
  /** The effect that another process's change may have on this store's lane. */
  effectOf(change: RemoteChange, store: Store): "none" | "changed" | "perhaps-gone";
  /** True if the lane is still the one with this name. Checked before an open lane is used again. */
  isCurrent(name: string, store: Store): Promise<boolean>;
}

/** Stores the lanes of a server: in memory, in a folder's files, or in a database. */
export interface LaneStorage {
  /** The seed from the storage's first start. */
  readonly seed: number;
  readonly snapshots: SnapshotStore;
  /** The limit of the journals in this process's memory. */
  readonly journalBudget: ByteBudget;
  /** The storage's name, for people and programs. */
  readonly kind: "memory" | "folder" | "postgres";
  /** Absent if lanes aren't in files. */
  readonly files?: LaneFiles;
  /** Absent if no other process uses the lanes. */
  readonly shared?: SharedLanes;
  /** Checks that the storage can be used. Throws StoreUnavailable. */
  ping(): Promise<void>;
  /** The state of all lanes. For idle lanes, the state at which they became idle. */
  measure(): Promise<StorageMeasures>;
  /**
   * What each lane holds, by its name, given those that this process has open; undefined while one is opened. Other
   * processes may have written since.
   */
  usage(open: ReadonlyMap<string, Store | undefined>): Promise<ReadonlyMap<string, LaneUsage>>;
  /** Opens the stored lane of this name, or a new one. With `instead`, its replacement. */
  open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore>;
  /** A temporary store, of which nothing is kept. */
  openForALook(options: LaneStoreOptions): Promise<Store>;
  /** Prepares a lane's replacement while the lane is still used. Throws SnapshotUnreadable. */
  stage(name: string, bytes: Buffer): Promise<Replacement>;
  /** Removes a lane that this process has closed or never opened. True if another process may have used it. */
  remove(name: string): Promise<boolean>;
  /** Where the lane is stored, for messages. */
  placeOf(name: string): string;
  /** Explains why a server cannot start on this storage. Undefined if the storage is not the cause. */
  whyUnusable(error: unknown): string | undefined;
  close(): Promise<void>;
}

/** A saved copy of a lane's state. */
export interface SnapshotInfo {
  readonly name: string;
  readonly bytes: number;
}

/** Stores snapshots: in memory, in the data folder, or in a database. Any lane can load any of them. */
export interface SnapshotStore {
  /** By name. */
  list(): Promise<readonly SnapshotInfo[]>;
  /** Replaces an existing snapshot with this name. */
  save(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** False if there is no snapshot with this name. */
  delete(name: string): Promise<boolean>;
  /** How many bytes all snapshots together should take at most. A team gets a part of it. */
  readonly maxBytes: number;
}
