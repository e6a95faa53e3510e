import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { Closing } from "../../app/ports/store.js";

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
type Row = any;

/** Real time in which a reset is answered. */
const FREED_AFTER_MS = 50;
const LOG_WRITTEN_AT_ONCE_BYTES = 1024 * 1024;

/**
 * The database of a lane with its statements. Each statement is prepared when it is first used, and kept: a thousand lanes
 * would pay for all of them otherwise. At rest there is neither; whoever asks for one of them opens the database again.
 */
export class Statements {
  readonly #prepared = new Map<string, Database.Statement<unknown[], Row>>();
  #db: Database.Database | undefined;
  #openAgain: (() => Database.Database) | undefined;
  #isAtRest = false;
  /** Whether anything was asked since this was last set to false. */
  wasUsed = true;
  /** Called when the database is asked again after a rest. */
  onWake: (() => void) | undefined;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  get db(): Database.Database {
    if (this.#isAtRest) this.#wake();
    return this.#db!;
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  of(sql: string): Database.Statement<unknown[], Row> {
    this.wasUsed = true;
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.db.prepare<unknown[], Row>(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /**
   * Gives up the statements; the database too, where `giveUp` does not answer undefined but how it opens again. Answers
   * whether the database is away.
   */
  rest(giveUp: (db: Database.Database) => (() => Database.Database) | undefined): boolean {
    if (this.#isAtRest) return this.#openAgain !== undefined;
    this.#openAgain = giveUp(this.#db!);
    if (this.#openAgain) this.#db = undefined;
    this.#prepared.clear();
    this.#isAtRest = true;
    return this.#openAgain !== undefined;
  }

  /** Of a lane that is dropped nothing needs to be kept, and nobody is to wait for it. */
  close({ isDropped = false }: Closing = {}): void {
    if (!isDropped) this.#db?.close();
    else if (this.#db) letGo(this.#db);
  }

  /** Where it cannot be opened it stays at rest, and the next who asks tries again. */
  #wake(): void {
    if (this.#openAgain) this.#db = this.#openAgain();
    this.#openAgain = undefined;
    this.#isAtRest = false;
    this.onWake?.();
  }
}

/**
 * A database in memory is given back when the call that dropped it was answered: its pages are freed one by one. Of one in a file,
 * what is written last needs not reach the disk.
 */
function letGo(db: Database.Database): void {
  if (db.memory) return void setTimeout(() => db.close(), FREED_AFTER_MS).unref();
  db.exec("PRAGMA synchronous = OFF");
  if (sizeOfLog(db) > LOG_WRITTEN_AT_ONCE_BYTES) closeWithLog(db);
  else db.close();
}

const sizeOfLog = ({ name }: Database.Database): number =>
  statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * SQLite writes the log into the file as the last connection closes, which takes a hundred milliseconds where it is long. It does
 * not while another one reads, and one that only reads never does.
 */
function closeWithLog(db: Database.Database): void {
  const reader = readerOf(db);
  db.close();
  reader?.close();
}

/** Undefined where none can be had, such as where too many files are open. */
function readerOf({ name }: Database.Database): Database.Database | undefined {
  try {
    const reader = new Database(name, { readonly: true, fileMustExist: true });
    reader.pragma("schema_version");
    return reader;
  } catch {
    return undefined;
  }
}
