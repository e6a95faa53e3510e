import { describe, expect, it } from "vitest";
import { startSandbox } from "../../src/library/sandbox.js";
import type { Sandbox } from "../../src/library/types.js";
import { walkOf } from "../../src/trust/walks/generate.js";
import { walkText } from "../../src/trust/walks/text.js";
import { type World, walkBoth } from "../../src/trust/walks/walk.js";
import { laneWorld } from "../../src/trust/walks/worlds.js";
import { DEMO_MERCHANT } from "../support/client.js";
import { testFolder } from "../support/sandbox.js";

const world = async (sandbox: Sandbox, name: string): Promise<World> =>
  laneWorld(await sandbox.lane(name), DEMO_MERCHANT, 351);

const walked = async (one: Sandbox, other: Sandbox, walks: number, seed = 5) =>
  walkBoth({
    walks,
    seed,
    userId: "user1",
    there: await world(one, "there"),
    here: (attempt) => world(other, `here-${attempt}`),
    prefix: "walk",
  });

describe("random walks", () => {
  it("are the same for the same seed, and reach every safe call with every way to name an order", () => {
    const all = Array.from({ length: 40 }, (_, i) => walkOf(3, i, 10, "user1"));
    expect(all).toEqual(Array.from({ length: 40 }, (_, i) => walkOf(3, i, 10, "user1")));
    expect(walkOf(4, 0, 10, "user1")).not.toEqual(all[0]);
    const steps = all.flat();
    expect(new Set(steps.map(({ operation }) => operation)).size).toBe(11);
    const text = JSON.stringify(steps);
    const parts = ["idOf", "referenceOf", "themeColor", "allowedBinRanges", "paymentType", '"amount":-1'];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(
      steps.filter(({ operation }) => operation === "tokenization/sale").every(({ params }) => params.amount === 0.3),
    ).toBe(true);
  });

  it("find nothing between memory and files", async () => {
    using folder = testFolder();
    await using memory = await startSandbox({ seed: 1 });
    await using files = await startSandbox({ seed: 9, dataDir: folder.path });
    expect(await walked(memory, files, 4)).toEqual([]);
  });

  it("shrink what differs to the fewest calls, and print it as a transcript and a scenario", async () => {
    await using there = await startSandbox({ assumptions: { "void-open-order": "void" } });
    await using here = await startSandbox();
    const [found] = await walked(there, here, 3);
    expect(found?.calls.map(({ operation }) => operation)).toEqual([
      expect.stringMatching(/create$|sale$/),
      expect.stringMatching(/void$/),
    ]);
    const text = walkText(found!, 5);
    expect(text).toMatch(/^walk \d+ of seed 5: 2 calls show a difference\n {2}1 /);
    expect(text).toContain("success there, refused (2008");
    expect(text).toContain("as a scenario file:\n  # yaml-language-server");
  });
});
