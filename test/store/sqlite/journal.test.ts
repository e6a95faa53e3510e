import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { FileJournal, type Journal, MemoryJournal } from "../../../src/store/sqlite/journal.js";
import { schema } from "../../../src/store/sqlite/schema.js";
import { Statements } from "../../../src/store/sqlite/statements.js";
import { exchange } from "../../support/exchange.js";

function statements(): Statements {
  const db = new Database(":memory:");
  db.exec(schema);
  return new Statements(db);
}

describe.each<[string, () => Journal]>([
  ["in a file", () => new FileJournal(statements())],
  ["in memory", () => new MemoryJournal(statements())],
])("a journal %s", (_, open) => {
  it("finds an exchange by its id, where a defect left a gap too", () => {
    const journal = open();
    for (const id of [5, 6, 9, 10]) journal.add(exchange({ id }));
    const found = [1, 5, 6, 7, 8, 9, 10, 11].map((id) => journal.get(id)?.id);
    expect(found).toEqual([undefined, 5, 6, undefined, undefined, 9, 10, undefined]);
    expect(journal.lastId()).toBe(10);
  });

  it.each([
    [{}, [3, 2, 1]],
    [{ operation: "direct/query" }, [2]],
    [{ merchantId: 4 }, [3]],
    [{ merchantReference: "B" }, [2]],
    [{ orderId: 7 }, [1]],
    [{ responseCode: "2001" }, [3]],
    [{ responseCode: "2001", merchantId: 3 }, []],
  ])("lists what fits %j, newest first", (filter, ids) => {
    const journal = open();
    journal.add(exchange({ id: 1, merchantId: 3, reference: "A", orderId: 7 }));
    journal.add(exchange({ id: 2, merchantId: 3, reference: "B", operation: "direct/query" }));
    journal.add(exchange({ id: 3, merchantId: 4, reference: "C", responseCode: "2001" }));
    expect(journal.list(filter, 10).map(({ id }) => id)).toEqual(ids);
    expect(journal.list(filter, 1).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });
});

it("a journal in memory keeps fifty thousand, and drops the oldest a thousand at a time", () => {
  const journal = new MemoryJournal(statements());
  for (let id = 1; id <= 102_000; id++) journal.add(exchange({ id }));
  const ids = journal.after(0, Number.MAX_SAFE_INTEGER).map(({ id }) => id);
  expect([ids[0], ids.length]).toEqual([52_001, 50_000]);
  expect(journal.get(52_000)).toBeUndefined();
  expect(journal.get(52_001)?.id).toBe(52_001);
});

it("a journal in memory stands in the database for a snapshot, and only then", () => {
  const sql = statements();
  const journal = new MemoryJournal(sql);
  journal.add(exchange({ id: 1 }));
  const rows = (): number => sql.of("SELECT count(*) AS n FROM exchanges").get().n;
  expect([rows(), journal.asRows(rows), rows()]).toEqual([0, 1, 0]);
});
