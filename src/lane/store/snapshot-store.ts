import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotStore } from "../ports/lane-storage.js";
import type { Log } from "../ports/log.js";
import { fileNameOf } from "./file-name.js";
import type { MemoryBudget } from "./memory-budget.js";
import { namesIn } from "./name-files.js";
import { onDisk } from "./sqlite/database/failures.js";
import { stagedFile } from "./staged-file.js";

const END = ".snapshot.sqlite";

/** Of snapshots on a disk: in a data folder, or in a database. */
export const DISK_SNAPSHOTS_BYTES = 10 * 1024 ** 3;

/** Snapshots in memory, which are lost when the server stops. */
export function memorySnapshots(budget?: MemoryBudget): SnapshotStore {
  const snapshots = new Map<string, Buffer>();
  return {
    list: async () => [...snapshots].map(([name, { byteLength }]) => ({ name, bytes: byteLength })).sort(byName),
    save: async (name, bytes) => {
      budget?.hold(`snapshot ${name}`, bytes.byteLength);
      snapshots.set(name, bytes);
    },
    read: async (name) => snapshots.get(name),
    delete: async (name) => {
      budget?.note(`snapshot ${name}`, 0);
      return snapshots.delete(name);
    },
    maxBytes: budget?.maxBytes ?? Number.POSITIVE_INFINITY,
  };
}

/** Gives the files of an earlier version their names of today, and sets those aside whose name is taken. */
export const nameSnapshots = (folder: string, log?: Pick<Log, "warn">): readonly string[] =>
  onDisk(() => namesIn(folder, END, [], log));

/** One file per snapshot, next to the lanes. Written atomically. */
export function folderSnapshots(folder: string, log?: Pick<Log, "warn">): SnapshotStore {
  const fileOf = (name: string): string => join(folder, `${fileNameOf(name)}${END}`);
  const isThere = (name: string): boolean => existsSync(fileOf(name));
  return {
    list: async () =>
      onDisk(() =>
        nameSnapshots(folder, log)
          .map((name) => ({ name, bytes: statSync(fileOf(name)).size }))
          .sort(byName),
      ),
    save: async (name, bytes) => stagedFile(fileOf(name), bytes)(),
    read: async (name) => onDisk(() => (isThere(name) ? readFileSync(fileOf(name)) : undefined)),
    delete: async (name) =>
      onDisk(() => {
        if (!isThere(name)) return false;
        rmSync(fileOf(name));
        return true;
      }),
    maxBytes: DISK_SNAPSHOTS_BYTES,
  };
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
