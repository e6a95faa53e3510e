import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fileNameOf, nameOfFile } from "../../src/lane/store/file-name.js";
import { lanesIn } from "../../src/lane/store/sqlite/files/lane-files.js";
import { stateFolder } from "../../src/package/state-folder.js";
import { tryOut } from "../../src/tools/cli/server/first-order.js";
import { commandSpawn } from "../../src/tools/runs/child-process.js";
import { signalGroup } from "../../src/tools/runs/process-group.js";
import { testFolder } from "../support/sandbox.js";

describe("the file of a lane", () => {
  it("is another one for each name, whatever its capitals", () => {
    const names = [
      "orders",
      "Orders",
      "ORDERS",
      "a.B_c-1",
      "A.b_c-1",
      "nul",
      "NUL",
      "con.1",
      "Com1",
      "lpt9.x",
      "console",
    ];
    const files = names.map((name) => fileNameOf(name).toLowerCase());
    expect(new Set(files).size).toBe(names.length);
    expect(names.map((name) => nameOfFile(fileNameOf(name)))).toEqual(names);
    expect(files.filter((file) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(file))).toEqual([]);
    expect(files.filter((file) => /[<>:"|?*\\/]/.test(file))).toEqual([]);
  });

  it.each(["..", "a/b", "a\\b", "a\0", "", "x".repeat(65), "a b", "~a"])("is none for %j", (name) => {
    expect(() => fileNameOf(name)).toThrow("expected a name");
  });

  it("that an earlier version wrote is taken over", () => {
    using folder = testFolder();
    for (const file of ["Orders.lane.sqlite", "Orders.lane.sqlite-wal", "plain.lane.sqlite", "nul.lane.sqlite"])
      writeFileSync(join(folder.path, file), "");
    expect([...lanesIn(folder.path)].sort()).toEqual(["Orders", "nul", "plain"]);
    expect(readdirSync(folder.path).sort()).toEqual(
      ["plain.lane.sqlite", "~orders.lane.sqlite", "~orders.lane.sqlite-wal", "~~nul.lane.sqlite"].sort(),
    );
  });
});

describe("a signal to a command and all that it started", () => {
  const sent = (platform: NodeJS.Platform, signal: NodeJS.Signals) => {
    const [kill, run] = [vi.fn(), vi.fn()];
    signalGroup(7, signal, { platform, kill, run });
    return { kill: kill.mock.calls, run: run.mock.calls };
  };

  it.each(["linux", "darwin"] as const)("goes to its process group on %s", (platform) => {
    expect(sent(platform, "SIGTERM")).toEqual({ kill: [[-7, "SIGTERM"]], run: [] });
  });

  it("is a taskkill of the whole tree on Windows, where a Ctrl-C has reached them already", () => {
    expect(sent("win32", "SIGKILL")).toEqual({ kill: [], run: [["taskkill", ["/pid", "7", "/t", "/f"]]] });
    expect(sent("win32", "SIGINT")).toEqual({ kill: [], run: [] });
  });

  it("that comes too late is none", () => {
    const gone = () => {
      throw new Error("ESRCH");
    };
    expect(() => signalGroup(7, "SIGKILL", { platform: "linux", kill: gone, run: gone })).not.toThrow();
  });
});

const require = createRequire(import.meta.url);

/** It looks at the platform as it is loaded, and another test of this process may have loaded it. */
function forgetCrossSpawn(): void {
  for (const file of Object.keys(require.cache))
    if (/node_modules[\\/](cross-spawn|which|isexe|path-key|shebang-command)[\\/]/.test(file))
      delete require.cache[file];
}

describe("a command on Windows", () => {
  it("that is a .cmd file goes through its shell, word by word", async () => {
    using folder = testFolder();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "tool.CMD"), "@echo off\r\n");
    const { platform } = process;
    Object.defineProperty(process, "platform", { value: "win32" });
    forgetCrossSpawn();
    try {
      const crossSpawn = require("cross-spawn");
      const options = { env: { PATH: bin, PATHEXT: ".EXE;.CMD", ComSpec: "cmd.exe" } };
      const parsed = crossSpawn._parse(join(bin, "tool.CMD"), ["a b", "c&d"], options);
      expect(parsed.command).toMatch(/cmd\.exe$/);
      expect(parsed.args).toEqual(["/d", "/s", "/c", expect.stringContaining('^"a^ b^"')]);
      expect(parsed.options).toMatchObject({ windowsVerbatimArguments: true });
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
      forgetCrossSpawn();
    }
  });

  it("is started by what knows such files, and elsewhere by Node.js itself", async () => {
    const { spawn } = await import("node:child_process");
    expect(await commandSpawn("linux")).toBe(spawn);
    expect(await commandSpawn("win32")).not.toBe(spawn);
  });
});

describe("what is pasted into a shell", () => {
  it.each([
    ["linux", "'"],
    ["win32", '"'],
  ] as const)("is quoted for the one of %s", (platform, quote) => {
    using folder = testFolder();
    const dataDir = join(folder.path, "Ann Lee");
    mkdirSync(dataDir);
    const line = tryOut({ url: "http://localhost:1" }, { dataDir, merchants: [] }, platform)!;
    expect(line).toContain(`-d ${quote}@${join(dataDir, "first-order.json")}${quote} http`);
    expect(existsSync(join(dataDir, "first-order.json"))).toBe(true);
  });
});

describe("the user's state folder", () => {
  it.each([
    ["linux", {}, "/ann/.local/state/payment-sandbox"],
    ["darwin", {}, "/ann/.local/state/payment-sandbox"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/payment-sandbox"],
    ["win32", {}, "/ann/AppData/Local/payment-sandbox"],
    ["win32", { XDG_STATE_HOME: "/state" }, "/state/payment-sandbox"],
  ] as const)("on %s with %j", (platform, env, expected) => {
    expect(stateFolder(env, { platform, home: "/ann" })).toBe(expected);
  });
});
