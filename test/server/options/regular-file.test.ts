import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadScenarios } from "../../../src/lane/catalogue/scenario-files.js";
import { NoRegularFile, readRegular, whyNoFile } from "../../../src/package/regular-file.js";
import { readAdminTokens } from "../../../src/server/options/admin-tokens-file.js";
import { readCalibration } from "../../../src/server/options/calibration.js";
import { findConfig } from "../../../src/server/options/discover.js";
import { pemText } from "../../../src/server/options/pem.js";
import { readStrictFile } from "../../../src/server/options/strict-file.js";
import { keyInFile } from "../../../src/tools/cli/key-files.js";
import { tryOut } from "../../../src/tools/cli/server/first-order.js";
import { askedShopper } from "../../../src/tools/judge/run/shop/asked-shopper.js";
import { fromFile } from "../../../src/tools/judge/run/shop/belief-source.js";
import { earlierReport } from "../../../src/tools/judge/schema/baseline.js";
import { readRecording } from "../../../src/tools/trust/recording/read-log.js";
import { testFolder } from "../../support/sandbox.js";

/** What stands in the place of a file, and what is said of it. */
const others: readonly (readonly [string, (path: string) => unknown, RegExp])[] = [
  ["a folder", (path) => mkdirSync(path), /^a folder/],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path), /^no regular file/],
  ["a link to itself", (path) => symlinkSync(path, path), /^a link that leads to itself/],
  [
    "a socket",
    (path) => new Promise<void>((listening) => createServer().unref().listen(path, listening)),
    /^no regular file/,
  ],
  [
    "a file of a gigabyte",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 1024 ** 3);
    },
    /^a file of 1073741824 bytes, expected at most 16 MB/,
  ],
];

describe.each(others.filter(([what]) => process.platform !== "win32" || !/device|socket/.test(what)))(
  "%s in the place of a file",
  (what, make, said) => {
    const at = async (use: (path: string) => unknown) => {
      using folder = testFolder();
      const path = join(folder.path, "file");
      await make(path);
      return await use(path);
    };
    it("is told, and not read", () =>
      at((path) => {
        expect(() => readRegular(path)).toThrow(NoRegularFile);
        expect(() => readRegular(path)).toThrow(said);
      }));

    it("is what a shop is told of its beliefs", () =>
      at(async (path) => {
        const asked = { file: path, lanes: [], env: {}, signal: new AbortController().signal };
        const { beliefs, unreadable } = await fromFile.read(asked);
        expect(beliefs).toBeUndefined();
        expect(unreadable).toEqual([expect.stringMatching(/^PAYMENT_SANDBOX_BELIEFS_FILE: found /)]);
      }));

    it("is no earlier report of the judge", () =>
      at((path) => {
        expect(() => earlierReport("--prove-fix", path)).toThrow(/^--prove-fix: .* cannot be read: (a|no) /);
      }));

    it("tells no act of a shopper, and is removed", () =>
      at((path) => {
        const shopper = askedShopper("double-click", path);
        expect(shopper.done()).toBeUndefined();
        shopper.close();
        expect(whyNoFile(path)).toBe("no such file");
      }));

    it("is a mistake of the user wherever a file is named", () =>
      at(async (path) => {
        const isSized = what.includes("gigabyte");
        const named: readonly (() => unknown)[] = [
          () => readAdminTokens(path),
          () => readCalibration(path),
          () => pemText(path, "/"),
          () => keyInFile("public", path, "--key"),
          () => loadScenarios([path]),
          ...(isSized ? [] : [() => findConfig(path, "/"), () => readRecording(path)]),
        ];
        for (const use of named)
          await expect(async () => use()).rejects.toThrow(/found|a folder|a link|regular|at most/);
      }));
  },
);

it("a file that is there is read whole, with its time", () => {
  using folder = testFolder();
  const path = join(folder.path, "file");
  writeFileSync(path, "text");
  expect(readRegular(path)).toEqual({ text: "text", changedAt: expect.any(Number) });
  expect(readRegular(path, { maxBytes: 3.9e6 })?.text).toBe("text");
  expect(readRegular(join(folder.path, "none"))).toBeUndefined();
  expect(whyNoFile(join(path, "below"))).toBe("no such file");
});

it("a file that is not UTF-8 is refused with its line, but not a key's comments", async () => {
  using folder = testFolder();
  const at = (name: string, bytes: Uint8Array) => {
    const path = join(folder.path, name);
    writeFileSync(path, bytes);
    return path;
  };
  const file = at("latin1.scenario.yaml", Buffer.from("# own\nname: Caf\xe9\n", "latin1"));
  const readers: readonly (() => unknown)[] = [
    () => loadScenarios([file]),
    () => readStrictFile({ path: file, shown: "latin1", schema: z.object({}), missing: "" }),
  ];
  for (const read of readers)
    await expect(async () => read()).rejects.toThrow(
      /latin1[\w.]*:2:10: byte 0xE9 is not UTF-8, expected a text in UTF-8$/,
    );
  const { unreadable } = await fromFile.read({ file, lanes: [], env: {}, signal: new AbortController().signal });
  expect(unreadable).toEqual([
    "PAYMENT_SANDBOX_BELIEFS_FILE: found a text that is not UTF-8 (byte 0xE9 at line 2, column 10)",
  ]);
  // As PowerShell writes it.
  const utf16 = at("utf16.json", Buffer.from("\ufeff{}", "utf16le"));
  expect(() => readRegular(utf16)).toThrow("(it is UTF-16)");
  const key = at("key.pem", Buffer.from("M\xfcller\n-----BEGIN X", "latin1"));
  expect(pemText(key, "/")).toContain("-----BEGIN");
});

it("a first order that cannot be written is left out of the greeting", () => {
  using folder = testFolder();
  const at = { url: "http://localhost:1" };
  expect(tryOut(at, { dataDir: folder.path, merchants: [] })).toContain("first-order.json");
  const broken = join(folder.path, "broken");
  mkdirSync(join(broken, "first-order.json"), { recursive: true });
  expect(tryOut(at, { dataDir: broken, merchants: [] })).toBeUndefined();
});
