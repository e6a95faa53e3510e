import pg from "pg";
import { expect, it } from "vitest";
import { migrateStore } from "../../../../src/lane/store/postgres/schema/migrate.js";
import { asked, testStore } from "../../../support/postgres.js";

/** A role that may log in, and no more. */
async function role(store: string) {
  const url = new URL(store);
  const schema = url.searchParams.get("schema")!;
  const name = `role_${schema}`;
  const admin = new pg.Client({ connectionString: Object.assign(new URL(store), { search: "" }).href });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'role'`);
  Object.assign(url, { username: name, password: "role" });
  return { admin, schema, name, store: url.href };
}

it("migrates a schema that the role owns, though it may not make one", async () => {
  const { admin, schema, name, store } = await role(await testStore());
  await admin.query(`REVOKE CREATE ON DATABASE postgres FROM ${name}; CREATE SCHEMA ${schema} AUTHORIZATION ${name}`);
  const { pending } = await migrateStore(store, { isCheck: false });
  expect(pending.length).toBeGreaterThan(0);
  expect((await migrateStore(store, { isCheck: true })).pending).toEqual([]);
  await admin.end();
});

it("names the cause of a migration that fails", async () => {
  const { admin, schema, store } = await role(await testStore());
  await expect(migrateStore(store, { isCheck: false })).rejects.toThrow("permission denied for database");
  await admin.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.lanes (id int)`);
  await admin.query(`GRANT ALL ON SCHEMA ${schema} TO PUBLIC`);
  await expect(migrateStore(store, { isCheck: false })).rejects.toThrow('relation "lanes" already exists');
  await admin.end();
});

it("waits for another process that migrates the same schema, and says so", async () => {
  const store = await testStore();
  await using other = await asked(store);
  await other.rows("SELECT pg_advisory_lock(46554, hashtext(current_setting('search_path')))");
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const migrated = migrateStore(store, { isCheck: false, waits: resolve });
  await waits;
  await other.rows("SELECT pg_advisory_unlock_all()");
  expect((await migrated).found).toBe(0);
});

it("takes its time, even if the role's statements may not", async () => {
  const { admin, schema, name, store } = await role(await testStore());
  await admin.query(
    `CREATE SCHEMA ${schema} AUTHORIZATION ${name}; ALTER ROLE ${name} SET statement_timeout = '300ms'`,
  );
  const steps = [
    { version: 1, about: "slow", sql: "CREATE TABLE kept (name text PRIMARY KEY, value text); SELECT pg_sleep(0.5);" },
  ];
  await using other = await asked(store);
  await other.rows("SELECT pg_advisory_lock(46554, hashtext(current_setting('search_path')))");
  const waits = () => void other.rows("SELECT pg_sleep(0.2), pg_advisory_unlock_all()");
  await migrateStore(store, { isCheck: false, steps, waits });
  expect((await migrateStore(store, { isCheck: true, steps })).pending).toEqual([]);
  await admin.end();
});
