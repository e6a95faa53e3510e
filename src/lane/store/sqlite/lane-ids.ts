import { limits } from "../../../core/facts/limits.js";
import { IdSequence, idBases, type LastIds } from "../../commands/fresh-ids.js";
import type { Parts } from "./parts.js";
import { lastCardEntryIds } from "./tables/card-entries.js";

const LARGE = limits.largeOrderIds.value;
const ORDER = "SELECT max(id) AS n FROM orders WHERE id";

export interface NewIds {
  readonly isNew: boolean;
  readonly commits: number;
}

/** The ids of a lane, which continue from those in its tables. */
export class LaneIds {
  readonly #parts: Pick<Parts, "sql" | "lane" | "journal">;
  #firstOrder: number;
  readonly fresh: IdSequence;

  /** `isNew`: there are no orders and calls, so the tables needn't be read. `commits`: of the fixtures. */
  constructor(parts: Pick<Parts, "sql" | "lane" | "journal">, { isNew, commits }: NewIds) {
    this.#parts = parts;
    const { seed } = parts.lane.record;
    const bases = idBases(seed);
    this.#firstOrder = bases.order;
    const { order, transaction, token } = bases;
    const none = { exchange: 0, notification: 0, cardEntry: 0, commit: commits, rule: 0, task: 0 };
    const isTokenTaken = (id: number): boolean =>
      parts.sql.of("SELECT 1 FROM tokens WHERE id = ? LIMIT 1").get(id) !== undefined;
    const last = isNew ? { order, transaction, token, ...none } : this.#stored(bases);
    this.fresh = new IdSequence(seed, last, isTokenTaken);
  }

  /** Reads the last ids again: after a failed commit, and when the lane gets another seed. */
  recount(seed: number): void {
    const bases = idBases(seed);
    this.#firstOrder = bases.order;
    this.fresh.restart(seed, this.#stored(bases));
  }

  nextCommit(): number {
    return ++this.fresh.last.commit;
  }

  get lastToken(): number {
    return this.fresh.last.token;
  }

  /** How many orders the lane has. */
  get orders(): number {
    return this.fresh.last.order - this.#firstOrder;
  }

  #stored(bases: ReturnType<typeof idBases>): LastIds {
    const { sql, journal, lane } = this.#parts;
    const max = (text: string): number => sql.of(text).get().n ?? 0;
    const entries = lastCardEntryIds(sql);
    return {
      order: Math.max(bases.order, max(`${ORDER} < ${LARGE}`), max(`${ORDER} >= ${LARGE}`) - LARGE),
      transaction:
        Math.max(max("SELECT max(last_transaction) AS n FROM orders"), entries.transaction) || bases.transaction,
      exchange: journal.lastId(),
      notification: max("SELECT max(id) AS n FROM outbox"),
      token: lane.lastToken() ?? bases.token,
      cardEntry: entries.cardEntry,
      commit: max("SELECT max(commit_id) AS n FROM ledger"),
      rule: lane.lastRule(),
      task: max("SELECT max(id) AS n FROM scheduled_tasks"),
    };
  }
}
