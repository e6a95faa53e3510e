import { StoreUnavailable } from "../../app/ports/store-errors.js";
import type { Instant } from "../../domain/money.js";
import type { Database } from "./database.js";
import { databaseError, isAway } from "./failures.js";
import { Gathering } from "./gathering.js";
import { type LaneWrite, writing } from "./writing.js";

/** The connection was cut after a write was sent: nobody knows what became of it. */
export class CutOff extends Error {}

interface Waiting {
  readonly write: LaneWrite;
  /** Undefined: nothing was written, the lane is not what it was. */
  readonly succeed: (now: Instant | undefined) => void;
  readonly fail: (reason: unknown) => void;
}

/** Lanes that are written by one statement, at most. */
const LANES_MAX = 32;

/** Writes what was decided without a lock. Lanes that wait in this node at the same time share a statement. */
export class Writer {
  readonly #database: Database;
  readonly #node: string;
  readonly #waiting: Gathering<Waiting>;

  constructor(database: Database, node: string) {
    this.#database = database;
    this.#node = node;
    this.#waiting = new Gathering(LANES_MAX, (some) => this.#send(some));
  }

  /** The database's time when all was written; undefined where nothing was. Throws CutOff. */
  write(write: LaneWrite): Promise<Instant | undefined> {
    return new Promise((succeed, fail) => this.#waiting.add({ write, succeed, fail }));
  }

  async #send(some: readonly Waiting[]): Promise<void> {
    let isSent = false;
    try {
      const { statement, values } = writing(
        this.#node,
        some.map(({ write }) => write),
      );
      const rows = await this.#database.connected((connection) => {
        isSent = true;
        return connection.rows(statement, values);
      });
      const written = new Map<number, Instant>(rows.map(({ id, now }) => [id, now]));
      for (const { write, succeed } of some) succeed(written.get(write.laneId));
    } catch (error) {
      if (isSent && isAway(error)) {
        const cut = new CutOff("the answer to a write was lost", { cause: databaseError(error) });
        for (const { fail } of some) fail(cut);
      } else if (some.length === 1 || databaseError(error) instanceof StoreUnavailable)
        for (const { fail } of some) fail(error);
      // One that cannot be written must not take the others with it.
      else for (const one of some) await this.#send([one]);
    }
  }
}
