import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { packageRoot } from "../../src/package/files.js";

/** A source file with what it imports. */
export interface Source {
  /** From the package's root, such as `src/domain/order.ts`. */
  readonly path: string;
  readonly text: string;
  /** Own files by their path, packages by their name. */
  readonly imports: readonly string[];
}

const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()\s*"([^"]+)"/g;

export const sources: readonly Source[] = readdirSync(join(packageRoot, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .sort()
  .map((name) => sourceOf(`src/${name.replaceAll("\\", "/")}`));

function sourceOf(path: string): Source {
  const text = readFileSync(join(packageRoot, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map((match) => target(path, match[1]!));
  return { path, text, imports };
}

function target(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return relative(packageRoot, resolve(join(packageRoot, dirname(from)), specifier)).replaceAll("\\", "/");
}

/** The text without comments: what runs. */
export const codeOf = ({ text }: Source): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
