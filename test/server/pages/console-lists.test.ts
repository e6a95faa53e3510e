import { describe, expect, it } from "vitest";
import { periodOf } from "../../../src/lane/views/period.js";
import type { ConsoleVisit } from "../../../src/server/pages/console/context.js";
import { csvOf, exportedOf } from "../../../src/server/pages/console/lists/export.js";
import { pageOfRows, sorted, sortingOf, sortsOf } from "../../../src/server/pages/console/lists/sorting.js";

const cell = (value: string): string =>
  csvOf(["x"], [{ x: value }])
    .split("\r\n")
    .slice(1, -1)
    .join("\r\n");

describe("a CSV export", () => {
  it.each([
    ["=1+1", `"'=1+1"`],
    ["+1", `"'+1"`],
    ["-1", `"'-1"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t=1"`],
    ["\r=1", `"'\n=1"`],
    ["\u0000=1", `"'=1"`],
    ["  =1", `"'  =1"`],
    ["＝1", `"'＝1"`],
    ["|calc", `"'|calc"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['"quoted", and so on', '"""quoted"", and so on"'],
    ["two\nlines", '"two\nlines"'],
    ["<script>alert(1)</script>", '"<script>alert(1)</script>"'],
    ["單".repeat(64), `"${"單".repeat(64)}"`],
    ["A-1", '"A-1"'],
  ])("holds %j as %j", (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  it("holds numbers bare, also below zero, and nothing for what is absent", () => {
    const rows = [{ amount: -1.5, at: null, isSo: true }];
    expect(csvOf(["amount", "at", "none", "isSo"], rows)).toBe('\ufeff"amount","at","none","isSo"\r\n-1.5,,,true\r\n');
  });

  it("has a column for each member that any row has", () => {
    const rows = [{ a: 1 }, { a: 2, b: "x" }];
    const list = { name: "orders", laneName: "default", isCutShort: false, rows };
    expect(exportedOf({ ...list, format: "csv" })).toEqual({
      type: "text/csv; charset=utf-8",
      fileName: "orders-default.csv",
      text: '\ufeff"a","b"\r\n1,\r\n2,"x"\r\n',
    });
  });
});

it("exports JSON that says whether it is whole", () => {
  const list = {
    name: "orders",
    laneName: "b",
    isCutShort: true,
    rows: [{ merchantReference: "=1" }],
    format: undefined,
  };
  const { fileName, text } = exportedOf(list);
  expect(fileName).toBe("orders-b-newest-1.json");
  expect(JSON.parse(text)).toEqual({ orders: [{ merchantReference: "=1" }], isCutShort: true });
});

describe("a sorted list", () => {
  const columns = { Amount: { by: ({ amount }: { amount?: number }) => amount } };
  const visit = (query: Record<string, string>) => ({ query }) as unknown as ConsoleVisit;
  const amounts = (sort: string) => {
    const sorting = sortingOf(visit({ sort }), columns);
    const rows = [{ amount: 2 }, {}, { amount: 10 }, { amount: 1 }];
    return sorting && sorted(rows, sorting).map(({ amount }) => amount);
  };

  it.each([
    ["amount", [1, 2, 10, undefined]],
    ["-amount", [10, 2, 1, undefined]],
    ["toString", undefined],
    ["", undefined],
  ])("by %j stands as %j", (sort, expected) => {
    expect(amounts(sort)).toEqual(expected);
  });

  it("is cut into pages", () => {
    const rows = Array.from({ length: 60 }, (_, n) => n);
    expect([pageOfRows(rows, 0).items.length, pageOfRows(rows, 0).next, pageOfRows(rows, 50).next]).toEqual([
      50,
      50,
      undefined,
    ]);
  });

  it("is turned around by the head's next click, and keeps the filter", () => {
    const asked = visit({ sort: "-amount", status: "OPEN", skip: "50" });
    expect(sortsOf(asked, columns, sortingOf(asked, columns))).toEqual({
      Amount: { name: "amount", href: "?sort=amount&status=OPEN", order: "descending" },
    });
  });
});

describe("a period", () => {
  const day = Date.UTC(2026, 0, 5);
  it.each([
    ["2026-01-05", "2026-01-05", { from: day, before: day + 86_400_000 }],
    ["2026-01-05T00:00:00Z", undefined, { from: day, before: undefined }],
    [undefined, "2026-01-05T00:00:00Z", { from: undefined, before: day + 1 }],
    ["yesterday", "5", undefined],
    [undefined, undefined, undefined],
  ])("from %s to %s is %j", (from, to, expected) => {
    expect(periodOf(from, to)).toEqual(expected);
  });
});
