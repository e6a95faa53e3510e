import Database from "better-sqlite3";
import type { Exchange } from "../app/exchange.js";
import type { AttemptRecord, Due, NotificationState } from "../app/outbox.js";
import type { Changes, Fresh, Store, Views, Work } from "../app/ports.js";
import { sessionOf } from "../app/session.js";
import type { Instant } from "../domain/money.js";
import { idBases } from "./id-bases.js";
import { answerRead, MerchantShelf } from "./reads.js";
import { readOutbox } from "./rows.js";
import { SCHEMA_VERSION, schema } from "./schema.js";
import { Statements } from "./statements.js";
import { lastTokenPageIds } from "./token-pages.js";
import { viewsOf } from "./views.js";
import { write } from "./writes.js";

/** How many exchanges a lane keeps; about 2 KB each. */
const JOURNAL_LIMIT = 100_000;

export interface StoreOptions {
  /** A file, or the bytes of one; absent: a new database in memory. */
  readonly from?: string | Buffer | undefined;
  readonly seed: number;
  /** Looks at the changes of each commit before it is made; throws where an invariant breaks. */
  readonly check?: (changes: Changes, views: Views) => void;
}

/** The data was written by another version of the sandbox. */
export class SchemaMismatch extends Error {}

/** A lane in SQLite: one connection, so that a commit is alone while it runs. */
export class SqliteStore implements Store {
  readonly views: Views;
  seed: number;
  onCommit: ((changes?: Changes) => void) | undefined;
  readonly #sql: Statements;
  readonly #merchants: MerchantShelf;
  readonly #check: StoreOptions["check"];
  #last!: Record<"order" | "transaction" | "exchange" | "notification" | "token" | "tokenPage" | "commit", number>;
  #bases: ReturnType<typeof idBases>;
  readonly #fresh: Fresh;

  constructor({ from, seed, check }: StoreOptions) {
    const db = new Database(from ?? ":memory:");
    this.#sql = new Statements(db);
    this.#merchants = new MerchantShelf(this.#sql);
    this.#check = check;
    if (typeof from === "string")
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000");
    this.#migrate(db, from);
    // A lane that comes back from a file keeps the seed that it was made with.
    this.seed = Number(this.kept("seed") ?? seed);
    if (this.kept("seed") === undefined) this.keep("seed", String(seed));
    this.#bases = idBases(this.seed);
    this.views = viewsOf(this.#sql, this.#merchants);
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
    const pages = lastTokenPageIds(this.#sql);
    this.#last = {
      order: max("SELECT max(id) AS n FROM orders") || this.#bases.order,
      transaction:
        Math.max(max("SELECT max(last_transaction) AS n FROM orders"), pages.transaction) || this.#bases.transaction,
      exchange: max("SELECT max(id) AS n FROM exchanges"),
      notification: max("SELECT max(id) AS n FROM outbox"),
      token: Math.max(max("SELECT max(id) AS n FROM tokens"), pages.token),
      tokenPage: pages.page,
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
      session: (orderId) => sessionOf(this.seed, orderId),
      exchangeId: () => ++this.#last.exchange,
      notificationId: () => ++this.#last.notification,
      tokenId: () => ++this.#last.token,
      tokenPageId: () => ++this.#last.tokenPage,
    };
  }

  async transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R> {
    const sql = this.#sql;
    sql.of("BEGIN IMMEDIATE").run();
    try {
      const running = work(this.#fresh);
      let step = running.next();
      while (!step.done) step = running.next(answerRead(sql, this.#merchants, step.value));
      this.#check?.(step.value, this.views);
      write(sql, ++this.#last.commit, step.value);
      sql.of("COMMIT").run();
      if (step.value.merchants) this.#merchants.forget();
      if (step.value.exchange) this.#boundJournal(step.value.exchange.id);
      this.onCommit?.(step.value);
      return step.value.result;
    } catch (defect) {
      if (sql.db.inTransaction) sql.of("ROLLBACK").run();
      this.#recount();
      throw defect;
    }
  }

  /** Drops the oldest exchanges, a thousand at a time. */
  #boundJournal(id: number): void {
    if (id % 1000 === 0 && id > JOURNAL_LIMIT)
      this.#sql.of("DELETE FROM exchanges WHERE id <= ?").run(id - JOURNAL_LIMIT);
  }

  async claim(now: Instant, limit: number): Promise<readonly Due[]> {
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
    sql.of("BEGIN IMMEDIATE").run();
    sql
      .of("INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(id, a.n, a.at, a.request, a.status, a.body, a.durationMs, a.why);
    sql
      .of("UPDATE outbox SET attempt_count = ?, state = ?, due_at = ? WHERE id = ?")
      .run(a.n, next.state, next.dueAt, id);
    sql.of("COMMIT").run();
    this.onCommit?.();
  }

  async requeue(id: number, next: Parameters<Store["requeue"]>[1]): Promise<boolean> {
    const effects = next.effects === undefined ? null : JSON.stringify(next.effects);
    const done = this.#sql
      .of("UPDATE outbox SET state = ?, due_at = ?, effects_json = coalesce(?, effects_json) WHERE id = ?")
      .run(next.state, next.dueAt, effects, id);
    this.onCommit?.();
    return done.changes === 1;
  }

  furnish(changes: Changes): void {
    this.#sql.db.transaction(() => write(this.#sql, ++this.#last.commit, changes)).immediate();
    this.#merchants.forget();
    this.onCommit?.(changes);
  }

  count(counts: Parameters<Store["count"]>[0]): void {
    write(this.#sql, this.#last.commit, { counts });
  }

  reseed(seed: number): void {
    this.seed = seed;
    this.keep("seed", String(seed));
    this.#bases = idBases(seed);
    this.#recount();
  }

  keep(name: string, value: string): void {
    this.#sql.of("INSERT OR REPLACE INTO kept VALUES (?, ?)").run(name, value);
  }

  kept(name: string): string | undefined {
    return this.#sql.of("SELECT value FROM kept WHERE name = ?").get(name)?.value;
  }

  serialize(): Buffer {
    return this.#sql.db.serialize();
  }

  async close(): Promise<void> {
    this.#sql.db.close();
  }

  async record(exchangeOf: (id: number) => Exchange): Promise<Exchange> {
    const exchange = exchangeOf(++this.#last.exchange);
    write(this.#sql, this.#last.commit, { exchange });
    this.#boundJournal(exchange.id);
    this.onCommit?.({ exchange });
    return exchange;
  }
}
