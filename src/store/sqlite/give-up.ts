import type Database from "better-sqlite3";
import { isSmall, openFile, unpacked } from "./open-database.js";

/** The quickest: most of an empty lane's pages are zeros. */
const FASTEST = 1;

/** Closes the database of a file; its descriptors are free until it is opened again. */
export const giveUpFile =
  (file: string) =>
  (db: Database.Database): (() => Database.Database) => {
    db.close();
    return () => openFile(file, { fileMustExist: true });
  };

/** Closes a database in memory and keeps its bytes packed; undefined where it is too large for that. */
export function giveUpMemory(db: Database.Database): (() => Database.Database) | undefined {
  const pages = db.pragma("page_count", { simple: true }) as number;
  if (!isSmall(pages * (db.pragma("page_size", { simple: true }) as number))) return undefined;
  // Loaded here: a start needs none of it.
  const { deflateRawSync, inflateRawSync } = process.getBuiltinModule("node:zlib");
  // Copied out of the larger buffer that it was packed into.
  const packed = Buffer.from(deflateRawSync(db.serialize(), { level: FASTEST }));
  db.close();
  return () => unpacked(inflateRawSync(packed));
}
