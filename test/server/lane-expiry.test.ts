import { expect, it } from "vitest";
import { LaneExpiry } from "../../src/server/lane-expiry.js";
import { sold } from "../support/client.js";
import { control, startTestSandbox } from "../support/sandbox.js";

const DAY_MS = 86_400_000;

it("drops the lanes that nobody used for so long, but for default", async () => {
  let now = 1000 * DAY_MS;
  const lanes = new Set(["default", "old", "used", "kept"]);
  const expiry = new LaneExpiry({
    ttlMs: 7 * DAY_MS,
    names: () => [...lanes],
    lastWrite: (name) => (name === "kept" ? now - 6 * DAY_MS : undefined),
    drop: async (name) => lanes.delete(name),
    now: () => now,
  });
  await expiry.look();
  now += 6 * DAY_MS;
  expiry.used("used");
  await expiry.look();
  expect([...lanes]).toEqual(["default", "old", "used"]);
  now += DAY_MS;
  await expiry.look();
  expect([...lanes]).toEqual(["default", "used"]);
  now += 6 * DAY_MS;
  await expiry.look();
  expect([...lanes]).toEqual(["default"]);
  expiry.stop();
});

it("a lane that cannot be dropped now is tried again", async () => {
  let now = 0;
  let tries = 0;
  const expiry = new LaneExpiry({
    ttlMs: 10,
    names: () => ["a"],
    lastWrite: () => undefined,
    drop: async () => {
      if (++tries === 1) throw new Error("the disk is full");
    },
    now: () => now,
  });
  await expiry.look();
  now = 10;
  await expiry.look();
  await expiry.look();
  expect(tries).toBe(2);
  expiry.stop();
});

it("--lane-ttl: a lane that rests for so long is gone, and begins anew", async () => {
  await using sandbox = await startTestSandbox({ laneTtl: "1s" });
  const { client, url } = await sandbox.lane("short");
  await sold(client);
  expect(sandbox.server.lanes.names()).toEqual(["default", "short"]);
  // Real time: the lane is dropped when the timer has looked often enough.
  await expect.poll(() => sandbox.server.lanes.names(), { timeout: 60_000 }).toEqual(["default"]);
  expect((await control(url, "GET", "orders")).body.orders).toEqual([]);
});

it("a look at the list of lanes in the console keeps none of them", async () => {
  await using sandbox = await startTestSandbox({ laneTtl: "1s" });
  const { client } = await sandbox.lane("listed");
  await sold(client);
  const open = (path: string) => fetch(`${sandbox.url}/_sandbox/ui/${path}`).then((page) => page.text());
  expect(await open("lanes")).toContain("listed");
  // Real time: each poll is such a look.
  await expect.poll(() => open("lanes"), { timeout: 60_000 }).not.toContain("listed");
});
