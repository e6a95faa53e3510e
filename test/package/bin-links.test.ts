import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linkBins } from "../../build/bin-links.js";
import { type TestFolder, testFolder } from "../support/sandbox.js";

let folder: TestFolder;
beforeEach(() => {
  folder = testFolder();
  writeFileSync(join(folder.path, "package.json"), '{"bin":{"our-command":"bin/our-command.js"}}');
});
afterEach(() => folder[Symbol.dispose]());

const installed = (): string => {
  const bin = join(folder.path, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  return bin;
};

describe("the links that a clone's npm ci makes", () => {
  it("lead from node_modules/.bin to the package's own bin", () => {
    const bin = installed();
    linkBins(folder.path, "linux");
    expect(readlinkSync(join(bin, "our-command"))).toBe("../../bin/our-command.js");
  });

  it("are files of one line on Windows", () => {
    const bin = installed();
    linkBins(folder.path, "win32");
    expect(readFileSync(join(bin, "our-command.cmd"), "utf8")).toBe('@node "%~dp0..\\..\\bin\\our-command.js" %*\r\n');
  });

  it("replace what is there, and leave nothing else behind", () => {
    const bin = installed();
    writeFileSync(join(bin, "our-command"), "of an older install");
    linkBins(folder.path, "linux");
    linkBins(folder.path, "linux");
    expect(lstatSync(join(bin, "our-command")).isSymbolicLink()).toBe(true);
    expect(readdirSync(bin)).toEqual(["our-command"]);
  });

  it("are not made where nothing is installed", () => {
    linkBins(folder.path);
    expect(existsSync(join(folder.path, "node_modules"))).toBe(false);
  });
});
