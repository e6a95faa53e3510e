/** The definition of each member's column, in the order of the table: `merchant_id INTEGER NOT NULL`. */
export type Columns<T> = { readonly [Member in keyof T]-?: string };

export interface TableOptions<T> {
  /** Members that are null if others would be absent. */
  readonly nulls?: readonly (keyof T)[];
  /** A constraint after the columns, such as a primary key over several. */
  readonly key?: string;
  /** A suffix of the table, such as WITHOUT ROWID. */
  readonly suffix?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the driver.
type Row = any;

/** A table of objects with a column for each member. A column whose name ends in `_json` contains JSON. */
export class Table<T extends object> {
  readonly create: string;
  readonly insert: string;
  /** The same for a row that may already exist. */
  readonly replace: string;
  readonly #members: readonly string[];
  readonly #columns: readonly string[];
  readonly #isJson: readonly boolean[];
  readonly #isKept: readonly boolean[];

  constructor(name: string, columns: Columns<T>, { nulls = [], key, suffix = "" }: TableOptions<T> = {}) {
    const definitions = Object.values<string>(columns);
    this.#members = Object.keys(columns);
    this.#columns = definitions.map((definition) => definition.split(" ", 1)[0]!);
    this.#isJson = this.#columns.map((column) => column.endsWith("_json"));
    this.#isKept = this.#members.map((member) => nulls.includes(member as keyof T));
    const inside = key === undefined ? definitions : [...definitions, key];
    this.create = `CREATE TABLE ${name} (${inside.join(", ")})${suffix};`;
    const into = `INTO ${name} VALUES (${definitions.map(() => "?").join(", ")})`;
    this.insert = `INSERT ${into}`;
    this.replace = `INSERT OR REPLACE ${into}`;
  }

  /** The arguments of `insert` and `replace`. */
  values(one: T): unknown[] {
    const values: unknown[] = [];
    for (let n = 0; n < this.#members.length; n++) {
      const value = one[this.#members[n] as keyof T] ?? null;
      values.push(this.#isJson[n] ? JSON.stringify(value) : value);
    }
    return values;
  }

  /** Rebuilds the object from a row. */
  read(row: Row): T {
    const one: Record<string, unknown> = {};
    for (let n = 0; n < this.#members.length; n++) {
      const value = row[this.#columns[n]!];
      if (value === null && !this.#isKept[n]) continue;
      one[this.#members[n]!] = this.#isJson[n] ? JSON.parse(value) : value;
    }
    return one as T;
  }
}

/**
 * Builds `WHERE a = ? AND …` from the given filters, or an empty text without filters. `before`: only ids below this
 * one.
 */
export function where(
  conditions: Readonly<Record<string, unknown>>,
  before?: number,
): { readonly clause: string; readonly values: unknown[] } {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const clauses = given.map(([column]) => `${column} = ?`).concat(before === undefined ? [] : ["id < ?"]);
  return {
    clause: clauses.length === 0 ? "" : ` WHERE ${clauses.join(" AND ")}`,
    values: given.map(([, value]) => value).concat(before ?? []),
  };
}
