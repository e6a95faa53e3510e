import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotStore } from "../app/ports/snapshots.js";
import { fileNameOf } from "./file-name.js";
import type { MemoryBudget } from "./memory-budget.js";
import { namesIn } from "./name-files.js";
import { onDisk } from "./sqlite/database/failures.js";
import { stagedFile } from "./staged-file.js";

const END = ".snapshot.sqlite";

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
  };
}

/** One file per snapshot, next to the lanes. Written atomically. */
export function folderSnapshots(folder: string): SnapshotStore {
  const fileOf = (name: string): string => join(folder, `${fileNameOf(name)}${END}`);
  return {
    list: async () =>
      onDisk(() =>
        namesIn(folder, END)
          .map((name) => ({ name, bytes: statSync(fileOf(name)).size }))
          .sort(byName),
      ),
    save: async (name, bytes) => stagedFile(fileOf(name), bytes)(),
    read: async (name) => onDisk(() => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : undefined)),
  };
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
