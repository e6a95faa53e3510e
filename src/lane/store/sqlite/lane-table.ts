import {
  type ClockState,
  initialClock,
  type LaneRecord,
  type LaneState,
  type RuleRecord,
  ruleSettings,
  type StoredRule,
} from "../../ports/lane-record.js";
import type { Changes } from "../../ports/store.js";
import type { Clock } from "../../ports/time.js";
import { formerOf, recordFor, ruleNumber } from "../former-rules.js";
import { recordAfter, stateAt } from "../lane-state.js";
import type { Statements } from "./database/statements.js";
import type { Journal } from "./journal/journal.js";
import { taskTable } from "./tables/tables.js";

/**
 * A lane's own data besides its orders: named values, and the rules that were added while it ran. A former rule is
 * kept as long as the journal has a call to which it applied.
 */
export const ownTables = `
CREATE TABLE lane_metadata (name TEXT PRIMARY KEY, value_json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rules (n INTEGER PRIMARY KEY, id TEXT NOT NULL, origin TEXT NOT NULL, since INTEGER NOT NULL, after_exchange INTEGER NOT NULL, rule_json TEXT NOT NULL);
CREATE UNIQUE INDEX rules_by_id ON rules (id);
CREATE TABLE former_rules (until_exchange INTEGER NOT NULL, after_exchange INTEGER NOT NULL, rule_json TEXT NOT NULL);
CREATE INDEX former_rules_by_end ON former_rules (until_exchange);
CREATE TABLE former_rule_settings (until_exchange INTEGER PRIMARY KEY, settings_json TEXT NOT NULL);
${taskTable.create}
CREATE INDEX scheduled_tasks_by_time ON scheduled_tasks (at, id);
`;

const LAST_RULE = "lastRule";
export const LAST_TOKEN = "lastToken";
/** Counters for ids. They aren't part of the record. */
const counters: readonly string[] = [LAST_RULE, LAST_TOKEN];

/** The lane's record, cached as an object while it is unchanged. */
export class LaneTable {
  readonly #sql: Statements;
  readonly #clock: Clock;
  #record: LaneRecord | undefined;
  #state: LaneState | undefined;

  /** `record`: that of a new lane, whose database needn't be read for it. */
  constructor(sql: Statements, clock: Clock, record?: LaneRecord) {
    this.#sql = sql;
    this.#clock = clock;
    this.#record = record;
  }

  get record(): LaneRecord {
    this.#record ??= this.#read();
    return this.#record;
  }

  /** The record and the current time. Cached, because each call reads it twice and many calls share a millisecond. */
  state(): LaneState {
    const realNow = this.#clock.now();
    if (this.#state?.realNow === realNow) return this.#state;
    this.#state = stateAt(this.record, realNow);
    return this.#state;
  }

  #replace(record: LaneRecord | undefined): void {
    this.#record = record;
    this.#state = undefined;
  }

  /** Writes the first seed and clock. If a move of the clock was interrupted, the clock continues from there. */
  open(seed: number): void {
    if (this.#value("seed") === undefined) this.#put("seed", seed);
    const clock = this.#value("clock") as ClockState | undefined;
    if (clock?.standingAt !== undefined) this.#put("clock", { ...clock, standingAt: undefined });
    this.#replace(undefined);
  }

  write(changes: Changes, journal: Pick<Journal, "firstId" | "lastId">): void {
    const { lane, rules, exchange } = changes;
    // Most calls change neither, and what is known of the record stays.
    if (!lane && !rules) return;
    if (rules?.removed?.length || ruleSettings.some((name) => lane && name in lane))
      this.#keepFormer(changes, journal.firstId(), exchange?.id ?? journal.lastId());
    for (const [name, value] of Object.entries(lane ?? {})) this.#put(name, value);
    for (const id of rules?.removed ?? []) this.#sql.of("DELETE FROM rules WHERE id = ?").run(id);
    if (rules?.added?.length) this.#addRules(rules.added);
    this.#replace(recordAfter(this.record, changes));
  }

  /** The rules that were in force when a call in the journal was answered. */
  recordFor(exchangeId: number): RuleRecord {
    const [settings] = this.#sql
      .of("SELECT settings_json FROM former_rule_settings WHERE until_exchange >= ? ORDER BY until_exchange LIMIT 1")
      .all(exchangeId);
    const rules = this.#sql
      .of("SELECT rule_json FROM former_rules WHERE until_exchange >= ? AND after_exchange < ?")
      .all(exchangeId, exchangeId);
    return recordFor(exchangeId, this.record, {
      rules: rules.map(({ rule_json }) => JSON.parse(rule_json)),
      settings: settings && JSON.parse(settings.settings_json),
    });
  }

  /** The number of the last rule that was ever added. */
  lastRule(): number {
    return (this.#value(LAST_RULE) as number | undefined) ?? 0;
  }

  /** The last token id that the lane assigned itself. Undefined if there is none. */
  lastToken(): number | undefined {
    return this.#value(LAST_TOKEN) as number | undefined;
  }

  putLastToken(id: number): void {
    this.#put(LAST_TOKEN, id);
  }

  /** Writes were rolled back: ask the database from now on. */
  forget(): void {
    this.#replace(undefined);
  }

  #keepFormer(changes: Changes, firstExchange: number, lastExchange: number): void {
    const { rules, settings } = formerOf(this.record, changes, lastExchange);
    for (const { until, rule } of rules)
      this.#sql.of("INSERT INTO former_rules VALUES (?, ?, ?)").run(until, rule.after ?? 0, JSON.stringify(rule));
    if (settings)
      this.#sql
        .of("INSERT OR IGNORE INTO former_rule_settings VALUES (?, ?)")
        .run(settings.until, JSON.stringify(settings.settings));
    for (const table of ["former_rules", "former_rule_settings"])
      this.#sql.of(`DELETE FROM ${table} WHERE until_exchange < ?`).run(firstExchange);
  }

  #addRules(added: readonly StoredRule[]): void {
    for (const { id, origin, rule, since, after } of added)
      this.#sql
        .of("INSERT INTO rules (id, origin, since, after_exchange, rule_json) VALUES (?, ?, ?, ?, ?)")
        .run(id, origin, since, after ?? 0, JSON.stringify(rule));
    this.#put(LAST_RULE, Math.max(this.lastRule(), ...added.map(({ id }) => ruleNumber(id))));
  }

  #read(): LaneRecord {
    const rows = this.#sql.of("SELECT name, value_json FROM lane_metadata").all();
    const own = rows.filter(({ name }) => !counters.includes(name));
    const values = Object.fromEntries(own.map((row) => [row.name, JSON.parse(row.value_json)]));
    return { clock: initialClock, ...values, rules: this.#readRules() } as LaneRecord;
  }

  #readRules(): readonly StoredRule[] {
    return this.#sql
      .of("SELECT id, origin, since, after_exchange, rule_json FROM rules ORDER BY n")
      .all()
      .map(({ rule_json, after_exchange: after, ...rest }) => ({ ...rest, rule: JSON.parse(rule_json), after }));
  }

  #value(name: string): unknown {
    const row = this.#sql.of("SELECT value_json FROM lane_metadata WHERE name = ?").get(name);
    return row && JSON.parse(row.value_json);
  }

  #put(name: string, value: unknown): void {
    if (value === undefined) this.#sql.of("DELETE FROM lane_metadata WHERE name = ?").run(name);
    else this.#sql.of("INSERT OR REPLACE INTO lane_metadata VALUES (?, ?)").run(name, JSON.stringify(value));
  }
}
