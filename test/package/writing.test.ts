import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder, pathFault } from "../../src/package/writing.js";

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

it.each([
  ["EACCES: permission denied, access '/a/b'", "access", "/a/b: permission denied"],
  ["EROFS: read-only file system, open '/a/b'", "open", "/a/b: read-only file system"],
  ["EEXIST: file already exists, mkdir '/a/b'", "mkdir", "/a/b is a file, not a folder"],
  ["ENOENT: no such file or directory, mkdir '/a/b'", "mkdir", "no folder can be made at /a/b"],
])("says of %s why the path fails", (message, syscall, why) => {
  const [code] = message.split(":");
  expect(pathFault(Object.assign(new Error(message), { code, syscall, path: "/a/b" }))).toBe(why);
});

it("leaves a message without a path as it is", () => {
  expect(pathFault(new Error("EMFILE: too many open files"))).toBe("EMFILE: too many open files");
});
