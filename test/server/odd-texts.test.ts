import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { silentLog } from "../../src/lane/ports/log.js";
import { logger } from "../../src/lane/runtime/logger.js";
import { packagePath } from "../../src/package/files.js";
import { printable } from "../../src/package/printable.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { CannotStart, startServer } from "../../src/server/server.js";
import { ControlClient } from "../../src/tools/library/control-client.js";
import { junitOf } from "../../src/tools/reports/junit.js";
import type { Item } from "../../src/tools/reports/report.js";
import { readRecording } from "../../src/tools/trust/recording/read-log.js";
import { requests } from "../support/client.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";

describe("a control character", () => {
  it.each([
    ["\u001b]0;owned\u0007", "\\x1b]0;owned\\x07"],
    ["a\rb\u009b2J", "a\\x0db\\x9b2J"],
    ["tab\tand\nlines", "tab\tand\nlines"],
  ])("%j is told by its code in a terminal", (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it("is told by its code in the log", () => {
    const lines: string[] = [];
    logger({ format: "pretty", write: (line) => lines.push(line), now: () => 0 }).info("by \u001b[2J", {
      name: "\u001b",
    });
    expect(lines).toEqual(["00:00:00.000 by \\x1b[2J · name=\\x1b\n"]);
  });

  it("is replaced in a JUnit report, which stays well-formed", () => {
    const items: readonly Item[] = [
      { tone: "bad", label: "x", name: "a\u0000b\u001bc\ud800d\ufffee\tf", why: "\u0008", fails: "x" },
    ];
    const xml = junitOf({
      ...{ title: "\u0001", verdict: "", badge: { text: "", tone: "bad" }, command: null, version: "", seed: 1 },
      ...{ startedAt: "", durationMs: 1, exitCode: 4, facts: [], totals: [], properties: { a: "\u0002" } },
      groups: [{ kind: "items", title: "s", page: "list", terminal: "each", items }],
    });
    expect(xml).toContain("a\ufffdb\ufffdc\ufffdd\ufffde");
    expect([...xml].filter((one) => /[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(one) && !/[\t\n\r]/.test(one))).toEqual([]);
  });
});

describe("the length of a merchantReference", () => {
  it.each([
    ["64 emoji", "😀".repeat(64), true],
    ["65 emoji", "😀".repeat(65), false],
    ["64 letters", "x".repeat(64), true],
    ["65 letters", "x".repeat(65), false],
  ])("counts characters: %s", async (_, merchantReference, isTaken) => {
    await using sandbox = await startTestSandbox();
    const { body } = await sandbox.client("hosted-checkout/create", requests.create({ merchantReference }));
    expect(body.responseCode === "0000").toBe(isTaken);
  });
});

describe("a recording", () => {
  it("that is a folder is told as such", () => {
    using folder = testFolder();
    expect(() => readRecording(folder.path)).toThrow(`${folder.path}: found a folder, expected a file`);
  });

  it("that begins with a byte order mark is read", () => {
    using folder = testFolder();
    const file = join(folder.path, "saved.har");
    writeFileSync(file, `\ufeff${JSON.stringify({ log: { entries: [] } })}`);
    expect(readRecording(file)).toEqual([]);
  });
});

it("a lone surrogate in an id is an id that nobody has", async () => {
  await using sandbox = await startTestSandbox();
  const client = new ControlClient({ base: sandbox.url });
  await expect(client.call("GET /requests/{id}", { params: { id: "\ud800" } })).rejects.toThrow("there is no request");
});

it("a demo key that is missing keeps the sandbox from starting, with the reason", async () => {
  const files = await import("../../src/package/files.js");
  const path = packagePath("fixtures/keys/demo-merchant.public.pem");
  vi.spyOn(files, "packageText").mockImplementation(() => {
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
      code: "ENOENT",
      syscall: "open",
      path,
    });
  });
  const started = startServer({ ...defaultSettings, port: 0 }, silentLog);
  await expect(started).rejects.toThrow(CannotStart);
  await expect(started).rejects.toThrow("demo-merchant.public.pem");
  vi.restoreAllMocks();
});
