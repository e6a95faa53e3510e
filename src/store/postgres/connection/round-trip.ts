import pg from "pg";
import utils from "pg/lib/utils.js";

/** How long a statement that is long may take, in milliseconds. */
export const LONG_MAX_MS = 600_000;

// biome-ignore lint/suspicious/noExplicitAny: a row's shape is stated where it is read.
export type Row = any;

/** A statement that each connection prepares when it first runs it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** True if it may take much longer than others, because it reads, writes or deletes whole lanes. */
  readonly isLong?: boolean;
}

export type BoundStatement = readonly [statement: Statement, values?: readonly unknown[]];

/** A column of an answer. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

const INT8 = 20;
const JSON_TYPE = 114;

/** Ids and sums are safe integers. JSON stays text, because most readers don't need all of it. */
function readerOf(type: number): Column["read"] {
  if (type === INT8) return Number;
  return type === JSON_TYPE ? (text) => text : pg.types.getTypeParser(type, "text");
}

/** The columns of each prepared statement, by its name. They are asked for once. */
const columnsOf = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

type BoundText = string | Buffer | null;

interface Part {
  readonly statement: Statement;
  readonly values: BoundText[];
  readonly rows: Row[];
  readonly succeed: (rows: readonly Row[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Statements that are sent in one write, and synchronized once. If one fails, those after it don't run. The driver
 * writes and synchronizes each by itself, which takes a tenth more CPU for a call, nodes and database together.
 */
export class RoundTrip implements pg.Submittable {
  readonly #parts: Part[] = [];
  #answered = 0;
  #columns: Map<string, readonly Column[]> = new Map();
  /** Read by the driver; undefined: its default. */
  query_timeout: number | undefined;
  /** The driver puts its time-out around it. */
  callback: () => void = () => {};

  /** Throws for a value that has no text. */
  add(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const bound = values.map(utils.prepareValue);
    if (statement.isLong) this.query_timeout = LONG_MAX_MS;
    return new Promise((succeed, fail) => {
      this.#parts.push({ statement, values: bound, rows: [], succeed, fail });
    });
  }

  /** Returns after the last answer, or after an error. It never throws: each statement's own promise does. */
  run(client: pg.ClientBase): Promise<void> {
    return new Promise((resolve) => {
      this.callback = resolve;
      client.query(this);
    });
  }

  // The rest is called by the driver's client.

  submit(connection: pg.Connection): void {
    const columns = columnsOf.get(connection) ?? new Map<string, readonly Column[]>();
    columnsOf.set(connection, columns);
    this.#columns = columns;
    connection.stream.cork();
    for (const part of this.#parts) send(connection as PgConnection, part, columns.has(part.statement.name));
    connection.sync();
    connection.stream.uncork();
  }

  /** The statement that is being answered; the driver notes that it is prepared. Empty after the last answer. */
  get name(): string {
    return this.#part?.statement.name ?? "";
  }

  get text(): string {
    return this.#part?.statement.text ?? "";
  }

  handleRowDescription({ fields }: RowDescription): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
    this.#columns.set(this.name, columns);
  }

  handleDataRow({ fields }: DataRow): void {
    const row: Row = {};
    const columns = this.#columns.get(this.name)!;
    for (let n = 0; n < columns.length; n++) {
      const { name, read } = columns[n]!;
      const text = fields[n]!;
      row[name] = text === null ? null : read(text);
    }
    this.#part!.rows.push(row);
  }

  handleCommandComplete(): void {
    const { statement, succeed, rows } = this.#part!;
    if (!this.#columns.has(statement.name)) this.#columns.set(statement.name, []);
    this.#answered++;
    succeed(rows);
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: unknown, connection: PgConnection): void {
    const left = this.#parts.slice(this.#answered);
    this.#answered = this.#parts.length;
    for (const { statement, fail } of left) {
      delete connection.submittedNamedStatements[statement.name];
      fail(error);
    }
    this.callback();
  }

  get #part(): Part | undefined {
    return this.#parts[this.#answered];
  }
}

// What the driver passes, which its types leave out.

interface PgConnection extends pg.Connection {
  /** Statements that are prepared, and those that are sent to be, by name. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

interface DataRow {
  readonly fields: readonly (string | null)[];
}

function send(connection: PgConnection, { statement: { name, text }, values }: Part, isDescribed: boolean): void {
  if (connection.parsedStatements[name] === undefined && connection.submittedNamedStatements[name] === undefined) {
    connection.parse({ name, text, types: [] }, true);
    connection.submittedNamedStatements[name] = text;
  }
  connection.bind({ statement: name, values }, true);
  if (!isDescribed) connection.describe({ type: "P" }, true);
  connection.execute(null, true);
}
