import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder } from "../../src/package/writing.js";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("creates a folder with its parents, once", () => {
  const folder = join(scratch(), "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it("refuses a folder below a file instead of trying for ever", () => {
  const file = join(scratch(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(join(file, "a", "b"))).toThrow(/ENOTDIR|EEXIST/);
});
