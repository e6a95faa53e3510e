import { readFileSync } from "node:fs";

// The tags that a test of a documented row carries, such as spec:4.1/amount. vitest.config.ts defines them all, so that
// vitest refuses any other, and runs the tests of a row: npm test -- --tags-filter=spec:4.1/amount

/** A sentence goes by its first words: five, or as many as tell it from the ones before. */
const WORDS = 5;

/** The documents, by the prefix of their rows' tags. */
export const fixtures = { spec: "payment-service.rows.json", facts: "provider-facts.rows.json" } as const;
export type DocumentName = keyof typeof fixtures;

/** The rows of a document and their tags, in the document's order. */
export const rowTags: Readonly<Record<DocumentName, ReadonlyMap<string, string>>> = {
  spec: tagsOf("spec"),
  facts: tagsOf("facts"),
};

/** A tag stands for its row; spec:4.1/answer for each member of that answer, spec:2.3 for each of that object. */
export const standsFor = (tag: string, rowTag: string): boolean => tag === rowTag || tag === groupOf(rowTag);

/** All that a test may carry. */
export const allRowTags: readonly string[] = [
  ...new Set(Object.values(rowTags).flatMap((tags) => [...tags.values()].flatMap((tag) => [tag, groupOf(tag)]))),
];

function groupOf(tag: string): string {
  return tag.replace(/^(spec:2\.\d)\/\w+$|(\/answer)\/.*/, "$1$2");
}

function tagsOf(name: DocumentName): ReadonlyMap<string, string> {
  const { rows } = JSON.parse(readFileSync(new URL(fixtures[name], import.meta.url), "utf8")) as { rows: object };
  const byTag = new Map<string, string>();
  for (const row of Object.keys(rows)) {
    const space = row.indexOf(" ");
    const section = `${name}:${row.slice(0, space)}`;
    byTag.set(tagFor(section, row.slice(space + 1), byTag), row);
  }
  return new Map([...byTag].map(([tag, row]) => [row, tag]));
}

function tagFor(section: string, says: string, taken: ReadonlyMap<string, string>): string {
  if (/^(answer )?[\w.[\]]+$/.test(says)) return `${section}/${says.replace(" ", "/")}`;
  const words = says.toLowerCase().match(/\w+(\.\w+)*/g) ?? [];
  for (
    let count = says.startsWith("“") ? Math.min(WORDS, words.length) : words.length;
    count <= words.length;
    count++
  ) {
    const tag = `${section}/${words.slice(0, count).join("-")}`;
    if (!taken.has(tag)) return tag;
  }
  throw new Error(`no tag of its own for ${section} ${says}`);
}
