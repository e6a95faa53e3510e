import { CannotStart } from "../../package/errors.js";
import type { StoreAddress } from "./address.js";
import type { Connection, Database } from "./database.js";
import { migrations } from "./migrations.js";

/** Where the schema stands, and what this version of the sandbox would do to it. */
export interface SchemaState {
  /** 0: there is none yet. */
  readonly found: number;
  readonly wanted: number;
  /** What is to be done, in order. */
  readonly pending: readonly string[];
}

/** Any number: it keeps two nodes from migrating at a time. */
const LOCK = 4_655_000_001;
const wanted = migrations.at(-1)!.version;

/** Looks, and changes nothing. Throws CannotStart where the schema is newer than this version knows. */
export const schemaState = (database: Database, address: StoreAddress): Promise<SchemaState> =>
  database.connected(async (connection) => stateOf(await versionOf(connection, address), address));

/** Brings the schema to this version, by whichever node comes first; the others wait for it. Answers what it found. */
export function migrate(database: Database, address: StoreAddress): Promise<SchemaState> {
  return database.connected(async (connection) => {
    const before = stateOf(await versionOf(connection, address), address);
    if (before.pending.length === 0) return before;
    await connection.run(`SELECT pg_advisory_lock(${LOCK})`, { isLong: true });
    try {
      return await migrateAlone(connection, address);
    } finally {
      await connection.run(`SELECT pg_advisory_unlock(${LOCK})`);
    }
  });
}

async function migrateAlone(connection: Connection, address: StoreAddress): Promise<SchemaState> {
  const state = stateOf(await versionOf(connection, address), address);
  const { schema } = address;
  for (const { version, sql } of migrations.filter(({ version }) => version > state.found))
    await connection.run(
      `BEGIN; CREATE SCHEMA IF NOT EXISTS ${schema}; ${sql}
       INSERT INTO kept VALUES ('schema', '${version}') ON CONFLICT (name) DO UPDATE SET value = excluded.value; COMMIT`,
      { isLong: true },
    );
  return state;
}

async function versionOf(connection: Connection, { schema }: StoreAddress): Promise<number> {
  const [table] = await connection.rows({ name: "has-kept", text: "SELECT to_regclass($1) IS NOT NULL AS is_there" }, [
    `${schema}.kept`,
  ]);
  if (!table.is_there) return 0;
  const [row] = await connection.rows({
    name: "schema-version",
    text: `SELECT value FROM ${schema}.kept WHERE name = 'schema'`,
  });
  return Number(row?.value ?? 0);
}

function stateOf(found: number, { shown }: StoreAddress): SchemaState {
  if (found > wanted)
    throw new CannotStart(
      `the store ${shown} has schema ${found}, this version knows ${wanted}: start the version that made it, or a newer one`,
    );
  const pending = migrations
    .filter(({ version }) => version > found)
    .map(({ version, about }) => `${version}: ${about}`);
  return { found, wanted, pending };
}
