import type { Database, Row } from "./database.js";
import { Gathering } from "./gathering.js";
import { readLanes } from "./lane-state.js";

/** Lanes that are read by one statement, at most. */
const LANES_MAX = 32;

interface Waiting {
  readonly laneId: number;
  /** The version of the record that is known. */
  readonly known: number;
  readonly succeed: (row: Row | undefined) => void;
  readonly fail: (reason: unknown) => void;
}

/** Reads rows of lanes as they are now, for who holds no lock. */
export class Looker {
  readonly #database: Database;
  readonly #waiting: Gathering<Waiting>;

  constructor(database: Database) {
    this.#database = database;
    this.#waiting = new Gathering(LANES_MAX, (some) => this.#read(some));
  }

  /** The row of `readLanes`; undefined where the lane is gone. */
  look(laneId: number, known: number): Promise<Row | undefined> {
    return new Promise((succeed, fail) => this.#waiting.add({ laneId, known, succeed, fail }));
  }

  async #read(some: readonly Waiting[]): Promise<void> {
    try {
      const values = [some.map(({ laneId }) => laneId), some.map(({ known }) => known)];
      const rows = await this.#database.rows(readLanes, values);
      const byPlace = new Map<number, Row>(rows.map((row) => [row.place, row]));
      for (const [n, { succeed }] of some.entries()) succeed(byPlace.get(n + 1));
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  }
}
