import { expect, it } from "vitest";
import { tellsCalls, tellsNotifications } from "../../../server/metrics.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox } from "../../../support/sandbox.js";

it("tells in Prometheus text what was called, and the size of the pool", async () =>
  tellsCalls({ store: await testStore() }));

it("tells how the notifications stand", async () => tellsNotifications({ store: await testStore() }));

it("counts each failure of upkeep, logs the first and the end, and answers while the store is away", async () => {
  const store = await testStore();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await using sandbox = await startTestSandbox({ store }, { debug: say, info: say, warn: say });
  await using own = await asked(store);
  const metrics = async () => (await fetch(`${sandbox.url}/metrics`)).text();
  const failed = async () => Number(/upkeep_errors_total\{task="look"\} (\d+)/.exec(await metrics())![1]);
  expect(await failed()).toBe(0);
  await own.rows("ALTER TABLE lanes RENAME TO lanes_gone");
  await expect.poll(failed, { timeout: 60_000 }).toBeGreaterThan(1);
  expect(await metrics()).toContain("payment_sandbox_store_up 0\n");
  await own.rows("ALTER TABLE lanes_gone RENAME TO lanes");
  const lines = () => said.filter((line) => line.startsWith("looking for due work"));
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2);
  expect(lines()).toEqual([
    expect.stringContaining("fails, and is tried again: the schema is gone"),
    expect.stringContaining("works again"),
  ]);
});
