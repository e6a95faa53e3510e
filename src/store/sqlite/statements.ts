import type Database from "better-sqlite3";
import type { Closing } from "../../app/ports/store.js";

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
type Row = any;

/** Real time in which a reset is answered. */
const FREED_AFTER_MS = 50;

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

  /**
   * Where the file goes, what is written last needs not reach the disk: to wait for that would hold up all other calls. A
   * database in memory that nobody needs any more is given back when the call that dropped it was answered: its pages are freed
   * one by one.
   */
  close({ isDropped = false }: Closing = {}): void {
    const db = this.#db;
    if (isDropped) db?.pragma("synchronous = OFF");
    if (isDropped && db?.memory) setTimeout(() => db.close(), FREED_AFTER_MS).unref();
    else db?.close();
  }

  /** Where it cannot be opened it stays at rest, and the next who asks tries again. */
  #wake(): void {
    if (this.#openAgain) this.#db = this.#openAgain();
    this.#openAgain = undefined;
    this.#isAtRest = false;
    this.onWake?.();
  }
}
