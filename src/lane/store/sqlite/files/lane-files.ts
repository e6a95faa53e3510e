import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../../package/writing.js";
import type { Log } from "../../../ports/log.js";
import { fileNameOf } from "../../file-name.js";
import { namesIn, setAside } from "../../name-files.js";
import { closeToOthers } from "./owner-only.js";

const END = ".lane.sqlite";
/** The files that SQLite keeps next to a database in WAL mode. */
const COMPANIONS = ["-wal", "-shm"];

/** A file that is being removed. No lane's file has this ending. */
const IS_GONE = /\.lane\.sqlite(-wal|-shm)?[.~]gone-\d+-\d+$/;
const REMOVED_AT_ONCE_BYTES = 8 * 1024 * 1024;
/**
 * Removing a file keeps the file system busy, and the call that drops a lane also creates a new file. So that call is
 * answered first.
 */
const REMOVED_AFTER_MS = 50;
let removals = 0;

/** The file of a lane in a data folder. */
export const laneFile = (folder: string, name: string): string => join(folder, `${fileNameOf(name)}${END}`);

/** The names of the lanes in a data folder, which is created if missing. */
export function lanesIn(folder: string, log?: Pick<Log, "warn">): readonly string[] {
  makeFolder(folder, 0o700);
  closeToOthers(folder);
  for (const file of readdirSync(folder)) if (IS_GONE.test(file)) rmSync(join(folder, file), { force: true });
  return namesIn(folder, END, COMPANIONS, log);
}

/** The last write to a lane's file, in milliseconds since the epoch. Undefined if there is no file. */
export function lastWriteOf(folder: string, name: string): number | undefined {
  const files = ["", ...COMPANIONS].map((end) =>
    statSync(`${laneFile(folder, name)}${end}`, { throwIfNoEntry: false }),
  );
  const times = files.flatMap((found) => found?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Removes the database first: a leftover log is harmless, but a database without its log would be an older state of
 * the lane.
 */
export function removeLaneFile(folder: string, name: string): void {
  const file = laneFile(folder, name);
  for (const end of ["", ...COMPANIONS]) {
    const { size = 0 } = statSync(`${file}${end}`, { throwIfNoEntry: false }) ?? {};
    if (size > REMOVED_AT_ONCE_BYTES) removeLater(`${file}${end}`);
    else rmSync(`${file}${end}`, { force: true });
  }
}

/**
 * Removing a large file takes tens of milliseconds and would delay other calls. Leftovers are removed at the next
 * start.
 */
function removeLater(path: string): void {
  const aside = `${path}~gone-${Date.now()}-${++removals}`;
  renameSync(path, aside);
  const remove = (): void => void rm(aside, { force: true }).catch(() => {});
  setTimeout(remove, REMOVED_AFTER_MS);
}

/** Renames a lane's file, so that the lane starts empty but no data is lost. Returns the new name. */
export const setLaneFileAside = (folder: string, name: string): string =>
  setAside(laneFile(folder, name), "broken", ["", ...COMPANIONS]);
