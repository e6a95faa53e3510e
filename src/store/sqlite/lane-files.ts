import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf } from "../file-name.js";
import { namesIn } from "../name-files.js";
import { stagedFile } from "../staged-file.js";

const END = ".lane.sqlite";
/** What SQLite puts beside a database in WAL mode. */
const COMPANIONS = ["-wal", "-shm"];

/** What a file is called that is being removed. */
const GONE = ".gone-";
const REMOVED_AT_ONCE_BYTES = 8 * 1024 * 1024;
/** The file system is busy with it, and the call that drops the lane makes a new file: that one is answered first. */
const REMOVED_AFTER_MS = 50;
let removals = 0;

/** The file of a lane in a data folder. */
export const laneFile = (folder: string, name: string): string => join(folder, `${fileNameOf(name)}${END}`);

/** The names of the lanes that a data folder holds; the folder is made where there is none. */
export function lanesIn(folder: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (file.includes(`${END}${GONE}`)) rmSync(join(folder, file), { force: true });
  return namesIn(folder, END, platform, COMPANIONS);
}

/** Writes a lane's bytes beside its file; the returned function puts them in its place. */
export const stageLaneFile = (folder: string, name: string, bytes: Buffer): (() => void) =>
  stagedFile(laneFile(folder, name), bytes);

/** When a lane's file was last written to, in milliseconds since the epoch; undefined where there is none. */
export function lastWriteOf(folder: string, name: string): number | undefined {
  const files = ["", ...COMPANIONS].map((end) =>
    statSync(`${laneFile(folder, name)}${end}`, { throwIfNoEntry: false }),
  );
  const times = files.flatMap((found) => found?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The database first: a log without one is nothing, one without its log would be an older lane. */
export function removeLaneFile(folder: string, name: string): void {
  const file = laneFile(folder, name);
  for (const end of ["", ...COMPANIONS]) {
    const { size = 0 } = statSync(`${file}${end}`, { throwIfNoEntry: false }) ?? {};
    if (size > REMOVED_AT_ONCE_BYTES) removeLater(`${file}${end}`, file);
    else rmSync(`${file}${end}`, { force: true });
  }
}

/** To remove a large file takes tens of milliseconds, which all other calls would wait. One that stays is removed at the next start. */
function removeLater(path: string, laneFile: string): void {
  const gone = `${laneFile}${GONE}${Date.now()}-${++removals}`;
  renameSync(path, gone);
  const remove = (): void => void rm(gone, { force: true }).catch(() => {});
  setTimeout(remove, REMOVED_AFTER_MS);
}

/** Renames a lane's file, so that the lane begins anew and nothing is lost. Answers the new name. */
export function setLaneFileAside(folder: string, name: string): string {
  const file = laneFile(folder, name);
  let n = 1;
  while (existsSync(`${file}.broken-${n}`)) n++;
  for (const end of ["", ...COMPANIONS])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${file}.broken-${n}${end}`);
  return `${file}.broken-${n}`;
}
