/** A lane as it was, under a name. */
export interface SnapshotInfo {
  readonly name: string;
  readonly bytes: number;
}

/** Keeps snapshots: in memory, or in the data folder. Any lane may be loaded from any of them. */
export interface SnapshotStore {
  /** By name. */
  list(): readonly SnapshotInfo[];
  /** Replaces the one of this name. */
  save(name: string, bytes: Buffer): void;
  read(name: string): Buffer | undefined;
}
