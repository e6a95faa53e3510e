import Database from "better-sqlite3";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { pageTable } from "../support/page-table.js";
import { testStore } from "../support/postgres.js";

describe("the page of queues", () => {
  const rows = pageTable("docs/queues.md", "| driver | statement | affected rows |");
  const of = (name: string) =>
    rows.flatMap(([driver, insert, counts]) => (driver === name ? [[driver, insert!, counts!] as const] : []));
  /** Bold if a known id looks like a new one. */
  const shown = ([first, second]: readonly unknown[]) =>
    first === second ? `**${first}, ${second}**` : `${first}, ${second}`;

  it.each(of("better-sqlite3"))("says how many rows %s changes by %s", (_, insert, counts) => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE seen (id TEXT PRIMARY KEY, n INTEGER)");
    const changed = [1, 2].map(() => database.prepare(insert).run().changes);
    database.close();
    expect(shown(changed)).toBe(counts);
  });

  it.each(of("pg"))("says how many rows %s changes by %s", async (_, insert, counts) => {
    const url = new URL(await testStore());
    url.search = "";
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query("CREATE TEMPORARY TABLE seen (id TEXT PRIMARY KEY, n INTEGER)");
    const changed = [await client.query(insert), await client.query(insert)].map(({ rowCount }) => rowCount);
    await client.end();
    expect(shown(changed)).toBe(counts);
  });
});
