import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reportNotRun } from "../../../src/tools/reports/not-run.js";
import { prepareReports, reportFormats } from "../../../src/tools/reports/write.js";
import { testFolder } from "../../support/sandbox.js";

const json = (file: string) => ({ format: "json" as const, file });

it.each([
  ["json", "shop.py", "import os\n"],
  ["json", "package.json", '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n'],
  ["json", "launch.json", '{\n  "version": "0.2.0",\n  "configurations": []\n}\n'],
  ["junit", "tests.xml", '<?xml version="1.0"?>\n<testsuites name="vitest tests"></testsuites>\n'],
  ["html", "index.html", "<!doctype html>\n<html><head><title>A shop</title></head></html>\n"],
  ["markdown", "README.md", "## A shop\n\nIt is tested with payment-sandbox.\n"],
  ["badge", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><title>A shop</title></svg>\n'],
] as const)("refuses to write a %s report over %s, which is none", (format, name, text) => {
  using folder = testFolder();
  const file = join(folder.path, name);
  writeFileSync(file, text);
  expect(() => prepareReports([{ format, file }])).toThrow(
    `${file} exists and is no report of payment-sandbox; choose another path`,
  );
});

it.each([
  ["a report that was cut short", '{\n  "version": "0.1.0",\n  "form'],
  ["an empty file", ""],
])("writes a JSON report over %s", (_, text) => {
  using folder = testFolder();
  const file = join(folder.path, "judge.json");
  writeFileSync(file, text);
  expect(() => prepareReports([file, join(folder.path, "new.json")].map(json))).not.toThrow();
});

it.each(reportFormats)("writes a report over an earlier one in the format %s", async (format) => {
  using folder = testFolder();
  const file = join(folder.path, "earlier");
  await reportNotRun([{ format, file }], {
    name: "exec",
    command: ["npm", "test"],
    exitCode: 3,
    lines: ["port taken"],
  });
  expect(() => prepareReports([{ format, file }])).not.toThrow();
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
