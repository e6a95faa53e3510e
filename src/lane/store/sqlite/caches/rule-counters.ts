import type { Counter } from "../../../../core/scenario/matching/choose.js";
import type { RuleCount } from "../../../ports/store.js";
import type { Statements } from "../database/statements.js";

/** The minimum number of counters to hold in memory. The maximum is twice that. */
const CACHE_LIMIT = 10_000;
const zero: Counter = { seen: 0, fired: 0 };

/** How often rules matched and fired, cached as last written. A rule that counts by key may have many counters. */
export class RuleCounters {
  readonly #sql: Statements;
  // Two halves. The older one is dropped as a whole, because deleting a map's first entry again and again costs more
  // than a query.
  #newer = new Map<string, Counter>();
  #older = new Map<string, Counter>();

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  of(ruleId: string, key: string): Counter {
    const name = counterName(ruleId, key);
    const known = this.#newer.get(name) ?? this.#older.get(name);
    if (known) return known;
    const stored: Counter =
      this.#sql.of("SELECT seen, fired FROM rule_counts WHERE rule_id = ? AND key = ?").get(ruleId, key) ?? zero;
    this.#hold(name, stored);
    return stored;
  }

  put({ ruleId, key, seen, fired }: RuleCount): void {
    this.#sql.of("INSERT OR REPLACE INTO rule_counts VALUES (?, ?, ?, ?)").run(ruleId, key, seen, fired);
    this.#hold(counterName(ruleId, key), { seen, fired });
  }

  /** Resets the counts of these rules to zero. */
  reset(ruleIds: readonly string[]): void {
    for (const ruleId of ruleIds) this.#sql.of("DELETE FROM rule_counts WHERE rule_id = ?").run(ruleId);
    if (ruleIds.length > 0) this.forget();
  }

  /** Writes were rolled back: ask the database from now on. */
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

const counterName = (ruleId: string, key: string): string => `${ruleId}\n${key}`;
