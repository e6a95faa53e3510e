import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../src/package/files.js";
import { type Statements, statementsOfFacts, statementsOfSpec } from "./extract.js";
import { coveringFacts, spokenOfFacts } from "./facts-covered.js";
import { factsNotes, factsRows } from "./facts-rows.js";
import { coveringSpec, spokenOfSpec } from "./spec-covered.js";
import { specNotes, specRows } from "./spec-rows.js";

const isWriting = process.env.COVERAGE === "write";
/** The documents lie beside the repository, where they are at hand; PAYMENT_SPEC names another folder. */
const FOLDER = process.env.PAYMENT_SPEC ?? join(packageRoot, "../shared/spec");
const here = (name: string): string => join(packageRoot, "test/spec", name);
const textOf = (file: string): string => readFileSync(join(packageRoot, "test", file), "utf8");

const documents = [
  {
    name: "payment-service.md",
    list: "COVERAGE.md",
    fixture: "payment-service.rows.json",
    extract: statementsOfSpec,
    rows: specRows,
    notes: specNotes,
    coveringOf: coveringSpec,
    spokenOf: spokenOfSpec,
  },
  {
    name: "provider-facts.md",
    list: "FACTS.md",
    fixture: "provider-facts.rows.json",
    extract: statementsOfFacts,
    rows: factsRows,
    notes: factsNotes,
    coveringOf: coveringFacts,
    spokenOf: spokenOfFacts,
  },
] as const;

/** What is kept of a document that is not in the repository: its hash, its rows, and the hash of each. */
interface Fixture {
  readonly about: string;
  readonly sha256: string;
  readonly rows: Readonly<Record<string, string>>;
}
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const fixtureOf = (name: string, text: string, statements: Statements): Fixture => ({
  about: `The rows of ${name}, each with a hash of its text. Written by COVERAGE=write vitest run test/spec.`,
  sha256: sha256(text),
  rows: Object.fromEntries([...statements].map(([id, said]) => [id, sha256(said).slice(0, 8)])),
});

/** The list that people read. */
function list({ name, rows, notes, coveringOf }: (typeof documents)[number]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const tests = (row: string): string =>
    row in notes
      ? "–"
      : coveringOf(row)
          .map(({ file, test }) => cell(`${file}: ${test}`))
          .join("<br>");
  const lines = Object.entries({ ...rows, ...notes }).map(
    ([row, says]) => `| ${cell(row)} | ${cell(says)} | ${tests(row)} |`,
  );
  return [
    `# What ${name} states, and the tests that show it`,
    "",
    "Written by `COVERAGE=write vitest run test/spec`; the test beside it fails when a row has no test, when the document has other",
    "rows, or when this list is old.",
    `${Object.keys(rows).length} rows and ${Object.keys(notes).length} that state nothing to show. \`%s\` stands for the cases of a table.`,
    "",
    "| Row | Says | Tests |",
    "|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

describe.each(documents)("the rows of $name", (document) => {
  const { name, fixture, rows, notes, coveringOf, spokenOf } = document;
  const ids = Object.keys(rows);
  const kept = (): Fixture => JSON.parse(readFileSync(here(fixture), "utf8"));

  it("are those of the document, where it is at hand", ({ skip }) => {
    const file = join(FOLDER, name);
    if (!existsSync(file)) return skip(`${name} is not at hand: expected ../shared/spec, or PAYMENT_SPEC`);
    const text = readFileSync(file, "utf8");
    const found = fixtureOf(name, text, document.extract(text));
    if (isWriting) writeFileSync(here(fixture), `${JSON.stringify(found, null, 2)}\n`);
    expect(kept()).toEqual(found);
  });

  it("are each in our list, and no other", () => {
    expect([...ids, ...Object.keys(notes)].sort()).toEqual(Object.keys(kept().rows).sort());
  });

  it.each(ids)("%s has a test", (row) => {
    expect(coveringOf(row).length).toBeGreaterThan(0);
  });

  it("are named only where they exist, and are more than a note", () => {
    expect(spokenOf.filter((row) => !(row in rows) || row in notes)).toEqual([]);
  });

  it("name tests that there are", () => {
    const missing = ids.flatMap(coveringOf).filter(({ file, test }) => !textOf(file).includes(JSON.stringify(test)));
    expect(missing).toEqual([]);
  });

  it("are listed as they are", () => {
    if (isWriting) writeFileSync(here(document.list), list(document));
    expect(readFileSync(here(document.list), "utf8")).toBe(list(document));
  });
});
