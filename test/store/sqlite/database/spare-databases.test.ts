import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { keepSpare, takeSpare } from "../../../../src/store/sqlite/database/spare-databases.js";

const made = (rows: number) => {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT)");
  const insert = db.prepare("INSERT INTO orders (note) VALUES (?)");
  for (let n = 0; n < rows; n++) insert.run("a dropped lane's secret");
  return { db, prepared: new Map([["insert", insert]]) };
};
const forgetAll = (): void => {
  while (takeSpare());
};

it("a dropped lane's database comes back empty, with its statements", () => {
  forgetAll();
  const { db, prepared } = made(200);
  keepSpare({ db, prepared });
  expect(takeSpare()).toEqual({ db, prepared });
  expect(db.prepare("SELECT count(*) FROM orders").pluck().get()).toBe(0);
  expect(prepared.get("insert")!.run("again").changes).toBe(1);
});

it("nothing of the dropped lane is left in its bytes", () => {
  forgetAll();
  const { db, prepared } = made(200);
  keepSpare({ db, prepared });
  expect(takeSpare()!.db.serialize().toString("latin1")).not.toContain("secret");
});

it.each([
  ["is in a transaction", (db: Database.Database): void => void db.exec("BEGIN")],
  ["has free pages, which hold old rows", (db: Database.Database): void => void db.exec("DELETE FROM orders")],
  [
    "is large",
    (db: Database.Database): void => void db.prepare("INSERT INTO orders (note) VALUES (?)").run("x".repeat(3_000_000)),
  ],
] as const)("a database that %s is closed", (_, change) => {
  forgetAll();
  const { db, prepared } = made(200);
  change(db);
  keepSpare({ db, prepared });
  expect(db.open).toBe(false);
  expect(takeSpare()).toBeUndefined();
});
