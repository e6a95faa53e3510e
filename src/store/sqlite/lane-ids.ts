import { sessionOf } from "../../app/commands/session.js";
import type { Fresh } from "../../app/ports/store.js";
import { idBases } from "../id-bases.js";
import { ruleName } from "../rule-name.js";
import type { Parts } from "./parts.js";
import { lastCardEntryIds } from "./tables/card-entries.js";

type LastIds = Record<
  "order" | "transaction" | "exchange" | "notification" | "token" | "cardEntry" | "commit" | "rule" | "task",
  number
>;

/** The ids of a lane: dense, in the order of its commits, from bases that depend on its seed. */
export class LaneIds {
  readonly fresh: Fresh;
  readonly #parts: Pick<Parts, "sql" | "lane" | "journal">;
  #bases: ReturnType<typeof idBases>;
  #last: LastIds;

  /** `isNew`: the tables are empty, so they needn't be read. */
  constructor(parts: Pick<Parts, "sql" | "lane" | "journal">, isNew: boolean) {
    this.#parts = parts;
    this.#bases = idBases(parts.lane.record.seed);
    this.#last = isNew
      ? { ...this.#bases, exchange: 0, notification: 0, cardEntry: 0, commit: 0, rule: 0, task: 0 }
      : this.#stored();
    this.fresh = this.#freshIds();
  }

  /** Reads the last ids again: after a failed commit, and when the lane gets another seed. */
  recount(seed: number): void {
    this.#bases = idBases(seed);
    this.#last = this.#stored();
  }

  /** A copy, for `restore`. */
  last(): LastIds {
    return { ...this.#last };
  }

  /** Ids that were given since then can be given again. */
  restore(last: LastIds): void {
    this.#last = last;
  }

  nextCommit(): number {
    return ++this.#last.commit;
  }

  get lastToken(): number {
    return this.#last.token;
  }

  /** How many orders the lane has. */
  get orders(): number {
    return this.#last.order - this.#bases.order;
  }

  #stored(): LastIds {
    const { sql, journal, lane } = this.#parts;
    const max = (text: string): number => sql.of(text).get().n ?? 0;
    const entries = lastCardEntryIds(sql);
    return {
      order: max("SELECT max(id) AS n FROM orders") || this.#bases.order,
      transaction:
        Math.max(max("SELECT max(last_transaction) AS n FROM orders"), entries.transaction) || this.#bases.transaction,
      exchange: journal.lastId(),
      notification: max("SELECT max(id) AS n FROM outbox"),
      token: lane.lastToken() ?? this.#bases.token,
      cardEntry: entries.cardEntry,
      commit: max("SELECT max(commit_id) AS n FROM ledger"),
      rule: lane.lastRule(),
      task: max("SELECT max(id) AS n FROM scheduled_tasks"),
    };
  }

  #freshIds(): Fresh {
    return {
      orderId: () => ++this.#last.order,
      transaction: () => {
        const id = ++this.#last.transaction;
        // ASSUMED(stan): six digits, dense per lane.
        return { id, stan: String((id - this.#bases.transaction + this.#bases.stan) % 1_000_000).padStart(6, "0") };
      },
      session: (purpose, id) => sessionOf({ purpose, seed: this.#parts.lane.record.seed, id }),
      exchangeId: () => ++this.#last.exchange,
      lastExchange: () => this.#last.exchange,
      notificationId: () => ++this.#last.notification,
      tokenId: () => {
        // Testers may choose ids, so used ones are skipped.
        const taken = this.#parts.sql.of("SELECT 1 FROM tokens WHERE id = ? LIMIT 1");
        while (taken.get(++this.#last.token));
        return this.#last.token;
      },
      cardEntryId: () => ++this.#last.cardEntry,
      ruleId: () => ruleName(++this.#last.rule),
      taskId: () => ++this.#last.task,
    };
  }
}
