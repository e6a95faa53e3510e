import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallExpression, type Expression, parseSync, Visitor } from "oxc-parser";
import { packagePath } from "../../src/package/files.js";
import { rowTagsOf, tables } from "../server/payment-api/tables.js";
import { standsFor } from "./row-tags.js";

/** A test that carries tags of documented rows. */
export interface TaggedTest {
  /** Below test. */
  readonly file: string;
  /** With those of the groups around it, as they stand in the source: `%s` for the cases of a table. */
  readonly title: string;
  readonly tags: readonly string[];
}

/** The tests that show a row, by its tag. */
export const testsOf = (rowTag: string): readonly TaggedTest[] =>
  taggedTests.filter(({ tags }) => tags.some((tag) => standsFor(tag, rowTag)));

const FOLDER = packagePath("test");

/** Read from the sources, so that system tests count too without being loaded. */
const taggedTests: readonly TaggedTest[] = [...readdirSync(FOLDER, { recursive: true, encoding: "utf8" })]
  .filter((file) => file.endsWith(".test.ts"))
  .sort()
  .flatMap(taggedIn)
  .concat(tables.flatMap((table) => table.rows.map((row) => ofTable(table.path, row.name, rowTagsOf(table, row)))));

/** test/server/payment-api/read-parameters/parameters.test.ts makes its tests of the tables. */
function ofTable(path: string, name: string, tags: readonly string[]): TaggedTest {
  return { file: "server/payment-api/read-parameters/parameters.test.ts", title: `${path} ${name}`, tags };
}

function taggedIn(file: string): readonly TaggedTest[] {
  const text = readFileSync(join(FOLDER, file), "utf8");
  if (!/"(spec|facts):/.test(text)) return [];
  const found: TaggedTest[] = [];
  const around: string[] = [];
  const isDescribe = ({ callee }: CallExpression): boolean => /^describe\b/.test(text.slice(callee.start, callee.end));
  new Visitor({
    CallExpression: (call: CallExpression) => {
      const [title, options] = call.arguments;
      if (title === undefined) return;
      const named = text.slice(title.start + 1, title.end - 1);
      const tags = options?.type === "ObjectExpression" ? tagsIn(options) : [];
      if (tags.length > 0) found.push({ file, title: [...around, named].join(" › "), tags });
      if (isDescribe(call)) around.push(named);
    },
    "CallExpression:exit": (call: CallExpression) => {
      if (isDescribe(call) && call.arguments.length > 0) around.pop();
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The tags of `{ tags: ["…", …] }`. */
function tagsIn(options: Extract<Expression, { type: "ObjectExpression" }>): readonly string[] {
  const own = options.properties.find((one) => one.type === "Property" && "name" in one.key && one.key.name === "tags");
  if (own?.type !== "Property" || own.value.type !== "ArrayExpression") return [];
  return own.value.elements.flatMap((one) =>
    one?.type === "Literal" && typeof one.value === "string" && /^(spec|facts):/.test(one.value) ? [one.value] : [],
  );
}
