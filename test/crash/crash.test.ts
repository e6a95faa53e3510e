import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { clientOf, sold } from "../support/client.js";
import { testStore } from "../support/postgres.js";
import { casesFor, timesFor } from "../support/proof.js";
import { control, testFolder } from "../support/sandbox.js";
import { end, run, runToEnd } from "./process.js";
import { crashRounds, oneProcess, twoProcesses, type Victim } from "./rounds.js";

/** ROUNDS=200 by hand; `npm run prove -- kill` takes 100. */
const rounds = Number(process.env.ROUNDS ?? timesFor({ shown: 2, proof: 10 }));

/** A lane in memory does not outlive its process. */
const stores: Readonly<
  Record<string, { readonly rounds: number; readonly start: (place: string) => Promise<Victim> }>
> = {
  "sqlite-file": { rounds, start: (folder) => oneProcess("--data-dir", folder) },
  postgres: { rounds: Math.ceil(rounds / 2), start: (store) => oneProcess("--store", store) },
  "two nodes": { rounds: Math.ceil(rounds / 2), start: (store) => twoProcesses(store) },
};

// test/lane/store/postgres/kills.test.ts kills one of two nodes on PostgreSQL.
it.each(casesFor(Object.keys(stores)))(
  "kills under load lose nothing that was answered (%s)",
  async (kind) => {
    using folder = testFolder();
    const { rounds, start } = stores[kind]!;
    const place = kind === "sqlite-file" ? folder.path : await testStore();
    const result = await crashRounds(() => start(place), rounds);
    expect(result.lost).toEqual([]);
    expect(result.answered).toBeGreaterThanOrEqual(rounds * 20);
    if (rounds > 20) console.log(JSON.stringify(result));
  },
  1_200_000,
);

it("a second process on a data folder says so and exits 3", async () => {
  using folder = testFolder();
  const first = await run("--data-dir", folder.path);
  const second = await runToEnd("--data-dir", folder.path);
  expect([second.code, second.stdout]).toEqual([3, ""]);
  expect(second.stderr).toContain(`the data folder ${folder.path} is in use by another sandbox`);
  expect((await sold(clientOf(first.url))).status).toBe("SUCCESS");
  await end(first, "SIGTERM");
});

it("a folder whose holder was killed is free at once, and keeps its seed", async () => {
  using folder = testFolder();
  const first = await run("--data-dir", folder.path, "--seed", "7");
  await end(first, "SIGKILL");
  const second = await run("--data-dir", folder.path, "--seed", "8");
  expect((await control(second.url, "GET", "health")).body.seed).toBe(7);
  await end(second, "SIGTERM");
});

it.each(casesFor(["--data-dir", "--store"]))(
  "an order outlives a stop, and ids go on behind it (%s)",
  async (option) => {
    using folder = testFolder();
    const place = option === "--store" ? await testStore() : folder.path;
    const first = await run(option, place);
    const before = await sold(clientOf(`${first.url}/lane/x`));
    expect(await end(first, "SIGTERM")).toBe(143);
    const second = await run(option, place);
    const client = clientOf(`${second.url}/lane/x`);
    const { body } = await client("direct/query", { merchantId: 3, orderId: before.id });
    expect(body.order).toMatchObject({ merchantReference: before.merchantReference, status: "SUCCESS" });
    expect((await sold(client)).id).toBe(before.id + 1);
    await end(second, "SIGTERM");
  },
);

it("a file of another version says how to go on, and exits 3", async () => {
  using folder = testFolder();
  await end(await run("--data-dir", folder.path), "SIGTERM");
  const file = readdirSync(folder.path).find((name) => name.endsWith(".lane.sqlite"))!;
  const db = new Database(join(folder.path, file));
  db.pragma("user_version = 99");
  db.close();
  const { code, stderr } = await runToEnd("--data-dir", folder.path);
  expect(code).toBe(3);
  expect(stderr).toMatch(/has schema 99, this version reads \d+: start with another --data-dir/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

it("a folder that cannot be used says so, and exits 3", async () => {
  const { code, stderr } = await runToEnd("--data-dir", "/dev/null/x");
  expect(code).toBe(3);
  expect(stderr).toContain(
    "the data folder /dev/null/x cannot be used: /dev/null is a file, not a folder; choose another --data-dir",
  );
});
