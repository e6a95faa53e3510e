import type Database from "better-sqlite3";

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
type Row = any;

/** Prepares each statement when it is first used, and keeps it: a thousand lanes would pay for all of them otherwise. */
export class Statements {
  readonly #prepared = new Map<string, Database.Statement<unknown[], Row>>();

  constructor(readonly db: Database.Database) {}

  of(sql: string): Database.Statement<unknown[], Row> {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.db.prepare<unknown[], Row>(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
