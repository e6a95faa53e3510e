import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { logger } from "../../src/lane/runtime/logger.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { startServer } from "../../src/server/server.js";
import { end, run } from "../../test/crash/process.js";
import { temporaryFolder, whenLeaving } from "./leaving.js";

/** A server on a disk that can be filled. */
export interface Space {
  /** How the disk is made full. */
  readonly how: string;
  start(): Promise<Server>;
  /** Leaves no room for one more page. */
  fill(): void;
  free(): void;
}

export interface Server {
  readonly url: string;
  /** What it logged so far. */
  said(): string;
  stop(): Promise<unknown>;
}

const MEGABYTES = 6;
/** As many as SQLite allows where nothing is said. */
const PAGES_MAX = 1_073_741_823;

/** A small disk of its own where this user may mount one, else a limit on the pages of the database. */
export function limitedSpace(): Space {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${MEGABYTES}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return limitedPages(folder);
  }
  whenLeaving(() => execFileSync("umount", ["--lazy", folder], { stdio: "ignore" }));
  return smallDisk(folder);
}

const optionsOf = (folder: string): readonly string[] => ["--data-dir", folder, "--log-format", "json", "--seed", "1"];

function smallDisk(folder: string): Space {
  const filler = join(folder, "filler");
  return {
    how: `a tmpfs of ${MEGABYTES} MB`,
    start: async () => {
      const server = await run(...optionsOf(folder));
      return { url: server.url, said: server.said, stop: () => end(server, "SIGTERM") };
    },
    fill: () => {
      for (const size of [65_536, 4096, 1]) append(filler, size);
    },
    free: () => rmSync(filler),
  };
}

/** Writes pieces of this size until there is no room for one more. */
function append(file: string, size: number): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(size, 1), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** The server runs in this process, since the limit belongs to a connection. */
function limitedPages(folder: string): Space {
  const connections = new Set<Database.Database>();
  let isFull = false;
  const limit = (db: Database.Database): void => {
    const pages = isFull ? pragma.call(db, "page_count", { simple: true }) : PAGES_MAX;
    pragma.call(db, `max_page_count = ${pages}`);
  };
  const { prepare, pragma } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    // A lane that rested has another connection.
    if (!connections.has(this)) limit(this);
    connections.add(this);
    return prepare.call(this, sql);
  } as typeof prepare;
  const turn = (full: boolean): void => {
    isFull = full;
    for (const db of connections) if (db.open) limit(db);
  };
  return {
    how: "PRAGMA max_page_count",
    start: async () => {
      let said = "";
      const log = logger({
        format: "json",
        write: (line) => {
          said += line;
        },
      });
      const server = await startServer({ ...defaultSettings, port: 0, dataDir: folder, seed: 1 }, log);
      return { url: server.url, said: () => said, stop: () => server.stop() };
    },
    fill: () => turn(true),
    free: () => turn(false),
  };
}
