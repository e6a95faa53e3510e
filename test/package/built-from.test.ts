import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isBuilt, writeBuiltFrom } from "../../build/built-from.js";
import { testFolder } from "../support/sandbox.js";

/** A clone with two sources, and a `dist` that was built from them. */
function clone() {
  const folder = testFolder();
  const at = (path: string): string => join(folder.path, path);
  for (const path of ["dist", "src/tools/coverage", "node_modules", "checks/node_modules", "test"])
    mkdirSync(at(path), { recursive: true });
  for (const path of ["package.json", "src/tools/coverage/a.ts"]) writeFileSync(at(path), path);
  writeBuiltFrom(at("dist"), folder.path);
  return { ...folder, at, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

it.each<[string, boolean, (at: (path: string) => string) => void]>([
  ["nothing changed", true, () => {}],
  ["a test was added", true, (at) => writeFileSync(at("test/a.test.ts"), "")],
  ["a package was installed", true, (at) => writeFileSync(at("node_modules/a.js"), "")],
  ["the tools of the checks were installed", true, (at) => writeFileSync(at("checks/node_modules/a.js"), "")],
  ["a source changed", false, (at) => appendFileSync(at("src/tools/coverage/a.ts"), " ")],
  ["a source was renamed", false, (at) => renameSync(at("src/tools/coverage/a.ts"), at("src/tools/coverage/b.ts"))],
  ["the manifest changed", false, (at) => appendFileSync(at("package.json"), " ")],
  ["there is no dist", false, (at) => renameSync(at("dist"), at("dist.1"))],
])("if %s, dist is as a build would write it: %s", (_, isIt, change) => {
  using made = clone();
  change(made.at);
  expect(isBuilt(made.path)).toBe(isIt);
});
