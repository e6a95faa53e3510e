import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { Closing } from "../../../ports/store.js";

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
export type Prepared = Database.Statement<unknown[], any>;

/** A database with the statements that were prepared for it. */
export interface OpenDatabase {
  readonly db: Database.Database;
  readonly prepared: Map<string, Prepared>;
}

/** Opens a database again, as it was when it was given up. */
export type OpenAgain = () => OpenDatabase;

/** How long to wait for a reset's answer to be sent, in milliseconds of real time. */
const FREED_AFTER_MS = 50;
const LOG_WRITTEN_AT_ONCE_BYTES = 1024 * 1024;

/**
 * The database of a lane with its prepared statements. Each statement is prepared on first use, because preparing all
 * of them would be too slow for a thousand lanes. An idle lane has neither, and the next use opens the database
 * again.
 */
export class Statements {
  #prepared: Map<string, Prepared>;
  /** Receives the database of a dropped lane that started empty in memory. Absent: the database is closed. */
  readonly #reuse: ((spare: OpenDatabase) => void) | undefined;
  #db: Database.Database | undefined;
  #openAgain: OpenAgain | undefined;
  #isAtRest: boolean;
  /** Set to true at each use. The store sets it to false at each check for idle lanes. */
  wasUsed = true;
  /** Called when the database is opened again after an idle period. */
  onWake: (() => void) | undefined;

  /** `open` may be a function that opens the database on first use. */
  constructor(open: OpenDatabase | OpenAgain, reuse?: (spare: OpenDatabase) => void) {
    this.#isAtRest = typeof open === "function";
    if (typeof open === "function") this.#openAgain = open;
    else this.#db = open.db;
    this.#prepared = typeof open === "function" ? new Map() : open.prepared;
    this.#reuse = reuse;
  }

  get db(): Database.Database {
    if (this.#isAtRest) this.#wake();
    return this.#db!;
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  of(sql: string): Prepared {
    this.wasUsed = true;
    if (this.#isAtRest) this.#wake();
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /**
   * Drops the statements, and closes the database if `giveUp` returns a function to reopen it. Returns whether the
   * database is closed.
   */
  rest(giveUp: (open: OpenDatabase, reuse: (spare: OpenDatabase) => void) => OpenAgain | undefined): boolean {
    if (this.#isAtRest) return this.#openAgain !== undefined;
    this.#openAgain = giveUp({ db: this.#db!, prepared: this.#prepared }, this.#reuse ?? closed);
    if (this.#openAgain) this.#db = undefined;
    this.#prepared = new Map();
    this.#isAtRest = true;
    return this.#openAgain !== undefined;
  }

  /** Closes the database. If the lane was dropped, doesn't save its data, and frees memory later so that nobody waits. */
  close({ isDropped = false }: Closing = {}): void {
    if (!isDropped) this.#db?.close();
    else if (this.#db?.memory) setTimeout(() => this.#free(), FREED_AFTER_MS).unref();
    else if (this.#db) letGo(this.#db);
  }

  /** Called after the call that dropped the lane was answered, because its pages are freed one by one. */
  #free(): void {
    const [db, prepared] = [this.#db, this.#prepared];
    if (!db) return;
    if (!this.#reuse || this.#isAtRest) return void db.close();
    this.#db = undefined;
    this.#prepared = new Map();
    this.#reuse({ db, prepared });
  }

  /** If the database can't be opened, the lane stays idle and the next caller tries again. */
  #wake(): void {
    if (this.#openAgain) {
      const { db, prepared } = this.#openAgain();
      this.#db = db;
      this.#prepared = prepared;
    }
    this.#openAgain = undefined;
    this.#isAtRest = false;
    this.onWake?.();
  }
}

const closed = ({ db }: OpenDatabase): void => void db.close();

/** The last writes to a dropped lane's file needn't reach the disk. */
function letGo(db: Database.Database): void {
  db.exec("PRAGMA synchronous = OFF");
  if (sizeOfLog(db) > LOG_WRITTEN_AT_ONCE_BYTES) closeWithLog(db);
  else db.close();
}

const sizeOfLog = ({ name }: Database.Database): number =>
  statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * When the last connection closes, SQLite writes the log into the file, which takes a hundred milliseconds for a long
 * log. It doesn't do so while another connection is open, and a read-only connection never does.
 */
function closeWithLog(db: Database.Database): void {
  const reader = readerOf(db);
  db.close();
  reader?.close();
}

/** Undefined if the connection can't be opened (too many open files). */
function readerOf({ name }: Database.Database): Database.Database | undefined {
  try {
    const reader = new Database(name, { readonly: true, fileMustExist: true });
    reader.pragma("schema_version");
    return reader;
  } catch {
    return undefined;
  }
}
