import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../src/package/files.js";
import { coveringOf, spokenOf } from "./covered.js";
import { rows } from "./rows.js";

const LIST = join(packageRoot, "test/spec/COVERAGE.md");
const ids = Object.keys(rows);
const textOf = (file: string): string => readFileSync(join(packageRoot, "test", file), "utf8");

/** The list that people read. */
function list(): string {
  const lines = ids.map((row) => {
    const tests = coveringOf(row).map(({ file, test }) => `${file}: ${test}`);
    return `| ${row} | ${rows[row]} | ${tests.join("<br>")} |`;
  });
  return [
    "# Rows of the spec's tables, and the tests that show them",
    "",
    "Written by `COVERAGE=write vitest run test/spec`; the test beside it fails when a row has no test, or this list is old.",
    `${ids.length} rows. \`%s\` stands for the cases of a table.`,
    "",
    "| Row | Says | Tests |",
    "|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

describe("the spec's rows", () => {
  it.each(ids)("%s has a test", (row) => {
    expect(coveringOf(row).length).toBeGreaterThan(0);
  });

  it("are named only where they exist", () => {
    expect(spokenOf.filter((row) => !(row in rows))).toEqual([]);
  });

  it("name tests that there are", () => {
    const missing = ids.flatMap(coveringOf).filter(({ file, test }) => !textOf(file).includes(`"${test}"`));
    expect(missing).toEqual([]);
  });

  it("are listed as they are", () => {
    if (process.env.COVERAGE === "write") writeFileSync(LIST, list());
    expect(readFileSync(LIST, "utf8")).toBe(list());
  });
});
