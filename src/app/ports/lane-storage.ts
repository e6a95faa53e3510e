import type { Clock } from "./clock.js";
import type { Reading } from "./reads.js";
import type { SnapshotStore } from "./snapshots.js";
import type { StorageMeasures } from "./storage-measures.js";
import type { Changes, Store } from "./store.js";

/** What a lane's store is opened with. */
export interface LaneStoreOptions {
  /** Of a new lane; one that is kept has its own. */
  readonly seed: number;
  /** The real time, where the storage has no clock of its own. */
  readonly clock: Clock;
  /** Looks at the changes of each unit of work before they are written, as the end of that unit; throws where an invariant breaks. */
  readonly check: (changes: Changes) => Reading<void>;
}

/** What takes the place of a lane: nothing, so that the lane is new, or the bytes of a snapshot. */
export interface Replacement {
  readonly bytes?: Buffer;
  /** Nothing is replaced: a lane of this name that another process made meanwhile stays, and this one is gone. */
  readonly isAnother?: true;
  /** Puts bytes that were written beside the lane into its place; called when the lane is closed. */
  readonly putInPlace?: () => void;
}

/** A lane's store, and what lets others find a lane that was made just now. */
export interface OpenedStore {
  readonly store: Store;
  /** Called when a new lane has its seed state. False: another process made one of this name first, and this one is gone. */
  publish(): Promise<boolean>;
}

/** Which lanes other processes changed, by what `isOf` knows them by; `anything` where some news may have been lost. */
export type LaneNews = "anything" | { readonly lanes: readonly number[] };

/** What a storage that other processes use tells of by itself. */
export interface StorageEvents {
  /** Something is due in this lane that no process does. */
  due(name: string): void;
  changed(news: LaneNews): void;
}

/** Where the lanes of a server are kept: in memory, in the files of a folder, in a database. */
export interface LaneStorage {
  /** What the storage was first started with. */
  readonly seed: number;
  readonly snapshots: SnapshotStore;
  /** What all processes that share the storage seal by; undefined where one process has it alone. */
  readonly sealingKey: Buffer | undefined;
  /** What the storage is called, for people and programs. */
  readonly kind: "memory" | "folder" | "postgres";
  /** Whether it drops by itself the lanes that nobody uses any more. */
  readonly expiresLanes: boolean;
  /** When a lane that is kept was last used before the start, in milliseconds since the epoch; undefined where nobody knows. */
  lastUse(name: string): number | undefined;
  /** Keeps since when each lane was not used, in milliseconds since the epoch, for the next start. */
  keepUses(since: ReadonlyMap<string, number>): void;
  /** Asks whether it can be used. Throws StoreUnavailable. */
  ping(): Promise<void>;
  /** How all lanes stand; those at rest are told of as they were when their rest began. */
  measure(): Promise<StorageMeasures>;
  /** Tells from now on what happens by itself. */
  start(events: StorageEvents): void;
  /** The lanes that must be readable before the server answers. */
  lanesAtStart(): readonly string[];
  /** The names of all lanes, given those that this process has open. */
  names(open: readonly string[]): Promise<readonly string[]>;
  /** Whether a lane is kept that this process may not have open. */
  isKept(name: string): Promise<boolean>;
  /** The seed of a lane that another process may have open; undefined: its store is asked. */
  seedOf(name: string): Promise<number | undefined>;
  /** Whether news are of this store's lane. */
  isOf(news: LaneNews, store: Store): boolean;
  /** Whether the lane still is the one of this name; asked before an open lane is used again. */
  isCurrent(name: string, store: Store): Promise<boolean>;
  /** The lane that is kept under this name, or a new one; with `instead`, that. */
  open(name: string, options: LaneStoreOptions, instead?: Replacement): Promise<OpenedStore>;
  /** A store of which nothing stays. */
  openForALook(options: LaneStoreOptions): Promise<Store>;
  /** Makes ready what will take a lane's place, while the lane is still used. Throws SnapshotUnreadable. */
  stage(name: string, bytes: Buffer): Promise<Replacement>;
  /** Takes a lane away that this process has closed, or never opened; true where another process may have used it. */
  remove(name: string): Promise<boolean>;
  /** Where a lane is kept, for people. */
  placeOf(name: string): string;
  /** Why the lane itself is at fault, for people; undefined where something else is. */
  whyUnreadable(error: unknown): string | undefined;
  /** Puts an unreadable lane aside, so that it begins anew. Answers where it is now. */
  setAside(name: string): string;
  /** Why a server cannot start on this storage; undefined where the storage has no part in it. */
  whyUnusable(error: unknown): string | undefined;
  close(): Promise<void>;
}
