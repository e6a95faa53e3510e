import type Database from "better-sqlite3";
import { expect, it } from "vitest";
import {
  emptyTables,
  filledTables,
  keepSpare,
  rowsOf,
} from "../../../../../src/lane/store/sqlite/database/memory-tables.js";
import type { OpenDatabase } from "../../../../../src/lane/store/sqlite/database/statements.js";

const INSERT = "INSERT INTO rule_counts VALUES (?, 'a dropped lane''s secret', 1, 1)";

/** A lane's database, with more rows than fit into one page. */
function used(): OpenDatabase {
  const open = emptyTables();
  const insert = open.db.prepare(INSERT);
  open.prepared.set(INSERT, insert);
  for (let n = 0; n < 200; n++) insert.run(`rule-${n}`);
  return open;
}

const countOf = ({ db }: OpenDatabase): unknown => db.prepare("SELECT count(*) FROM rule_counts").pluck().get();

it("a dropped lane's database comes back empty, with its statements", () => {
  const spare = used();
  keepSpare(spare);
  const next = emptyTables();
  expect(next.db).toBe(spare.db);
  expect(countOf(next)).toBe(0);
  expect(next.prepared.get(INSERT)!.run("again").changes).toBe(1);
});

it("nothing of the dropped lane is left in its bytes, not in free pages either", () => {
  const spare = used();
  spare.db.exec("DELETE FROM rule_counts WHERE rule_id > 'rule-5'");
  keepSpare(spare);
  const next = emptyTables();
  expect(next.db).toBe(spare.db);
  expect(next.db.serialize().toString("latin1")).not.toContain("secret");
});

it.each([
  ["is in a transaction", (db: Database.Database): void => void db.exec("BEGIN")],
  ["is large", (db: Database.Database): void => void db.prepare(INSERT).run("x".repeat(3_000_000))],
] as const)("a database that %s is closed", (_, change) => {
  const spare = used();
  change(spare.db);
  keepSpare(spare);
  expect(spare.db.open).toBe(false);
  expect(emptyTables().db).not.toBe(spare.db);
});

it("a copy of a lane's rows is independent of it", () => {
  const one = used();
  const copy = filledTables(rowsOf(one.db));
  copy.db.exec("DELETE FROM rule_counts WHERE rule_id = 'rule-1'");
  expect([countOf(one), countOf(copy)]).toEqual([200, 199]);
});
