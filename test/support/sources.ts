import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { packageRoot } from "../../src/package/files.js";

/** A source file with what it imports. */
export interface Source {
  /** From the package's root, such as `src/core/domain/order.ts`. */
  readonly path: string;
  readonly text: string;
  /** Own files by their path, packages by their name. */
  readonly imports: readonly string[];
}

const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()\s*"([^"]+)"/g;

const paths: readonly string[] = readdirSync(join(packageRoot, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .sort()
  .map((name) => `src/${name.replaceAll("\\", "/")}`);

export const sources: readonly Source[] = paths.map(sourceOf);

function sourceOf(path: string): Source {
  const text = readFileSync(join(packageRoot, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map((match) => target(path, match[1]!));
  return { path, text, imports };
}

function target(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const named = relative(packageRoot, resolve(join(packageRoot, dirname(from)), specifier)).replaceAll("\\", "/");
  // An import names the file as it is built; the source has another ending.
  const source = named.replace(/\.js$/, "");
  return paths.find((path) => path === `${source}.ts` || path === `${source}.tsx`) ?? named;
}

/** The text without comments: what runs. */
export const codeOf = ({ text }: Source): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
