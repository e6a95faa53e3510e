import { expect, it } from "vitest";
import { ReferenceTable } from "../../../../../src/lane/store/sqlite/caches/reference-table.js";

it("finds each of many references, by merchant, and nearly none that is not there", () => {
  const table = new ReferenceTable();
  for (let n = 1; n <= 20_000; n++) table.add(3, `ORDER-${n}`, n);
  for (let n = 1; n <= 20_000; n++) if (table.newest(3, `ORDER-${n}`) !== n) throw new Error(`ORDER-${n} is lost`);
  const strangers = Array.from({ length: 20_000 }, (_, n) => table.newest(4, `ORDER-${n}`));
  expect(strangers.filter((id) => id !== undefined).length).toBeLessThan(10);
});

it("answers the newest order of a reference", () => {
  const table = new ReferenceTable();
  table.add(3, "A", 1);
  table.add(3, "A", 2);
  expect(table.newest(3, "A")).toBe(2);
  table.clear();
  expect(table.newest(3, "A")).toBeUndefined();
});
