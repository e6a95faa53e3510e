import { describe, expect } from "vitest";
import type { Sandbox, SandboxLane } from "../../../src/index.js";
import { sandboxFixtures } from "../../../src/playwright.js";
import { sandboxTest } from "../../../src/vitest.js";
import { clientOf, sold } from "../../support/client.js";
import { control } from "../../support/sandbox.js";

// A quick test starts no process. test/tools/library/shared-sandbox.system.test.ts shares a sandbox, as is the default.
const test = sandboxTest({ inProcess: true });

const seen: { name: string; id: number; sandbox: string }[] = [];

// The last test compares what the first two saw.
describe("the fixtures of Vitest", { shuffle: false }, () => {
  for (const round of ["first", "second"])
    test(`give the ${round} test a lane of its own, empty and of one seed`, async ({ lane, sandbox }) => {
      expect(lane.name).toMatch(new RegExp(`^give-the-${round}-test-a-lane-of-its-own.*-\\d+$`));
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
    const [open, { scope }] = fixture;
    expect(scope).toBe("worker");
    const used: string[] = [];
    await open({}, async (sandbox: Sandbox) => {
      await laneFixture(
        { sandbox },
        async (lane: SandboxLane) => {
          used.push(lane.name);
          expect((await sold(clientOf(lane.url))).status).toBe("SUCCESS");
        },
        { title: "pays ✓ twice", status: "passed", expectedStatus: "passed" },
      );
    });
    expect(used).toEqual([expect.stringMatching(/^pays-twice-\d+$/)]);
  });
});
