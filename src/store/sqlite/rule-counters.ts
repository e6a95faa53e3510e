import type { RuleCount } from "../../app/ports/store.js";
import type { Counter } from "../../scenario/choose.js";
import type { Statements } from "./statements.js";

/** How many counters are held in memory, at least; at most twice as many. */
const CACHE_LIMIT = 10_000;
const zero: Counter = { seen: 0, fired: 0 };

/** How often rules matched and fired, cached as last written: a rule that counts by key may have many counters. */
export class RuleCounters {
  readonly #sql: Statements;
  // Two halves, the older dropped whole: to delete a map's first entry again and again costs more than a query.
  #newer = new Map<string, Counter>();
  #older = new Map<string, Counter>();

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  of(ruleId: string, key: string): Counter {
    const name = nameOf(ruleId, key);
    const known = this.#newer.get(name) ?? this.#older.get(name);
    if (known) return known;
    const stored: Counter =
      this.#sql.of("SELECT seen, fired FROM rule_counts WHERE rule_id = ? AND key = ?").get(ruleId, key) ?? zero;
    this.#hold(name, stored);
    return stored;
  }

  put({ ruleId, key, seen, fired }: RuleCount): void {
    this.#sql.of("INSERT OR REPLACE INTO rule_counts VALUES (?, ?, ?, ?)").run(ruleId, key, seen, fired);
    this.#hold(nameOf(ruleId, key), { seen, fired });
  }

  /** Counts these rules from nothing again. */
  reset(ruleIds: readonly string[]): void {
    for (const ruleId of ruleIds) this.#sql.of("DELETE FROM rule_counts WHERE rule_id = ?").run(ruleId);
    if (ruleIds.length > 0) this.forget();
  }

  /** What was written was taken back: from now on the database is asked. */
  forget(): void {
    this.#newer.clear();
    this.#older.clear();
  }

  #hold(name: string, counter: Counter): void {
    this.#newer.set(name, counter);
    if (this.#newer.size < CACHE_LIMIT) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}

const nameOf = (ruleId: string, key: string): string => `${ruleId}\n${key}`;
