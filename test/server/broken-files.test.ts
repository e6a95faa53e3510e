import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { type Log, silentLog } from "../../src/lane/ports/log.js";
import { openFile } from "../../src/lane/store/sqlite/database/open-database.js";
import { laneFile } from "../../src/lane/store/sqlite/files/lane-files.js";
import type { SqliteStore } from "../../src/lane/store/sqlite/sqlite-store.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { CannotStart, startServer } from "../../src/server/server.js";
import { clientOf, created, requests } from "../support/client.js";
import { control, startTestSandbox, type TestFolder, testFolder } from "../support/sandbox.js";

/** A data folder with an order in each lane. */
async function folderWith(
  ...lanes: readonly string[]
): Promise<TestFolder & { readonly orders: Record<string, number> }> {
  const folder = testFolder();
  const orders: Record<string, number> = {};
  await using sandbox = await startTestSandbox({ dataDir: folder.path });
  for (const name of lanes) orders[name] = (await created((await sandbox.lane(name)).client)).id;
  return Object.assign(folder, { orders });
}

const garbage = Buffer.from("no database, by far. ".repeat(100));

/** The ways in which a lane's file may be broken. */
const breakages: readonly (readonly [string, (file: string) => void])[] = [
  ["is garbage", (file) => writeFileSync(file, garbage)],
  [
    "is damaged behind its head",
    (file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xff, 100, 4096));
    },
  ],
  ["was cut", (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
  [
    "was written by another version",
    (file) => {
      const database = new Database(file);
      database.pragma("user_version = 999");
      database.close();
    },
  ],
  [
    "is another program's database",
    (file) => {
      rmSync(file);
      const database = new Database(file);
      database.exec("CREATE TABLE songs (title TEXT)");
      database.close();
    },
  ],
  ["is empty", (file) => writeFileSync(file, "")],
  ["is a folder", (file) => insteadOf(file)],
];

function insteadOf(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

class KeptLog implements Log {
  readonly warnings: string[] = [];
  debug(): void {}
  info(): void {}
  warn(line: string): void {
    this.warnings.push(line);
  }
}

describe.each(breakages)("a lane file that %s", (_, breakIt) => {
  it("stops the start by its name, with what helps", async () => {
    using folder = await folderWith("good", "bad");
    const file = laneFile(folder.path, "bad");
    breakIt(file);
    const started = startServer({ ...defaultSettings, port: 0, dataDir: folder.path }, silentLog);
    await expect(started).rejects.toThrow(CannotStart);
    await expect(started).rejects.toThrow(file);
    await expect(started).rejects.toThrow("--skip-broken-lanes");
  });

  it("is set aside with --skip-broken-lanes, and the other lanes go on", async () => {
    using folder = await folderWith("good", "bad");
    const log = new KeptLog();
    for (const n of [1, 2]) {
      breakIt(laneFile(folder.path, "bad"));
      await using sandbox = await startTestSandbox({ dataDir: folder.path, skipBrokenLanes: true }, log);
      expect(sandbox.server.lanes.names()).toEqual(["default", "good"]);
      expect((await control(`${sandbox.url}/lane/good`, "GET", `orders/${folder.orders.good}`)).http).toBe(200);
      const anew = clientOf(`${sandbox.url}/lane/bad`);
      expect((await created(anew)).id).toBe(folder.orders.bad);
      const aside = `${laneFile(folder.path, "bad")}.broken-${n}`;
      expect(existsSync(aside)).toBe(true);
      expect(log.warnings).toEqual([
        expect.stringMatching(/^lane bad starts empty: its unreadable file was moved to /),
      ]);
      expect(log.warnings[0]).toContain(aside);
      log.warnings.length = 0;
    }
  });
});

it("all lane files that are broken are named at once", async () => {
  using folder = await folderWith("a", "b", "good");
  for (const name of ["a", "b"]) writeFileSync(laneFile(folder.path, name), garbage);
  const started = startServer({ ...defaultSettings, port: 0, dataDir: folder.path }, silentLog);
  for (const name of ["a", "b"]) await expect(started).rejects.toThrow(laneFile(folder.path, name));
});

describe("a lane file that vanished while the lane rested", () => {
  it.each([
    ["GET", "orders", undefined],
    ["GET", "merchants/3", undefined],
    ["GET", "notifications", undefined],
    ["POST", "snapshots", { name: "s" }],
  ] as const)("is told by %s %s as what it is", async (method, path, body) => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    const { lane, url } = await sandbox.lane("a");
    (lane.store as SqliteStore).rest();
    rmSync(laneFile(folder.path, "a"));
    const answer = await control(url, method, path, body);
    expect([answer.http, answer.body.code]).toEqual([503, "store-unavailable"]);
    expect(answer.body.message).toContain("cannot be opened");
  });
});

describe("the file of a folder's lock and seed", () => {
  it.each<[string, (file: string) => void]>([
    ["is garbage", (file) => writeFileSync(file, garbage)],
    ["is a folder", (file) => insteadOf(file)],
    [
      "has no number for a seed",
      (file) => {
        const database = new Database(file);
        database.exec("UPDATE kept SET value = 'x'");
        database.close();
      },
    ],
  ])("that %s is named, and without it the lanes start again", async (_, breakIt) => {
    using folder = await folderWith("a");
    const file = join(folder.path, "folder.sqlite");
    breakIt(file);
    const start = () => startServer({ ...defaultSettings, port: 0, dataDir: folder.path }, silentLog);
    await expect(start()).rejects.toThrow(CannotStart);
    await expect(start()).rejects.toThrow(`${file} keeps its lock and seed`);
    await expect(start()).rejects.toThrow("move it away");
    renameSync(file, `${file}.aside`);
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    expect((await control(`${sandbox.url}/lane/a`, "GET", `orders/${folder.orders.a}`)).http).toBe(200);
  });
});

describe("a file of an earlier version", () => {
  const older = (folder: string, file: string) => join(folder, file);

  it("whose lane has a file in today's form is moved aside, with its log, and said so", async () => {
    using folder = await folderWith("Q");
    const file = older(folder.path, "Q.lane.sqlite");
    for (const end of ["", "-wal"]) writeFileSync(`${file}${end}`, `older${end}`);
    const log = new KeptLog();
    await using sandbox = await startTestSandbox({ dataDir: folder.path }, log);
    expect((await control(`${sandbox.url}/lane/Q`, "GET", `orders/${folder.orders.Q}`)).http).toBe(200);
    expect(readFileSync(`${file}.older-1`, "utf8")).toBe("older");
    expect(readFileSync(`${file}.older-1-wal`, "utf8")).toBe("older-wal");
    expect(log.warnings).toEqual([expect.stringContaining(`was moved to ${file}.older-1`)]);
    expect(sandbox.server.lanes.names()).toEqual(["Q", "default"]);
  });

  it("is taken over alone, with its log, and without a log that was left in today's form", async () => {
    using folder = await folderWith("Q");
    const today = laneFile(folder.path, "Q");
    renameSync(today, older(folder.path, "Q.lane.sqlite"));
    writeFileSync(`${today}-wal`, "left");
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    expect((await control(`${sandbox.url}/lane/Q`, "GET", `orders/${folder.orders.Q}`)).http).toBe(200);
    expect(readFileSync(`${today}.older-1-wal`, "utf8")).toBe("left");
  });

  it("of a snapshot is moved aside where there is one in today's form", async () => {
    using folder = testFolder();
    const log = new KeptLog();
    await using sandbox = await startTestSandbox({ dataDir: folder.path }, log);
    await sandbox.control("POST", "snapshots", { name: "S" });
    const file = older(folder.path, "S.snapshot.sqlite");
    writeFileSync(file, "older");
    for (let n = 0; n < 2; n++)
      expect((await sandbox.control("GET", "snapshots")).body.snapshots).toMatchObject([{ name: "S" }]);
    expect(readFileSync(`${file}.older-1`, "utf8")).toBe("older");
    expect(log.warnings).toHaveLength(1);
    expect((await sandbox.control("POST", "snapshots/S/load")).http).toBe(200);
  });

  it("of a snapshot is moved aside at the start already", async () => {
    using folder = testFolder();
    const log = new KeptLog();
    writeFileSync(join(folder.path, "s~s.snapshot.sqlite"), "today");
    const file = older(folder.path, "sS.snapshot.sqlite");
    writeFileSync(file, "older");
    await using _ = await startTestSandbox({ dataDir: folder.path }, log);
    expect(readFileSync(`${file}.older-1`, "utf8")).toBe("older");
    expect(log.warnings).toEqual([expect.stringContaining("have the same name in this version")]);
  });
});

it("a lane that was made and never used has a file that is not empty", async () => {
  using folder = testFolder();
  const files = vi.spyOn(Database.prototype, "exec").mockImplementation(() => {
    throw new Error("killed in the middle");
  });
  expect(() => openFile(laneFile(folder.path, "a"))).toThrow("killed in the middle");
  files.mockRestore();
  await using sandbox = await startTestSandbox({ dataDir: folder.path });
  expect((await created(clientOf(`${sandbox.url}/lane/a`))).status).toBe("OPEN");
});

describe("a snapshot", () => {
  it.each(["s.snapshot.sqlite", "s.snapshot.sqlite.part"])(
    "whose place %s is a folder is told as such",
    async (name) => {
      using folder = testFolder();
      await using sandbox = await startTestSandbox({ dataDir: folder.path });
      mkdirSync(join(folder.path, name));
      const calls: readonly (readonly [string, string, object?])[] = name.endsWith(".part")
        ? [["POST", "snapshots", { name: "s" }]]
        : [
            ["POST", "snapshots", { name: "s" }],
            ["POST", "snapshots/s/load"],
            ["DELETE", "snapshots/s"],
          ];
      for (const call of calls) {
        const { http, body } = await sandbox.control(...call);
        expect([http, body.message]).toEqual([503, expect.stringContaining("a folder stands in the place of a file")]);
      }
      expect(existsSync(join(folder.path, name))).toBe(true);
    },
  );

  const foreign = (): Buffer => {
    const database = new Database(":memory:");
    database.exec("CREATE TABLE songs (title TEXT)");
    return database.serialize();
  };
  it.each<[string, (saved: Buffer) => Buffer]>([
    ["of garbage", () => garbage],
    ["of a few bytes", () => Buffer.from("x")],
    ["of nothing", () => Buffer.alloc(0)],
    ["that was cut", (saved) => saved.subarray(0, 20_000)],
    ["that is damaged", (saved) => saved.fill(0xff, 8192, 12_288)],
    ["of another program", foreign],
  ])("%s is told as such, and the lane stays", async (_, change) => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    const { id } = await created(sandbox.client);
    await sandbox.control("POST", "snapshots", { name: "s" });
    const file = join(folder.path, "s.snapshot.sqlite");
    writeFileSync(file, change(readFileSync(file)));
    const { http, body } = await sandbox.control("POST", "snapshots/s/load");
    expect([http, body.code]).toEqual([409, "snapshot-unreadable"]);
    expect(body).toMatchObject({ message: expect.stringContaining("cannot be read"), fix: expect.any(String) });
    expect((await sandbox.control("GET", `orders/${id}`)).http).toBe(200);
  });
});

describe("a data folder that is missing", () => {
  it("is told as such by what needs it, and is used again when it is back", async () => {
    using folder = await folderWith();
    const path = join(folder.path, "data");
    await using sandbox = await startTestSandbox({ dataDir: path });
    await created(sandbox.client);
    renameSync(path, `${path}-away`);
    const other = clientOf(`${sandbox.url}/lane/other`);
    for (const { http, body } of [
      await other("hosted-checkout/create", requests.create()),
      await sandbox.control("POST", "snapshots", { name: "s" }),
      await sandbox.control("GET", "snapshots"),
    ]) {
      expect([http, body.code]).toEqual([503, "store-unavailable"]);
      expect(body.message).toContain("missing");
    }
    renameSync(`${path}-away`, path);
    expect((await created(other)).status).toBe("OPEN");
    expect((await sandbox.control("POST", "snapshots", { name: "s" })).http).toBe(201);
  });
});

// A device that takes no byte, where there is one.
describe.skipIf(!existsSync("/dev/full"))("a disk that is full", () => {
  it("is told as such by a snapshot, of which nothing stays", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    symlinkSync("/dev/full", join(folder.path, "s.snapshot.sqlite.part"));
    const { http, body } = await sandbox.control("POST", "snapshots", { name: "s" });
    expect([http, body.code]).toEqual([503, "store-unavailable"]);
    expect(body.message).toContain("the disk is full");
    expect(readdirSync(folder.path).filter((file) => file.includes("snapshot"))).toEqual([]);
  });

  it("leaves the lane that a snapshot was to replace", async () => {
    using folder = testFolder();
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    await sandbox.control("POST", "snapshots", { name: "s" });
    const { id } = await created(sandbox.client);
    symlinkSync("/dev/full", `${laneFile(folder.path, "default")}.part`);
    const { http, body } = await sandbox.control("POST", "snapshots/s/load");
    expect([http, body.message]).toEqual([503, expect.stringContaining("the disk is full")]);
    expect((await sandbox.control("GET", `orders/${id}`)).http).toBe(200);
    expect((await sandbox.control("POST", "snapshots/s/load")).http).toBe(200);
    expect((await sandbox.control("GET", `orders/${id}`)).http).toBe(404);
  });
});
