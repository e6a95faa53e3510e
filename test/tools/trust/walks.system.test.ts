import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readScenarioFile } from "../../../src/lane/catalogue/scenario-files.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { Budget } from "../../../src/tools/trust/calibrate/session/charges.js";
import { chargesCard } from "../../../src/tools/trust/recording/exchange.js";
import { ACTS, type WalkAct, walkOf } from "../../../src/tools/trust/walks/generate.js";
import { walkScenario, walkText } from "../../../src/tools/trust/walks/text.js";
import type { WalkDifference } from "../../../src/tools/trust/walks/walks.js";
import { laneWorld } from "../../../src/tools/trust/walks/worlds.js";
import { DEMO_MERCHANT } from "../../support/client.js";
import { testFolder } from "../../support/sandbox.js";
import { nothing, walked, world } from "./walked.js";

const acts = Object.keys(ACTS) as readonly WalkAct[];

describe("random walks", () => {
  it("are the same for the same seed, and reach every safe call with every way to name an order", () => {
    const all = Array.from({ length: 40 }, (_, i) => walkOf(3, i, 10, "user1"));
    expect(all).toEqual(Array.from({ length: 40 }, (_, i) => walkOf(3, i, 10, "user1")));
    expect(walkOf(4, 0, 10, "user1")).not.toEqual(all[0]);
    const steps = all.flat();
    expect(new Set(steps.map(({ operation }) => operation)).size).toBe(12);
    const text = JSON.stringify(steps);
    const parts = ["idOf", "referenceOf", "themeColor", "allowedBinRanges", "paymentType", '"amount":-1'];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(steps.filter(({ operation }) => chargesCard(operation)).every(({ params }) => params.amount === 0.2)).toBe(
      true,
    );
  });

  it("find nothing between memory and files", async () => {
    using folder = testFolder();
    await using memory = await startSandbox({ seed: 1 });
    await using files = await startSandbox({ seed: 9, dataDir: folder.path });
    expect(await walked(await world(memory, "there"), files, 4)).toEqual(nothing);
  });

  it("pay, cancel and settle where both services can, and find nothing between memory and files", async () => {
    const steps = Array.from({ length: 20 }, (_, i) => walkOf(5, i, 10, "user1", acts)).flat();
    expect(new Set(steps.map(({ operation }) => operation)).size).toBe(15);
    using folder = testFolder();
    await using memory = await startSandbox({ seed: 1 });
    await using files = await startSandbox({ seed: 9, dataDir: folder.path });
    expect(await walked(await world(memory, "there"), files, 12, { acts })).toEqual(nothing);
    const orders = await (await memory.lane("there")).orders({ limit: 1000 });
    expect(orders.filter(({ status }) => status === "SETTLED").length).toBeGreaterThan(0);
  });

  it.each([
    ["cancel", "closed", 8],
    ["method-capabilities", "all-void", 30],
  ] as const)("find by the shopper's acts that the service chose %s: %s", async (id, choice, walks) => {
    await using there = await startSandbox({ assumptions: { [id]: choice } });
    await using here = await startSandbox();
    const { differences } = await walked(await world(there, "there"), here, walks, { acts });
    expect(differences.map(({ chosen }) => chosen)).toContainEqual({ [id]: choice });
  });

  it("charge nothing any more, here or there, where the budget is empty", async () => {
    await using there = await startSandbox();
    await using here = await startSandbox();
    const budget = new Budget();
    while (budget.take());
    const poor = {
      ...(await world(there, "poor")),
      mayCall: (operation: string) => !chargesCard(operation) || budget.take(),
    };
    expect(await walked(poor, here, 10)).toEqual(nothing);
    const orders = await (await there.lane("poor")).orders({ limit: 1000 });
    expect(orders.length).toBeGreaterThan(3);
    expect(orders.filter(({ status }) => status === "SUCCESS")).toEqual([]);
  });

  it("do not take for a difference what came once and not again", async () => {
    await using there = await startSandbox();
    await using here = await startSandbox();
    const lane = await there.lane("moody");
    await lane.force({ when: { operation: "*/*" }, after: 3, times: 1, then: { outcome: "rate-limited" } });
    expect(await walked(laneWorld(lane, DEMO_MERCHANT, 351), here, 3)).toEqual({ differences: [], unsteady: 1 });
  });
});

describe("what differs", () => {
  const found = async (): Promise<readonly WalkDifference[]> => {
    await using there = await startSandbox({
      assumptions: { "void-open-order": "void", "unpaid-card-type": "empty" },
      responseCodes: { "order-not-found": { code: "0404" } },
    });
    await (await there.lane("there")).force({
      when: { operation: "direct/sale" },
      then: { outcome: "maintenance" },
    });
    await using here = await startSandbox();
    return (await walked(await world(there, "there"), here, 12)).differences;
  };

  it("is told once, shrunk to the fewest calls, with the choice that answers so and a scenario that does", async () => {
    const differences = await found();
    const told = differences.map((one) => walkText(one, 5));
    const kinds = differences.map(({ calls, chosen }) => [calls.length, calls.at(-1)!.operation, chosen]);
    // A code, two choices at once, and a forced refusal: whichever call shows one first, no other call tells it again.
    expect(kinds).toContainEqual([1, "direct/sale", undefined]);
    expect(differences.map(({ lines }) => lines)).toContainEqual(["responseCode: 0404 there, 2001 here"]);
    const chosen = differences.flatMap((one) => Object.keys(one.chosen ?? {}));
    expect(chosen.sort()).toEqual(["unpaid-card-type", "void-open-order"]);
    expect(differences).toHaveLength(3);
    // What does not matter is left out.
    expect(differences.find(({ lines }) => lines[0]?.includes("0404"))?.calls.at(-1)?.step.params).not.toHaveProperty(
      "email",
    );
    expect(told.find((text) => text.includes("void-open-order"))).toMatch(
      /^walk \d+ of seed 5: 2 calls show a difference\n {2}1 .*\n(?:.*\n)*.*success there, refused \(2008 .*\n.* under void-open-order: void, unpaid-card-type: empty\n$/,
    );
    using folder = testFolder();
    for (const difference of differences) {
      const file = join(folder.path, "walk.scenario.yaml");
      writeFileSync(file, walkScenario(difference, { seed: 5, merchantId: DEMO_MERCHANT }));
      const { scenario, warnings } = await readScenarioFile(file);
      expect(warnings).toEqual([]);
      await using again = await startSandbox({ scenario: [file] });
      const { call } = await world(again, "again");
      const ids = new Map<unknown, unknown>();
      const own = (params: object) =>
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, ids.get(value) ?? value]));
      for (const { operation, params, there } of difference.calls) {
        const { body } = await call(operation, own(params) as never);
        expect([scenario.name, operation, body.responseCode]).toEqual([
          scenario.name,
          operation,
          there.body.responseCode,
        ]);
        const [theirs, ours] = [there.body, body].map(({ order }) => (order as { id?: unknown } | undefined)?.id);
        if (theirs !== undefined) ids.set(theirs, ours);
      }
    }
  });
});
