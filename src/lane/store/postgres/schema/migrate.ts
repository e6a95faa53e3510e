import { CannotStart } from "../../../../package/errors.js";
import { addressOf, type StoreAddress } from "../connection/address.js";
import type { Connection } from "../connection/connection.js";
import { Database } from "../connection/database.js";
import { type Migration, migrations } from "./migrations.js";

/** The version of the schema, and the migrations that it needs. */
export interface SchemaState {
  /** 0 if there is no schema yet. May be newer than `wanted`, if the newer schema still supports this version. */
  readonly found: number;
  readonly wanted: number;
  /** The pending migrations, in order. */
  readonly pending: readonly string[];
}

/** Only one process migrates a schema at a time. */
const lockOf = (what: string): string => `SELECT ${what}(46554, hashtext(current_setting('search_path'))) AS is_done`;

/** The role or the database may limit statements to less time than a migration takes. */
const BEGIN_LONG = "BEGIN; SET LOCAL statement_timeout = 0";

export interface MigrateOptions {
  /** Only looks. */
  readonly isCheck?: boolean;
  /** Called if another process is migrating this schema. */
  readonly waits?: (() => void) | undefined;
  /** All migrations of this version. */
  readonly steps?: readonly Migration[];
}

/**
 * Migrates the schema to this version. If another process is migrating it, waits for that first. Returns the state
 * before its own migration. Throws CannotStart if the schema is newer and no longer supports this version.
 */
export function migrate(
  database: Database,
  { isCheck = false, waits, steps = migrations }: MigrateOptions = {},
): Promise<SchemaState> {
  const { address } = database;
  return database.connected(async (connection) => {
    const before = await stateBefore(connection, address, steps);
    if (isCheck || before.pending.length === 0) return before;
    const [lock] = await connection.rows(lockOf("pg_try_advisory_lock"));
    if (!lock.is_done) {
      waits?.();
      await connection.run(`${BEGIN_LONG}; SET LOCAL lock_timeout = 0; ${lockOf("pg_advisory_lock")}; COMMIT`);
    }
    // If it fails, its connection is closed, which ends its transaction and its lock.
    const state = await migrateAlone(connection, address, steps);
    await connection.run(lockOf("pg_advisory_unlock"));
    return state;
  });
}

async function migrateAlone(connection: Connection, address: StoreAddress, steps: readonly Migration[]) {
  const state = await stateBefore(connection, address, steps);
  const { schema } = address;
  const [found] = await connection.rows("SELECT to_regnamespace($1) IS NOT NULL AS is_there", [schema]);
  // Checked first, because a role may own the schema without being allowed to create one.
  if (!found.is_there) await connection.run(`CREATE SCHEMA ${schema}`);
  for (const { version, sql } of steps.filter(({ version }) => version > state.found))
    await connection.run(
      `${BEGIN_LONG}; ${sql}
       INSERT INTO kept VALUES ('schema', '${version}'), ('schema-serves', '${servedBy(version, steps)}')
         ON CONFLICT (name) DO UPDATE SET value = excluded.value; COMMIT`,
    );
  return state;
}

/** The oldest schema version whose programs work with this version's schema. */
const servedBy = (version: number, steps: readonly Migration[]): number =>
  steps.findLast((step) => step.version <= version && step.serves !== undefined)?.serves ?? 1;

async function stateBefore(connection: Connection, { schema, shown }: StoreAddress, steps: readonly Migration[]) {
  const [table] = await connection.rows("SELECT to_regclass($1) IS NOT NULL AS is_there", [`${schema}.kept`]);
  const rows = table.is_there ? await connection.rows(`SELECT name, value FROM ${schema}.kept`) : [];
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const found = Number(stored.get("schema") ?? 0);
  // Schemas without the second row support only the programs that know them.
  const serves = Number(stored.get("schema-serves") ?? found);
  const wanted = steps.at(-1)!.version;
  if (found > wanted && serves > wanted)
    throw new CannotStart(
      `the store ${shown} has schema ${found}, but this version supports ${wanted}: start the version that created it, or a newer one`,
    );
  const pending = steps.filter(({ version }) => version > found).map(({ version, about }) => `${version}: ${about}`);
  return { found, wanted, pending };
}

/**
 * Migrates a store's schema to this version, or only checks it. Throws CannotStart if the store can't be reached or
 * is too new.
 */
export async function migrateStore(store: string, how: MigrateOptions): Promise<SchemaState> {
  const database = new Database(addressOf(store));
  try {
    await database.assertUsable();
    return await migrate(database, how);
  } catch (error) {
    throw cannotBeUsed(database, error);
  } finally {
    await database.close();
  }
}

export const cannotBeUsed = ({ address: { shown } }: Database, error: unknown): CannotStart =>
  error instanceof CannotStart
    ? error
    : new CannotStart(
        `the store ${shown} cannot be used: ${(error as Error).message}; correct --store, or the database`,
        { cause: error },
      );
