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
