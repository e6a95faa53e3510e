import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { prepareReports } from "../../../src/tools/reports/write.js";
import { testFolder } from "../../support/sandbox.js";

const json = (file: string) => ({ format: "json" as const, file });

it("refuses to write a JSON report over a file that is none", () => {
  using folder = testFolder();
  const shop = join(folder.path, "shop.py");
  writeFileSync(shop, "import os\n");
  expect(() => prepareReports([json(shop)])).toThrow(`${shop} exists and is no report; choose another path`);
});

it.each([
  ["an earlier report", '{"format": 1}'],
  ["a report that was cut short", '{\n  "format'],
  ["an empty file", ""],
])("writes a JSON report over %s", (_, text) => {
  using folder = testFolder();
  const file = join(folder.path, "judge.json");
  writeFileSync(file, text);
  expect(() => prepareReports([file, join(folder.path, "new.json")].map(json))).not.toThrow();
});

it.each([["shop.py/judge.json"], ["shop.py/reports/judge.json"]])("says of %s what stands in its way", (path) => {
  using folder = testFolder();
  const shop = join(folder.path, "shop.py");
  writeFileSync(shop, "");
  expect(() => prepareReports([json(join(folder.path, path))])).toThrow(
    `cannot write a report: ${shop} is a file, not a folder`,
  );
});

it("says of a folder that it is one", () => {
  using folder = testFolder();
  const file = join(folder.path, "reports");
  mkdirSync(file);
  expect(() => prepareReports([json(file)])).toThrow(`cannot write a report: ${file} is a folder; name a file in it`);
});
