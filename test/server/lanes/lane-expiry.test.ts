import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { LaneExpiry } from "../../../src/server/lanes/lane-expiry.js";
import { sold } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";

const DAY_MS = 86_400_000;

/** An expiry of these lanes after ten days, on a clock that the test moves. */
function expiryOf(names: readonly string[], over: Partial<ConstructorParameters<typeof LaneExpiry>[0]> = {}) {
  const lanes = new Set(names);
  const clock = { days: 0 };
  const expiry = new LaneExpiry({
    ttlMs: 10 * DAY_MS,
    names: () => [...lanes],
    keep: () => {},
    lastUse: () => undefined,
    drop: async (name) => lanes.delete(name),
    now: () => clock.days * DAY_MS,
    ...over,
  });
  onTestFinished(() => expiry.stop());
  const lookOn = async (day: number): Promise<readonly string[]> => {
    clock.days = day;
    await expiry.look();
    return [...lanes];
  };
  return { expiry, lanes, lookOn };
}

it("drops the lanes that nobody used for so long, but for default", async () => {
  const lastUse = (name: string) => (name === "kept" ? -9 * DAY_MS : undefined);
  const { expiry, lookOn } = expiryOf(["default", "old", "used", "kept"], { lastUse });
  expect(await lookOn(0)).toHaveLength(4);
  expect(await lookOn(9)).toEqual(["default", "old", "used"]);
  expiry.used("used");
  expect(await lookOn(10)).toEqual(["default", "used"]);
  expect(await lookOn(19)).toEqual(["default", "used"]);
  expect(await lookOn(20)).toEqual(["default"]);
});

it("a lane that is used while others are dropped stays", async () => {
  const { expiry, lanes, lookOn } = expiryOf(["a", "b"], {
    drop: async (name) => {
      expiry.used("b");
      lanes.delete(name);
    },
  });
  await lookOn(0);
  expect(await lookOn(10)).toEqual(["b"]);
});

it("a lane that cannot be dropped now is tried again", async () => {
  const drop = vi.fn().mockRejectedValueOnce(new Error("the disk is full")).mockResolvedValue(undefined);
  const { lookOn } = expiryOf(["a"], { drop });
  for (const day of [0, 10, 10]) await lookOn(day);
  expect(drop).toHaveBeenCalledTimes(2);
});

/** Lets days pass for the timer that looks at the lanes. Everything else of the sandbox keeps its real timers. */
function daysByHand(): (days: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return async (days) => void (await vi.advanceTimersByTimeAsync(days * DAY_MS));
}

it("--lane-ttl: a lane that rests for so long is gone, and begins anew", async () => {
  const pass = daysByHand();
  await using sandbox = await startTestSandbox({ laneTtl: "7d" });
  const { client, url } = await sandbox.lane("short");
  await sold(client);
  await pass(6);
  expect(sandbox.server.lanes.names()).toContain("short");
  await pass(2);
  await expect.poll(() => sandbox.server.lanes.names()).toEqual(["default"]);
  expect((await control(url, "GET", "orders")).body.orders).toEqual([]);
});

it("keeps no names that no lane has", async () => {
  using folder = testFolder();
  {
    await using lanes = await testLanes({ dataDir: folder.path, laneTtl: "7d" });
    await lanes.ready("there");
    lanes.get("nowhere");
    await lanes.look("unmade", async () => {});
  }
  const { since } = JSON.parse(readFileSync(join(folder.path, "lane-uses.json"), "utf8"));
  expect(since.map(([name]: [string]) => name)).toEqual(["there"]);
});

it("a look at the list of lanes in the console keeps none of them", async () => {
  const pass = daysByHand();
  await using sandbox = await startTestSandbox({ laneTtl: "7d" });
  const { client } = await sandbox.lane("listed");
  await sold(client);
  await pass(4);
  const list = await fetch(`${sandbox.url}/_sandbox/ui/lanes`);
  expect(await list.text()).toContain("listed");
  await pass(4);
  await expect.poll(() => sandbox.server.lanes.names()).toEqual(["default"]);
});

/** So many days pass while no sandbox runs: all that tells when the folder was used is that much older. */
function pass(folder: string, days: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const then = statSync(file).mtimeMs - days * DAY_MS;
    if (name === "lane-uses.json") {
      const { at, since } = JSON.parse(readFileSync(file, "utf8")) as { at: number; since: [string, number][] };
      const older = { at: at - days * DAY_MS, since: since.map(([lane, at]) => [lane, at - days * DAY_MS]) };
      writeFileSync(file, JSON.stringify(older));
    }
    utimesSync(file, then / 1000, then / 1000);
  }
}

it("--lane-ttl over restarts of a data folder: a start is no use, a call is", async () => {
  using folder = testFolder();
  const during = async (
    run: (sandbox: Awaited<ReturnType<typeof startTestSandbox>>) => Promise<unknown>,
    ttl = "7d",
  ) => {
    await using sandbox = await startTestSandbox({ dataDir: folder.path, laneTtl: ttl });
    await run(sandbox);
  };
  const names = ({ server }: Awaited<ReturnType<typeof startTestSandbox>>) => [...server.lanes.names()].sort();
  const use = async (sandbox: Awaited<ReturnType<typeof startTestSandbox>>, lane: string) =>
    sold((await sandbox.lane(lane)).client);
  // A run without the option leaves nothing but the files themselves.
  {
    await using sandbox = await startTestSandbox({ dataDir: folder.path });
    for (const lane of ["default", "old", "used"]) await use(sandbox, lane);
  }
  pass(folder.path, 4);
  await during(async (sandbox) => {
    expect(names(sandbox)).toEqual(["default", "old", "used"]);
    await use(sandbox, "used");
  });
  pass(folder.path, 2);
  await during(async (sandbox) => expect(names(sandbox)).toEqual(["default", "old", "used"]));
  pass(folder.path, 2);
  await during(async (sandbox) => {
    expect(names(sandbox)).toEqual(["default", "used"]);
    const { url } = await sandbox.lane("used");
    expect((await control(url, "GET", "orders")).body.orders).toHaveLength(2);
  });
  expect(readdirSync(folder.path).filter((name) => name.startsWith("old"))).toEqual([]);
  pass(folder.path, 8);
  await during(async (sandbox) => expect(names(sandbox)).toEqual(["default"]));
});
