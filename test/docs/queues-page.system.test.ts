import Database from "better-sqlite3";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { otherRows } from "../../build/docs/data/queues.js";
import { testStore } from "../support/postgres.js";

describe("the page of queues", () => {
  const of = (name: string) => otherRows.filter(([driver]) => driver === name);

  it.each(of("better-sqlite3"))("says how many rows %s changes by %s", (_, insert, counts) => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE seen (id TEXT PRIMARY KEY, n INTEGER)");
    const changed = [1, 2].map(() => database.prepare(insert).run().changes);
    database.close();
    expect(changed.join(" ")).toBe(counts);
  });

  it.each(of("pg"))("says how many rows %s changes by %s", async (_, insert, counts) => {
    const url = new URL(await testStore());
    url.search = "";
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query("CREATE TEMPORARY TABLE seen (id TEXT PRIMARY KEY, n INTEGER)");
    const changed = [await client.query(insert), await client.query(insert)].map(({ rowCount }) => rowCount);
    await client.end();
    expect(changed.join(" ")).toBe(counts);
  });
});
