import type Database from "better-sqlite3";
import { isSmall } from "./open-database.js";
import type { SpareDatabase } from "./statements.js";

/** About as many lanes as a judge with several jobs drops and opens at the same time. */
const MAX = 8;
const spares: SpareDatabase[] = [];

/**
 * The database of a dropped lane, for reuse. Creating tables and statements again costs a run of the judge 1 to 2 ms.
 * Undefined if there is none.
 */
export const takeSpare = (): SpareDatabase | undefined => spares.pop();

/**
 * Empties a lane's database in memory for the next new lane. Closes it if it is large, or if there are enough
 * already.
 */
export function keepSpare(spare: SpareDatabase): void {
  if (spares.length < MAX && isReusable(spare.db) && emptied(spare)) spares.push(spare);
  else spare.db.close();
}

function isReusable(db: Database.Database): boolean {
  if (!db.open || db.inTransaction) return false;
  const read = (name: string) => db.pragma(name, { simple: true }) as number;
  // Free pages contain old rows, which would get into a snapshot of the next lane.
  return read("freelist_count") === 0 && isSmall(read("page_count") * read("page_size"));
}

/** Overwrites the old rows. False if a statement is still running. */
function emptied({ db }: SpareDatabase): boolean {
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    const all = tables.map((name) => `DELETE FROM ${name};`).join("");
    db.exec(`PRAGMA secure_delete = ON;BEGIN;${all}COMMIT;PRAGMA secure_delete = OFF`);
    return true;
  } catch {
    return false;
  }
}
