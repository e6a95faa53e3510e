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
}
