import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { DatabaseAway, DiskFull, databaseError } from "../../../../src/lane/store/postgres/connection/failures.js";
import { queried, requests } from "../../../support/client.js";
import { ownServer } from "../../../support/own-postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

/** A disk of this size, in memory. */
class SmallDisk implements Disposable {
  readonly #path: string;

  constructor(path: string, sizeMb: number) {
    this.#path = path;
    mkdirSync(path);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m,mode=777`, "tmpfs", path], { stdio: "pipe" });
  }

  fill(): void {
    try {
      for (;;) writeFileSync(`${this.#path}/ballast`, Buffer.alloc(65_536), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }

  makeRoom(): void {
    rmSync(`${this.#path}/ballast`);
  }

  [Symbol.dispose](): void {
    execFileSync("umount", ["-l", this.#path]);
  }
}

/** Undefined where a small disk can be made. */
function whyNoDisk(): string | undefined {
  using folder = testFolder();
  try {
    using _ = new SmallDisk(`${folder.path}/disk`, 1);
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n").at(-2) ?? "";
  }
}

const why = whyNoDisk();
const skipped = why === undefined ? "" : ` (skipped where no tmpfs may be mounted: ${why})`;

/** PostgreSQL with its tables on one disk and its log on another. */
const database = (tables: string, log: string) =>
  ownServer(tables, {
    initdbFlags: ["--wal-segsize=1", `--waldir=${log}/log`],
    settings: ["max_wal_size=2MB", "min_wal_size=2MB"],
  });

/** Uses up one file of the log after another, until there is room for none and the database goes down. */
async function useUpLog(url: string): Promise<void> {
  let isFull = false;
  let files = 0;
  const client = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      while (!isFull && files++ < 20_000)
        await client.query("SELECT pg_logical_emit_message(true, 'x', 'x'), pg_switch_wal()");
    } catch {
      isFull = true;
    }
  };
  // Several: a checkpoint gives files back, and may be as quick as one client.
  await Promise.all([client(), client(), client(), client()]);
  if (!isFull) throw new Error(`expected the log to be full, it took ${files} files`);
}

it("a database that goes down for lack of room leaves it open what became of the commit", () => {
  const error = (severity: string) => Object.assign(new Error("no room"), { severity, code: "53100" });
  expect([databaseError(error("ERROR")), databaseError(error("PANIC"))]).toEqual([
    expect.any(DiskFull),
    expect.any(DatabaseAway),
  ]);
});

it.skipIf(why !== undefined)(
  `a disk that is full, of the tables or of the log, costs calls 503 and nothing else${skipped}`,
  async () => {
    using folder = testFolder();
    // PostgreSQL does not run as root: the user that it gets must reach its folders.
    chmodSync(folder.path, 0o755);
    using tables = new SmallDisk(`${folder.path}/tables`, 100);
    using log = new SmallDisk(`${folder.path}/log`, 30);
    await using server = await database(`${folder.path}/tables`, `${folder.path}/log`);
    await using sandbox = await startTestSandbox({ store: server.url });
    const sale = async (merchantReference: string, over = {}) =>
      (await sandbox.client("tokenization/sale", requests.sale({ merchantReference, ...over }))) as {
        readonly http: number;
        // biome-ignore lint/suspicious/noExplicitAny: an answer of either form.
        readonly body: any;
      };
    const first = (await sale("FIRST")).body.order.id;
    const answered: number[] = [first];
    const refused: { readonly reference: string; readonly body: { code: string; message: string } }[] = [];
    let n = 0;
    /** Callers at once, until `isOver`. */
    const load = async (isOver: () => boolean): Promise<void> => {
      const caller = async (): Promise<void> => {
        while (!isOver()) {
          const reference = `FULL-${++n}`;
          const { http, body } = await sale(reference, { reason: "x".repeat(2_000) });
          if (http === 200) answered.push(body.order.id);
          else refused.push({ reference, body });
        }
      };
      await Promise.all([caller(), caller(), caller(), caller()]);
    };
    /** All that was answered stands; what was refused did not happen, and happens now; the next call goes on. */
    const expectWhole = async (): Promise<void> => {
      for (const { reference, body } of refused) {
        expect(body).toMatchObject({ code: "store-unavailable", fix: expect.any(String) });
        const again = await sale(reference);
        const isUnknown = /whether|unknown/.test(body.message);
        expect([reference, again.http, isUnknown || again.body.responseCode]).toEqual([
          reference,
          200,
          isUnknown || "0000",
        ]);
        answered.push(again.body.order?.id ?? first);
      }
      refused.length = 0;
      const ids = [...new Set(answered)].sort((a, b) => a - b);
      expect((await queried(sandbox.client, ids)).map((order) => order?.status)).toEqual(ids.map(() => "SUCCESS"));
      expect(ids).toEqual(ids.map((_, i) => first + i));
      expect((await sandbox.control("GET", "invariants")).body).toMatchObject({ holds: true, broken: [] });
    };

    tables.fill();
    await load(() => refused.length > 3);
    expect(refused[0]!.body.message).toContain("the database's disk is full");
    const query = await sandbox.client("hosted-checkout/query", { merchantId: 3, merchantReference: "FIRST" });
    expect([query.http, query.body.order.status]).toEqual([200, "SUCCESS"]);
    expect((await sandbox.control("GET", `orders/${first}`)).body.order.status).toBe("SUCCESS");
    tables.makeRoom();
    await expectWhole();

    log.fill();
    let enough = Number.POSITIVE_INFINITY;
    const down = useUpLog(server.url).then(() => {
      enough = n + 20;
    });
    // The database recovers by itself or goes down for good: calls meet either.
    await Promise.all([load(() => n >= enough), down]);
    log.makeRoom();
    while ((await fetch(`${sandbox.url}/readyz`)).status !== 200) {
      await server.revive();
      await pause(50);
    }
    await expectWhole();
  },
);
