import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { exchangeBytes } from "../../../../../src/lane/ports/exchange.js";
import { JournalBudget } from "../../../../../src/lane/store/journal-budget.js";
import { Statements } from "../../../../../src/lane/store/sqlite/database/statements.js";
import { FileJournal } from "../../../../../src/lane/store/sqlite/journal/file-journal.js";
import type { Journal } from "../../../../../src/lane/store/sqlite/journal/journal.js";
import { MemoryJournal } from "../../../../../src/lane/store/sqlite/journal/memory-journal.js";
import { schema } from "../../../../../src/lane/store/sqlite/schema.js";
import { exchange, plainExchange } from "../../../../support/exchange.js";

function statements(): Statements {
  const db = new Database(":memory:");
  db.exec(schema);
  return new Statements({ db, prepared: new Map() });
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

  it("gives back each text as it was, whatever its letters and its length", () => {
    const journal = open();
    const texts = ["", "{}", "Größe", "订单 🧾", "x".repeat(5_000), `${"订单".repeat(100_000)}!`, "a\u0000b"];
    const all = texts.map((text, n) =>
      exchange({
        id: n + 1,
        request: text,
        response: `${text}-`,
        explain: `-${text}`,
        rule: `r${n}`,
        cardType: "VISA",
      }),
    );
    for (const one of all) journal.add(one);
    expect(journal.after(0, 100).map(plainExchange)).toEqual(all);
    expect(journal.list({}, 100).map(plainExchange)).toEqual([...all].reverse());
    expect(all.map(({ id }) => plainExchange(journal.get(id)))).toEqual(all);
  });
});

it("keeps half of a pair of surrogates, which no UTF-8 can tell, in memory", () => {
  const journal = new MemoryJournal(statements());
  const all = ["\ud83e", "whole"].map((request, n) => exchange({ id: n + 1, request }));
  for (const one of all) journal.add(one);
  expect(journal.after(0, 10).map(plainExchange)).toEqual(all);
});

it("goes on in memory with what is left when calls were taken back or dropped", () => {
  const journal = new MemoryJournal(statements());
  const one = (id: number, text: string) => exchange({ id, orderId: id % 3, request: text.repeat(1_000) });
  for (let id = 1; id <= 20; id++) journal.add(one(id, "a"));
  journal.takeBack(11);
  for (let id = 11; id <= 30; id++) journal.add(one(id, "b"));
  journal.dropOldest(exchangeBytes(one(1, "a")) * 4);
  expect(journal.after(0, 100).map(plainExchange)).toEqual([
    ...[5, 6, 7, 8, 9, 10].map((id) => one(id, "a")),
    ...Array.from({ length: 20 }, (_, n) => one(n + 11, "b")),
  ]);
  expect(journal.bytes).toBe(26 * exchangeBytes(one(1, "a")));
  const ofOrder = (orderId: number) => journal.list({ orderId, before: 20 }, 4).map(({ id }) => id);
  expect([ofOrder(0), ofOrder(1), ofOrder(3)]).toEqual([[18, 15, 12, 9], [19, 16, 13, 10], []]);
});

describe.each<[string, () => Journal]>([
  ["in a file", () => new FileJournal(statements())],
  ["in memory", () => new MemoryJournal(statements())],
])("the budget of journals %s", (_, open) => {
  const one = (id: number) => exchange({ id, request: "x".repeat(10_000) });
  const size = exchangeBytes(one(1));
  const fill = (budget: JournalBudget, journal: Journal, from: number, to: number) => {
    for (let id = from; id <= to; id++) {
      journal.add(one(id));
      budget.grew(size);
    }
  };

  it("drops the oldest of the largest, and leaves the others", () => {
    const budget = new JournalBudget(size * 100);
    const [large, small] = [open(), open()];
    for (const journal of [large, small]) budget.join(journal);
    fill(budget, small, 1, 10);
    fill(budget, large, 1, 200);
    expect([small.firstId(), small.lastId(), large.lastId()]).toEqual([1, 10, 200]);
    expect(large.firstId()).toBeGreaterThan(100);
    expect(small.bytes + large.bytes).toBeLessThanOrEqual(size * 100);
    expect(large.get(large.firstId() - 1)).toBeUndefined();
    expect(large.get(large.firstId())?.id).toBe(large.firstId());
  });

  it("keeps the newest call of a journal, however large it is", () => {
    const budget = new JournalBudget(100);
    const journal = open();
    budget.join(journal);
    fill(budget, journal, 1, 3);
    expect([journal.firstId(), journal.lastId()]).toEqual([3, 3]);
  });

  it("is free again when a lane goes", () => {
    const budget = new JournalBudget(size * 100);
    const [gone, stays] = [open(), open()];
    const leave = budget.join(gone);
    budget.join(stays);
    fill(budget, gone, 1, 90);
    leave();
    fill(budget, stays, 1, 95);
    expect(stays.firstId()).toBe(1);
  });
});

it("a journal in memory stands in the database for a snapshot, and only then", () => {
  const sql = statements();
  const journal = new MemoryJournal(sql);
  journal.add(exchange({ id: 1 }));
  const rows = (): number => sql.of("SELECT count(*) AS n FROM exchanges").get().n;
  expect([rows(), journal.asRows(rows), rows()]).toEqual([0, 1, 0]);
});
