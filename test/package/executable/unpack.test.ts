import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cacheFolders } from "../../../src/package/executable/cache-folder.js";
import { type UnpackOptions, unpack } from "../../../src/package/executable/unpack.js";
import { type TestFolder, testFolder } from "../../support/sandbox.js";

const contents: Readonly<Record<string, string>> = { "package.json": "{}", "dist/cli/main.js": "run();" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const files = Object.entries(contents).map(([path, text]) => ({ path, bytes: text.length, sha256: sha256(text) }));

let folder: TestFolder;
let reads: string[];
let options: UnpackOptions;
beforeEach(() => {
  folder = testFolder();
  reads = [];
  const read = (path: string): Uint8Array => {
    reads.push(path);
    return Buffer.from(contents[path]!);
  };
  options = {
    manifest: { name: "1.0.0-abc", files },
    read,
    cache: join(folder.path, "cache"),
    uid: process.getuid?.(),
  };
});
afterEach(() => folder[Symbol.dispose]());

const found = (into: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(contents).map((path) => [path, readFileSync(join(into, path), "utf8")]));

describe("an executable that unpacks itself", () => {
  it("writes its files once, for its user alone", () => {
    const into = unpack(options);
    expect(into).toBe(join(options.cache, "1.0.0-abc"));
    expect(found(into)).toEqual(contents);
    expect(statSync(options.cache).mode & 0o077).toBe(0);
    expect(reads).toHaveLength(files.length);
    expect(unpack(options)).toBe(into);
    expect(reads).toHaveLength(files.length);
  });

  it.each([
    ["was changed", (file: string) => writeFileSync(file, "hack()")],
    ["was cut short", (file: string) => writeFileSync(file, "")],
    ["is gone", (file: string) => rmSync(file)],
  ])("writes a file anew that %s, and leaves the others", (_, harm) => {
    const into = unpack(options);
    reads.length = 0;
    harm(join(into, "dist/cli/main.js"));
    unpack(options);
    expect(found(into)).toEqual(contents);
    expect(reads).toEqual(["dist/cli/main.js"]);
    expect(readdirSync(join(into, "dist/cli"))).toEqual(["main.js"]);
  });

  it("keeps a file that was only touched", () => {
    const into = unpack(options);
    reads.length = 0;
    writeFileSync(join(into, "package.json"), contents["package.json"]!);
    unpack(options);
    expect(reads).toEqual([]);
  });

  it("takes the folder of a process that was first, and leaves nothing of its own", () => {
    let other: string | undefined;
    const racing = {
      ...options,
      read: (path: string) => {
        other ??= unpack(options);
        return options.read(path);
      },
    };
    const into = unpack(racing);
    expect(into).toBe(other);
    expect(found(into)).toEqual(contents);
    expect(readdirSync(options.cache)).toEqual(["1.0.0-abc"]);
  });

  it("leaves nothing behind where it fails in the middle", () => {
    const failing = {
      ...options,
      read: (path: string) => {
        if (path !== "package.json") throw new Error("no space left");
        return options.read(path);
      },
    };
    expect(() => unpack(failing)).toThrow("no space left");
    expect(readdirSync(options.cache)).toEqual([]);
  });

  it("refuses a folder that is a link or another user's, and shuts one that others may write", () => {
    mkdirSync(join(folder.path, "elsewhere"));
    symlinkSync(join(folder.path, "elsewhere"), options.cache);
    expect(() => unpack(options)).toThrow(/is no folder$/);
    rmSync(options.cache);
    mkdirSync(options.cache);
    chmodSync(options.cache, 0o777);
    const other = { ...options, uid: (options.uid ?? 0) + 1 };
    expect(() => unpack(other)).toThrow(/belongs to another user$/);
    unpack(options);
    expect(statSync(options.cache).mode & 0o022).toBe(0);
    expect(existsSync(join(folder.path, "elsewhere/1.0.0-abc"))).toBe(false);
  });
});

describe("the user's cache folder", () => {
  const place = { platform: "linux", env: {}, home: "/home/ann", temporary: "/tmp", uid: 7 } as const;
  it.each([
    ["on Linux", place, "/home/ann/.cache/payment-sandbox"],
    ["that the user chose", { ...place, env: { XDG_CACHE_HOME: "/fast" } }, "/fast/payment-sandbox"],
    [
      "where the choice is no whole path",
      { ...place, env: { XDG_CACHE_HOME: "fast" } },
      "/home/ann/.cache/payment-sandbox",
    ],
    ["on macOS", { ...place, platform: "darwin" as const }, "/home/ann/Library/Caches/payment-sandbox"],
    [
      "on Windows",
      { ...place, platform: "win32" as const, env: { LOCALAPPDATA: "/ann/local" } },
      "/ann/local/payment-sandbox/cache",
    ],
  ])("%s, else the temporary one", (_, given, expected) => {
    expect(cacheFolders(given)).toEqual([expected, "/tmp/payment-sandbox-7"]);
  });
});
