import Database from "better-sqlite3";
import { schema } from "../schema.js";
import type { OpenDatabase } from "./statements.js";

/** Compressing or copying a larger lane would delay all other calls. */
const SMALL_MAX_BYTES = 2 * 1024 * 1024;

/** True if a lane of this size is compressed while idle, and copied row by row. */
export const isSmall = (bytes: number): boolean => bytes <= SMALL_MAX_BYTES;

/** About as many lanes as a test run has at the same time. A spare takes some 400 kB. */
const MAX_SPARES = 16;
const spares: OpenDatabase[] = [];

/**
 * An empty lane's tables in memory: those of a lane that was dropped or rests, with their prepared statements, or new
 * ones. To make tables and statements anew takes 1.5 ms, as much as the calls of a short test.
 */
export const emptyTables = (): OpenDatabase => spares.pop() ?? newTables();

function newTables(): OpenDatabase {
  const db = new Database(":memory:");
  // Overwrites deleted rows, which would otherwise get into a snapshot of the next lane.
  db.exec(`PRAGMA secure_delete = ON;BEGIN;${schema}COMMIT`);
  return { db, prepared: new Map() };
}

/**
 * Empties a lane's tables for the next lane. Closes the database if it is large, or if there are enough already.
 */
export function keepSpare(spare: OpenDatabase): void {
  if (spares.length < MAX_SPARES && isReusable(spare.db) && emptied(spare)) spares.push(spare);
  else spare.db.close();
}

function isReusable(db: Database.Database): boolean {
  if (!db.open || db.inTransaction) return false;
  const read = (name: string) => db.pragma(name, { simple: true }) as number;
  return isSmall(read("page_count") * read("page_size"));
}

const tableNames = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name!);
const EMPTY = `BEGIN;${tableNames.map((name) => `DELETE FROM ${name};`).join("")}COMMIT`;

/** False if a statement is still running. */
function emptied({ db }: OpenDatabase): boolean {
  try {
    db.exec(EMPTY);
    return true;
  } catch {
    return false;
  }
}

/** Rows of a table: a statement, and the values for each of its runs. */
export interface RowsToWrite {
  readonly insert: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** All rows of a lane's database. */
export const rowsOf = (db: Database.Database): readonly RowsToWrite[] =>
  tableNames.flatMap((name) => {
    const select = db.prepare<[], unknown[]>(`SELECT * FROM ${name}`).raw();
    const rows = select.all();
    return rows.length === 0
      ? []
      : [{ insert: `INSERT INTO ${name} VALUES (${select.columns().map(() => "?")})`, rows }];
  });

/** A lane's tables in memory with these rows. */
export function filledTables(tables: readonly RowsToWrite[]): OpenDatabase {
  const open = emptyTables();
  try {
    run(open, "BEGIN IMMEDIATE");
    for (const { insert, rows } of tables) for (const row of rows) run(open, insert, row);
    run(open, "COMMIT");
    return open;
  } catch (error) {
    open.db.close();
    throw error;
  }
}

function run({ db, prepared }: OpenDatabase, sql: string, values: readonly unknown[] = []): void {
  let statement = prepared.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    prepared.set(sql, statement);
  }
  statement.run(...values);
}
