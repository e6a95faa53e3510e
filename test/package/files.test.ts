import { expect, it } from "vitest";
import { packagePath, shownPackagePath } from "../../src/package/files.js";

it.each([
  ["the package", packagePath(""), "docs/ci.md"],
  ["a folder of it", packagePath("test"), "../docs/ci.md"],
  ["a folder far from it", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z", packagePath("docs/ci.md")],
])("a page's path is shown as short as can be in %s", (_, folder, path) => {
  expect(shownPackagePath("docs/ci.md", folder)).toBe(path);
});
