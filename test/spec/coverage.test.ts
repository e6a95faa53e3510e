import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../src/package/files.js";
import { type Statements, statementsOfFacts, statementsOfSpec } from "./extract.js";
import { factsNotes, factsRows } from "./facts-rows.js";
import { type DocumentName, fixtures, rowTags } from "./row-tags.js";
import { specNotes, specRows } from "./spec-rows.js";
import { testsOf } from "./tagged-tests.js";

const isWriting = process.env.COVERAGE === "write";
/** The documents lie beside the repository, where they are at hand; PAYMENT_SPEC names another folder. */
const FOLDER = process.env.PAYMENT_SPEC ?? join(packageRoot, "../shared/spec");
const here = (name: string): string => join(packageRoot, "test/spec", name);

const documents = [
  {
    id: "spec",
    name: "payment-service.md",
    list: "COVERAGE.md",
    extract: statementsOfSpec,
    rows: specRows,
    notes: specNotes,
  },
  {
    id: "facts",
    name: "provider-facts.md",
    list: "FACTS.md",
    extract: statementsOfFacts,
    rows: factsRows,
    notes: factsNotes,
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

const tagOf = (document: DocumentName, row: string): string => {
  const tag = rowTags[document].get(row);
  if (tag === undefined) throw new Error(`${row} has no tag: is it a row of ${fixtures[document]}?`);
  return tag;
};

/** The list that people read. */
function list({ id, name, rows, notes }: (typeof documents)[number]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const shown = (row: string): readonly [string, string] => {
    if (row in notes) return ["–", "–"];
    const tag = tagOf(id, row);
    return [
      `\`${tag}\``,
      testsOf(tag)
        .map(({ file, title }) => cell(`${file}: ${title}`))
        .join("<br>"),
    ];
  };
  const lines = Object.entries({ ...rows, ...notes }).map(
    ([row, says]) => `| ${cell(row)} | ${cell(says)} | ${shown(row).join(" | ")} |`,
  );
  return [
    `# What ${name} states, and the tests that show it`,
    "",
    "Written by `COVERAGE=write npx vitest run test/spec` from the tags of the tests. The test beside it fails if a row has no test,",
    "if the document has other rows, or if this list is old. `npm test -- --tags-filter=<tag>` runs the quick tests of a row.",
    `${Object.keys(rows).length} rows and ${Object.keys(notes).length} that state nothing to show. \`%s\` stands for the cases of a table.`,
    "",
    "| Row | Says | Tag | Tests |",
    "|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

describe.each(documents)("the rows of $name", (document) => {
  const { id, name, rows, notes } = document;
  const fixture = fixtures[id];
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
    expect(testsOf(tagOf(id, row)).length).toBeGreaterThan(0);
  });

  it("are listed as they are", () => {
    if (isWriting) writeFileSync(here(document.list), list(document));
    expect(readFileSync(here(document.list), "utf8")).toBe(list(document));
  });
});
