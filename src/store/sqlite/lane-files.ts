import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const END = ".lane.sqlite";
/** What SQLite puts beside a database in WAL mode. */
const COMPANIONS = ["-wal", "-shm"];

/** The file of a lane in a data folder. */
export const laneFile = (folder: string, name: string): string => join(folder, `${name}${END}`);

/** The names of the lanes that a data folder holds; the folder is made where there is none. */
export function lanesIn(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((file) => file.endsWith(END))
    .map((file) => file.slice(0, -END.length));
}

export function writeLaneFile(folder: string, name: string, bytes: Buffer): void {
  writeFileSync(laneFile(folder, name), bytes);
}

export function removeLaneFile(folder: string, name: string): void {
  for (const end of ["", ...COMPANIONS]) rmSync(`${laneFile(folder, name)}${end}`, { force: true });
}

/** A database in memory has no log beside it: the header must not ask for one (SQLite file format, bytes 18 and 19). */
export function withoutWal(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(1, 18, 20);
  return copy;
}
