import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Sandbox, SandboxLane } from "../../../src/index.js";
import { sandboxFixtures } from "../../../src/playwright.js";
import { Lanes } from "../../../src/server/lanes/lanes.js";
import {
  attemptFailed,
  laneOfAttempt,
  leaveLane,
  newLane,
  openSandbox,
  printRefusals,
} from "../../../src/tools/library/fixtures.js";
import { laneOfAllTests, laneOfEachTest } from "../../../src/tools/library/lane-hooks.js";
import { sandboxTest } from "../../../src/vitest.js";
import { clientOf, sold } from "../../support/client.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

// A quick test starts no process. test/tools/library/shared-sandbox.system.test.ts shares a sandbox, as is the default.
let hasStarted = false;
const options = {
  get inProcess() {
    hasStarted = true;
    return true;
  },
};
const test = sandboxTest(options);

const seen: { name: string; id: number; sandbox: string }[] = [];

describe("the sandbox starts before the first test, whose timeout doesn't include it", () => {
  beforeEach(() => expect(hasStarted).toBe(true));

  // Of a long name, as many whole words as fit.
  test("by a hook of Vitest", ({ lane }) =>
    expect(lane.name).toMatch(/^test-whose-timeout-.*-include-it-by-a-hook-of-Vitest-\d+$/));

  it("by a hook of Jest and node:test", async () => {
    hasStarted = false;
    const works: (() => Promise<void>)[] = [];
    const none = (): void => {};
    laneOfEachTest(options, {
      beforeAll: (work) => void works.push(work),
      afterAll: (work) => void onTestFinished(work),
      beforeEach: none,
      afterEach: none,
    });
    for (const work of works) await work();
    expect(hasStarted).toBe(true);
  });
});

describe("a sandbox that PAYMENT_SANDBOX_URL names", () => {
  test("is joined, with lanes of its own for each worker, unless options say otherwise", async ({ sandbox }) => {
    vi.stubEnv("PAYMENT_SANDBOX_URL", `${sandbox.url}/`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const workers = [await openSandbox({}, "laneOfTest"), await openSandbox({}, "laneOfTest")];
    const lanes = await Promise.all(workers.map((worker) => newLane(worker, "pays")));
    for (const lane of lanes) expect((await sold(clientOf(lane.url))).status).toBe("SUCCESS");
    expect(await names(sandbox)).toEqual(expect.arrayContaining(lanes.map(({ name }) => name)));
    const failed = await newLane(workers[0]!, "fails");
    await failed.call("hosted-checkout/query", { merchantReference: "NONE" });
    const printed = vi.spyOn(console, "info").mockImplementation(() => {});
    await printRefusals(failed, workers[0]!);
    expect(printed.mock.lastCall?.[0]).toContain(`payment-sandbox why --last-refused --lane ${failed.name}`);
    await printRefusals(lanes[0]!, workers[0]!);
    expect(printed.mock.lastCall?.[0]).toContain(`payment-sandbox why --lane ${lanes[0]!.name}`);
    printed.mockRestore();
    await leaveLane(workers[0]!, failed, true);
    await leaveLane(workers[0]!, lanes[0]!, false);
    await leaveLane(workers[0]!, await newLane(workers[0]!, "never-called"), false);
    await workers[0]!.stop();
    expect(await names(sandbox)).not.toContain(lanes[0]!.name);
    expect(await names(sandbox)).toContain(failed.name);
    await control(sandbox.url, "DELETE", `lanes/${failed.name}`);
    expect(await lanes[1]!.orders()).toHaveLength(1);
    await lanes[1]!.drop();
    await using own = await openSandbox({ inProcess: true }, "laneOfTest");
    expect(own.url).not.toBe(sandbox.url);
  });

  it.each([
    ["team-a-17", /^team-a-17-it-pays-[0-9a-f]{6}-\d+$/],
    [`team-a-${"x".repeat(46)}`, /^team-a-x{46}(-s)?-[0-9a-f]{6}-\d+$/],
  ])(
    "by the address of the lane %s is joined, and a team's token opens the lanes, named after that one",
    async (name, expected) => {
      await using shared = await startTestSandbox({
        adminTokens: [{ name: "team-a", token: "token-of-a", lanes: "team-a-*" }],
      });
      vi.stubEnv("PAYMENT_SANDBOX_URL", `${shared.url}/lane/${name}`);
      vi.stubEnv("PAYMENT_SANDBOX_ADMIN_TOKEN", "token-of-a");
      onTestFinished(() => void vi.unstubAllEnvs());
      const worker = await openSandbox({}, "laneOfTest");
      expect(worker.url).toBe(shared.url);
      const lane = await newLane(worker, "it pays");
      expect(lane.name).toMatch(expected);
      await sold(clientOf(lane.url));
      expect(await lane.orders()).toHaveLength(1);
      expect(await (await worker.fetch("/lane/team-a-17/hosted-checkout/query")).text()).toContain("responseCode");
      expect(await shared.server.lanes.names()).toContain(lane.name);
      await leaveLane(worker, lane, false);
      await worker.stop();
      expect(await shared.server.lanes.names()).not.toContain(lane.name);
    },
  );
});

const names = async ({ url }: Sandbox): Promise<readonly string[]> =>
  (await control(url, "GET", "lanes")).body.lanes.map(({ name }: SandboxLane) => name);

// The last test compares what the first two saw.
describe("the fixtures of Vitest", { shuffle: false }, () => {
  for (const round of ["first", "second"])
    test(`give the ${round} test an empty lane`, async ({ lane, sandbox }) => {
      expect(lane.name).toMatch(new RegExp(`^the-fixtures-of-Vitest-give-the-${round}-test-an-empty-lane.*-\\d+$`));
      expect(await lane.orders()).toEqual([]);
      const { id } = await sold(clientOf(lane.url), { merchantReference: "SAME" });
      seen.push({ name: lane.name, id, sandbox: sandbox.url });
    });

  test("give all tests of a worker one sandbox", async ({ sandbox }) => {
    const [one, other] = seen;
    expect(one?.name).not.toBe(other?.name);
    expect([one?.id, one?.sandbox]).toEqual([other?.id, other?.sandbox]);
    expect(sandbox.url).toBe(one?.sandbox);
    const { body } = await control(sandbox.url, "GET", "lanes");
    expect(body.lanes).toMatchObject([{ name: "default" }]);
  });
});

describe("the fixtures of Playwright", () => {
  test("give a sandbox for a worker and a lane for a test", async () => {
    const { sandbox: fixture, lane: laneFixture } = sandboxFixtures({ seed: 9, inProcess: true });
    const [open, { scope, timeout }] = fixture;
    expect([scope, timeout]).toEqual(["worker", 65_000]);
    const used: string[] = [];
    await open({}, async (sandbox: Sandbox) => {
      await laneFixture(
        { sandbox },
        async (lane: SandboxLane) => {
          used.push(lane.name);
          expect((await sold(clientOf(lane.url))).status).toBe("SUCCESS");
        },
        {
          ...{ titlePath: ["shop.spec.ts", "cart", "pays ✓ twice"], status: "passed", expectedStatus: "passed" },
          ...{ retry: 0, project: { retries: 0 } },
        },
      );
    });
    expect(used).toEqual([expect.stringMatching(/^cart-pays-twice-\d+$/)]);
  });
});

it.each([
  ["is not met stays", "REFUNDED", true],
  ["is met is dropped", "SUCCESS", false],
] as const)("the lane of a passed test whose scenario %s", async (_, status, isKept) => {
  await using shared = await startTestSandbox();
  vi.stubEnv("PAYMENT_SANDBOX_URL", shared.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const sandbox = await openSandbox({}, "laneOfTest");
  const lane = await newLane(sandbox, "pays");
  await lane.load({ name: "paid", expect: [{ order: { merchantReference: "P-1", status } }] });
  await sold(clientOf(lane.url), { merchantReference: "P-1" });
  await leaveLane(sandbox, lane, false);
  await sandbox.stop();
  const { lanes } = shared.server;
  if (isKept) expect(lanes.names()).toContain(lane.name);
  else await expect.poll(() => lanes.names()).not.toContain(lane.name);
});

describe("an attempt that failed and that its runner repeats", () => {
  const unmet = { name: "unmet", expect: [{ order: { merchantReference: "R-1", status: "REFUNDED" as const } }] };

  /** The lanes of two attempts of one test, of which the first fails. */
  const twoAttempts: Readonly<Record<string, (sandbox: Sandbox) => Promise<readonly SandboxLane[]>>> = {
    "Vitest, Jest": async (sandbox) => {
      const lanes: SandboxLane[] = [];
      const test = {};
      for (const hasFailed of [true, false]) {
        const lane = await laneOfAttempt(sandbox, { name: "flaky", test, hasFailed: () => hasFailed });
        lanes.push(lane);
        await lane.load(unmet);
        if (hasFailed) await attemptFailed(sandbox, lane, { name: "flaky", test, hasFailed: () => true });
      }
      return lanes;
    },
    Playwright: async (sandbox) => {
      const lanes: SandboxLane[] = [];
      const load = async (lane: SandboxLane): Promise<void> => {
        lanes.push(lane);
        await lane.load(unmet);
      };
      for (const retry of [0, 1])
        await sandboxFixtures().lane({ sandbox }, load, {
          ...{ titlePath: ["shop.spec.ts", "flaky"], status: "failed", expectedStatus: "passed" },
          ...{ retry, project: { retries: 1 } },
        });
      return lanes;
    },
  };

  it.each(Object.entries(twoAttempts))("expects nothing any more, and the last one does: %s", async (_, attempts) => {
    await using shared = await startTestSandbox();
    vi.stubEnv("PAYMENT_SANDBOX_URL", shared.url);
    vi.spyOn(console, "info").mockImplementation(() => {});
    onTestFinished(() => void vi.unstubAllEnvs());
    onTestFinished(() => void vi.restoreAllMocks());
    const sandbox = await openSandbox({}, "laneOfTest");
    const [first, last] = await attempts(sandbox);
    await expect(first!.verify()).rejects.toThrow("no scenario of the lane expects anything");
    expect((await last!.verify()).passed).toBe(false);
  });
});

describe("a wrong option is told in the name of the helper that got it", () => {
  it.each([
    [{ inProcess: true, seed: -1 }, "laneOfTest", /^laneOfTest: seed is -1/],
    [
      { inProcesss: true, log: () => {} },
      "sandboxTest",
      /^sandboxTest: unknown member inProcesss, did you mean inProcess\?$/,
    ],
  ] as const)("%j", async (wrong, helper, told) => {
    await expect(openSandbox(wrong, helper)).rejects.toThrow(told);
  });
});

describe("a test may drop its lane as often as it likes", () => {
  test.for(["one of its own", "one that it joins"])("in %s", async (whose, { sandbox: running }) => {
    if (whose === "one that it joins") vi.stubEnv("PAYMENT_SANDBOX_URL", running.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    await using sandbox = await openSandbox(whose === "one of its own" ? options : {}, "laneOfTest");
    const unused = await newLane(sandbox, "unused");
    await unused.drop();
    const lane = await newLane(sandbox, "used");
    for (const merchantReference of ["A", "A"]) {
      await sold(clientOf(lane.url), { merchantReference });
      await lane.drop();
      await lane.drop();
    }
    for (const left of [unused, lane]) await expect(leaveLane(sandbox, left, false)).resolves.toBeUndefined();
  });
});

it("the sandbox of a file is stopped even if the last lane cannot be dropped", async () => {
  const { hooks, run } = fakeRunner();
  const lane = laneOfAllTests("file", options, hooks);
  await run("beforeAll");
  const { url } = lane;
  using _ = vi.spyOn(Lanes.prototype, "drop").mockRejectedValueOnce(new Error("the disk is full"));
  await expect(run("afterAll")).rejects.toMatchObject({ status: 500 });
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

type Work = (test: { name: string; hasFailed: () => boolean }) => Promise<void>;

/** A runner's hooks, run by hand for a failed test. */
function fakeRunner() {
  const works = { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] } as Record<string, Work[]>;
  const hooks = Object.fromEntries(
    Object.entries(works).map(([name, list]) => [name, (work: Work) => void list.push(work)]),
  ) as unknown as Parameters<typeof laneOfEachTest>[1];
  const run = async (hook: string, name = "fails") => {
    for (const work of works[hook]!) await work({ name, hasFailed: () => true });
  };
  const printed = vi.spyOn(console, "info").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  return { hooks, run, told: () => printed.mock.calls.map(([text]) => String(text)) };
}

it.each(["each", "all"] as const)(
  "with two helpers in one file, a failed test is told only of the lane that it used: %s",
  async (which) => {
    const { hooks, run, told } = fakeRunner();
    const lanes = { each: laneOfEachTest(options, hooks), all: laneOfAllTests("file", options, hooks) };
    await run("beforeAll");
    await run("beforeEach");
    const { name } = lanes[which];
    await run("afterEach");
    await run("afterAll");
    expect(told()).toEqual([expect.stringMatching(`^No call reached lane ${name}: `)]);
  },
);

it("tests that run at once are told to use laneOfFile, and not that their lanes have no call", async () => {
  const { hooks, run, told } = fakeRunner();
  const lane = laneOfEachTest(options, hooks);
  await run("beforeAll");
  for (const name of ["one", "other"]) await run("beforeEach", name);
  expect(() => lane.name).toThrow(
    "several tests run at once here, each with its lane: run them in turn, or use laneOfFile",
  );
  for (const name of ["one", "other"]) await run("afterEach", name);
  await run("afterAll");
  expect(told()).toEqual([]);
});
