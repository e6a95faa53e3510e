import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** What is counted in one file. */
export interface Measured {
  readonly path: string;
  readonly lines: number;
  /** The lines of each function. */
  readonly functions: readonly number[];
  /** Own files, by their path. */
  readonly imports: readonly string[];
  readonly exports: readonly string[];
  readonly commentLines: number;
  /** Comments with "what" or "where" in the middle of a sentence. */
  readonly joints: number;
}

const FOLDERS = ["src", "test", "bench", "build"];
const CODE = /\.(tsx?|mjs)$/;
/** Made at each build, and not committed. */
const GENERATED = "src/tools/library/language.ts";
const JOINT = /[\w`,;:)]\s+(?:\*\s+)?(?:what|where)\b/;

/** Every file of code that somebody reads, in the order of its path. */
export const measuredFiles = (): readonly Measured[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => CODE.test(name))
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => path !== GENERATED)
      .map(measured),
  );

function measured(path: string): Measured {
  const text = readFileSync(path, "utf8");
  const { program, comments, module } = parseSync(path, text);
  const linesIn = (start: number, end: number): number => text.slice(start, end).split("\n").length;
  return {
    path,
    lines: text.split("\n").length - 1,
    functions: functionsOf(program).map(({ start, end }) => linesIn(start, end)),
    imports: module.staticImports
      .map(({ moduleRequest }) => moduleRequest.value)
      .filter((target) => target.startsWith("."))
      .map((target) => sourceOf(path, target)),
    exports: [...new Set(exportsOf(module))],
    commentLines: comments.reduce((sum, { start, end }) => sum + linesIn(start, end), 0),
    joints: comments.filter(({ value }) => JOINT.test(value)).length,
  };
}

/** A file that passes a name on does not define it. A function with several signatures is told several times. */
const exportsOf = ({ staticExports }: ReturnType<typeof parseSync>["module"]): readonly string[] =>
  staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest === null)
    .flatMap(({ exportName }) => exportName.name ?? []);

interface Span {
  readonly start: number;
  readonly end: number;
}

function functionsOf(program: ReturnType<typeof parseSync>["program"]): readonly Span[] {
  const found: Span[] = [];
  const take = (node: Span): void => void found.push(node);
  new Visitor({ FunctionDeclaration: take, FunctionExpression: take, ArrowFunctionExpression: take }).visit(program);
  return found;
}

/** An import names the file as it is built; the source has another ending. */
function sourceOf(from: string, target: string): string {
  const named = relative(".", resolve(dirname(from), target));
  const bare = named.replace(/\.[jt]sx?$/, "");
  return [`${bare}.ts`, `${bare}.tsx`].find((path) => isFile(path)) ?? named;
}

const known = new Set(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ),
);
const isFile = (path: string): boolean => known.has(path);
