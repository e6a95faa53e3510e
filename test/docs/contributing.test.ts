import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath, packageText } from "../../src/package/files.js";

const text = packageText("CONTRIBUTING.md");

it("CONTRIBUTING.md names only files that there are", () => {
  const [ours] = text.split("## Whom to learn from");
  const named = [...ours!.matchAll(/`((?:src|test|build|bench|docs|scenarios)\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(packagePath(path)))).toEqual([]);
});

it("CONTRIBUTING.md says of each dependency what it is for", () => {
  const [, section = ""] = text.split("## Dependencies");
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const { dependencies, devDependencies } = JSON.parse(packageText("package.json"));
  const { dependencies: ofChecks } = JSON.parse(packageText("checks/package.json"));
  const told = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const wanted = Object.keys({ ...dependencies, ...devDependencies, ...ofChecks });
  expect(told.filter((name) => name !== "checks/").sort()).toEqual(wanted.sort());
  for (const row of rows) expect(row.split("|")[2]!.trim()).not.toBe("");
});

it("CONTRIBUTING.md names only scripts that there are", () => {
  const { scripts } = JSON.parse(packageText("package.json"));
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
