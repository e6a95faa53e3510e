import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's folder. The code may run from src or from dist. */
export const packageRoot: string = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    if (dirname(folder) === folder) throw new Error("expected a package.json above this file");
    folder = dirname(folder);
  }
  return folder;
})();

/** The absolute path of a file that ships with the package. */
export const packagePath = (relative: string): string => join(packageRoot, relative);
export const packageText = (relative: string): string => readFileSync(packagePath(relative), "utf8");

/** A path as a person would type it in this folder. */
export function shownPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return near.startsWith("..") ? path : near;
}

/** The shortest path of a file that ships with the package, as a person would type it in a folder. */
export function shownPackagePath(file: string, folder = process.cwd()): string {
  const path = packagePath(existsSync(packagePath(file)) ? file : siteCopy(file));
  const near = relative(folder, path);
  return near.length < path.length ? near : path;
}

/** The executable leaves out pages and files of which the documentation's site has a copy. */
const siteCopy = (file: string): string =>
  /^docs\/[\w-]+\.md$/.test(file) ? `dist/${file}` : `dist/docs/files/${file}`;

/** A text with the paths of the documentation's pages as a person would type them in this folder. */
export const withPagePaths = (text: string): string =>
  text.replace(/\bdocs\/[\w-]+\.md\b/g, (page) => shownPackagePath(page));
