import Database from "better-sqlite3";
import { sessionOf } from "../../app/commands/session.js";
import type { Exchange } from "../../app/ports/exchange.js";
import type { AttemptRecord, Due, NotificationState } from "../../app/ports/outbox.js";
import type { Changes, Fresh, Store, Verdict, Views, Work } from "../../app/ports/store.js";
import type { Instant } from "../../domain/money.js";
import { idBases } from "../id-bases.js";
import { lastCardEntryIds } from "./card-entries.js";
import { GroupCommit } from "./group-commit.js";
import { FileJournal, MemoryJournal } from "./journal.js";
import { OrderCache } from "./order-cache.js";
import { answerRead, type Caches, MerchantCache } from "./reads.js";
import { readOutbox } from "./rows.js";
import { SCHEMA_VERSION, schema } from "./schema.js";
import { Statements } from "./statements.js";
import { settledViews, viewsOf } from "./views.js";
import { type Kept, write } from "./writes.js";

export interface StoreOptions {
  /** A file, or the bytes of one; absent: a new database in memory. */
  readonly from?: string | Buffer | undefined;
  readonly seed: number;
  /** Looks at the changes of each commit before it is made; throws where an invariant breaks. */
  readonly check?: (changes: Changes, views: Views) => void;
}

/** The data was written by another version of the sandbox. */
export class SchemaMismatch extends Error {}

/**
 * A lane in SQLite: one connection, so that a unit of work is alone while it runs. The units of one turn of the event
 * loop are committed together, before any of their answers leaves.
 */
export class SqliteStore implements Store {
  readonly views: Views;
  seed: number;
  onCommit: ((changes?: Changes) => void) | undefined;
  readonly #sql: Statements;
  readonly #kept: Kept & Caches;
  readonly #commits: GroupCommit;
  /** What the checks of a commit see: all that was written so far. */
  readonly #views: Views;
  readonly #check: StoreOptions["check"];
  #last!: Record<"order" | "transaction" | "exchange" | "notification" | "token" | "cardEntry" | "commit", number>;
  #bases: ReturnType<typeof idBases>;
  readonly #fresh: Fresh;

  constructor({ from, seed, check }: StoreOptions) {
    const db = new Database(from ?? ":memory:");
    this.#sql = new Statements(db);
    this.#check = check;
    if (typeof from === "string")
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000");
    this.#migrate(db, from);
    const [sql, isFile] = [this.#sql, typeof from === "string"];
    this.#kept = {
      sql,
      merchants: new MerchantCache(sql),
      orders: new OrderCache(sql),
      journal: isFile ? new FileJournal(sql) : new MemoryJournal(sql),
    };
    this.#commits = new GroupCommit(sql, {
      committed: (changes) => this.onCommit?.(changes),
      takenBack: (exchange) => this.#takeBack(exchange),
    });
    // A lane that comes back from a file keeps the seed that it was made with.
    this.seed = Number(this.kept("seed") ?? seed);
    if (this.kept("seed") === undefined) this.keep("seed", String(seed));
    this.#bases = idBases(this.seed);
    this.#views = viewsOf(this.#kept);
    this.views = settledViews(this.#views, () => this.#commits.end());
    this.#recount();
    this.#fresh = this.#freshIds();
    if (from !== undefined) this.#sql.of("UPDATE outbox SET state = 'due' WHERE state = 'in-flight'").run();
  }

  #migrate(db: Database.Database, from: string | Buffer | undefined): void {
    const version = db.pragma("user_version", { simple: true });
    if (version === SCHEMA_VERSION) return;
    if (version !== 0) {
      db.close();
      throw new SchemaMismatch(
        `${typeof from === "string" ? from : "the snapshot"} has schema ${version}, this version reads ${SCHEMA_VERSION}: start with another --data-dir, delete the file, or use the version that wrote it`,
      );
    }
    db.exec(`BEGIN;${schema}COMMIT`);
  }

  /** Finds the last ids again: after opening, and after a commit that failed. */
  #recount(): void {
    const max = (sql: string): number => this.#sql.of(sql).get().n ?? 0;
    const entries = lastCardEntryIds(this.#sql);
    this.#last = {
      order: max("SELECT max(id) AS n FROM orders") || this.#bases.order,
      transaction:
        Math.max(max("SELECT max(last_transaction) AS n FROM orders"), entries.transaction) || this.#bases.transaction,
      exchange: this.#kept.journal.lastId(),
      notification: max("SELECT max(id) AS n FROM outbox"),
      token: Math.max(max("SELECT max(id) AS n FROM tokens"), entries.token),
      cardEntry: entries.cardEntry,
      commit: max("SELECT max(commit_id) AS n FROM ledger"),
    };
    this.#last.exchange = Math.max(this.#last.exchange, Number(this.kept("last-exchange") ?? 0));
    this.#last.token = Math.max(this.#last.token, this.#bases.token);
  }

  #freshIds(): Fresh {
    return {
      orderId: () => ++this.#last.order,
      transaction: () => {
        const id = ++this.#last.transaction;
        // ASSUMED(stan): six digits, dense per lane.
        return { id, stan: String((id - this.#bases.transaction + this.#bases.stan) % 1_000_000).padStart(6, "0") };
      },
      session: (purpose, id) => sessionOf({ purpose, seed: this.seed, id }),
      exchangeId: () => ++this.#last.exchange,
      notificationId: () => ++this.#last.notification,
      tokenId: () => {
        // Testers may ask for an id: what they took is passed over.
        const taken = this.#sql.of("SELECT 1 FROM tokens WHERE id = ? LIMIT 1");
        while (taken.get(++this.#last.token));
        return this.#last.token;
      },
      cardEntryId: () => ++this.#last.cardEntry,
    };
  }

  async transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    const verdict = this.#run(work);
    this.#write(verdict);
    await this.#commits.ended();
    return verdict.result;
  }

  /** Lets a unit of work read and decide; ids that a defect took are given out again. */
  #run<R>(work: (fresh: Fresh) => Work<R>): Verdict<R> {
    this.#commits.begin();
    const last = { ...this.#last };
    try {
      const running = work(this.#fresh);
      let step = running.next();
      while (!step.done) step = running.next(answerRead(this.#kept, step.value));
      this.#check?.(step.value, this.#views);
      return step.value;
    } catch (defect) {
      this.#last = last;
      throw defect;
    }
  }

  /** A write that fails takes the whole turn with it: no answer of it has left. */
  #write(changes: Changes): void {
    try {
      this.#commits.wrote(changes);
      write(this.#kept, ++this.#last.commit, changes);
      if (changes.merchants) this.#kept.merchants.forget();
    } catch (defect) {
      this.#commits.fail(defect);
      throw defect;
    }
  }

  #takeBack(firstExchange: number): void {
    this.#kept.orders.forget();
    this.#kept.merchants.forget();
    this.#kept.journal.takeBack(firstExchange);
    this.#recount();
  }

  async claim(now: Instant, limit: number): Promise<readonly Due[]> {
    this.#commits.end();
    const rows = this.#sql
      .of(
        "UPDATE outbox SET state = 'in-flight' WHERE id IN (SELECT id FROM outbox WHERE state = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT ?) RETURNING *",
      )
      .all(now, limit);
    return rows.map(readOutbox).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.id - b.id);
  }

  async attempted(
    id: number,
    a: AttemptRecord,
    next: { state: NotificationState; dueAt: Instant | null },
  ): Promise<void> {
    const sql = this.#sql;
    this.#commits.begin();
    this.#commits.wrote(undefined);
    sql
      .of("INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(id, a.n, a.at, a.request, a.status, a.body, a.durationMs, a.why);
    sql
      .of("UPDATE outbox SET attempt_count = ?, state = ?, due_at = ? WHERE id = ?")
      .run(a.n, next.state, next.dueAt, id);
    this.#commits.end();
  }

  async requeue(id: number, next: Parameters<Store["requeue"]>[1]): Promise<boolean> {
    this.#commits.end();
    const effects = next.effects === undefined ? null : JSON.stringify(next.effects);
    const done = this.#sql
      .of("UPDATE outbox SET state = ?, due_at = ?, effects_json = coalesce(?, effects_json) WHERE id = ?")
      .run(next.state, next.dueAt, effects, id);
    this.onCommit?.();
    return done.changes === 1;
  }

  furnish(changes: Changes): void {
    this.#commits.begin();
    this.#write(changes);
    this.#commits.end();
  }

  count(counts: Parameters<Store["count"]>[0]): void {
    this.#commits.end();
    write(this.#kept, this.#last.commit, { counts });
  }

  reseed(seed: number): void {
    this.seed = seed;
    this.keep("seed", String(seed));
    this.#bases = idBases(seed);
    this.#recount();
  }

  keep(name: string, value: string): void {
    this.#commits.end();
    this.#sql.of("INSERT OR REPLACE INTO kept VALUES (?, ?)").run(name, value);
  }

  kept(name: string): string | undefined {
    return this.#sql.of("SELECT value FROM kept WHERE name = ?").get(name)?.value;
  }

  serialize(): Buffer {
    this.#commits.end();
    const { journal } = this.#kept;
    const bytes = (): Buffer => this.#sql.db.serialize();
    return journal instanceof MemoryJournal ? journal.asRows(bytes) : bytes();
  }

  async close(): Promise<void> {
    this.#commits.end();
    this.#sql.db.close();
  }

  async record(exchangeOf: (id: number) => Exchange): Promise<Exchange> {
    const exchange = exchangeOf(++this.#last.exchange);
    this.#commits.begin();
    this.#write({ exchange });
    await this.#commits.ended();
    return exchange;
  }
}
