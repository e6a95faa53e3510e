/** A lane as it was, under a name. */
export interface SnapshotInfo {
  readonly name: string;
  readonly bytes: number;
}

/** Keeps snapshots: in memory, in the data folder, in a database. Any lane may be loaded from any of them. */
export interface SnapshotStore {
  /** By name. */
  list(): Promise<readonly SnapshotInfo[]>;
  /** Replaces the one of this name. */
  save(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
}
