import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { catalogueNames, readCatalogue } from "../../../src/lane/catalogue/scenario-files.js";
import { cellName, cellsUnder } from "../../../src/tools/coverage/cells.js";
import { cellsReachedIn } from "../../../src/tools/coverage/reached.js";
import { control, startTestSandbox } from "../../support/sandbox.js";
import { rightShop } from "./shop.js";
import { type Story, sellAndAsk, stories } from "./stories.js";

const CLOCK = "2026-01-05T10:00:00+08:00";

/** A story from its file, in a server of its own, on a clock that stands: what the shop saw, and the report. */
async function live(name: string, story: Story, habits: Parameters<typeof rightShop>[1] = {}) {
  const loaded = await readCatalogue(name);
  if (!loaded) throw new Error(`expected the story ${name}`);
  const scenarios = [{ ...loaded, scenario: { clock: CLOCK, ...loaded.scenario } }];
  await using sandbox = await startTestSandbox({ scenarios, baseUrl: "http://sandbox.test" });
  const url = `http://localhost:${sandbox.server.port}`;
  await using shop = await rightShop(url, habits);
  await story(shop);
  await shop.arrive();
  return {
    calls: [...shop.calls],
    // Of two orders the one or the other may be told of first.
    notifications: shop.notifications.toSorted(),
    report: (await control(url, "POST", "verify", {})).body,
    invariants: (await control(url, "GET", "invariants")).body,
    cells: await cellsReachedIn(await sandbox.server.lanes.ready("default")),
  };
}

it("has a shop for each story", () => {
  expect(Object.keys(stories).sort()).toEqual(catalogueNames());
});

/** The cells that each story reached. */
const reached = new Map<string, readonly string[]>();
const each = Object.entries(stories).map(([name, story]) => ({ name, story }));

describe.each(each)("$name", ({ name, story }) => {
  it("is met by a right shop, the books balance, and it goes the same way twice", async () => {
    const [one, other] = [await live(name, story), await live(name, story)];
    reached.set(name, [...one.cells].sort());
    expect(one.report).toEqual({ passed: true, failures: [] });
    expect(one.invariants).toMatchObject({ holds: true, broken: [] });
    const inOrder = name === "month-end-load" ? whateverCameFirst : (calls: readonly string[]) => calls;
    expect(inOrder(one.calls)).toEqual(inOrder(other.calls));
    expect(one.notifications).toEqual(other.notifications);
  });

  it("is not met by a shop that does nothing", async () => {
    const { report } = await live(name, async () => {});
    expect(report.passed).toBe(false);
  });
});

/** What the reports say of each scenario. `npx vitest run test/lane/catalogue -u` writes it anew. */
it("reach the cells of the state coverage that the reports name", async () => {
  for (const { name, story } of each)
    if (!reached.has(name)) reached.set(name, [...(await live(name, story)).cells].sort());
  const byName = Object.fromEntries([...reached].sort(([a], [b]) => a.localeCompare(b)));
  await expect(`${JSON.stringify(byName, null, 2)}\n`).toMatchFileSnapshot(
    "../../../src/tools/coverage/catalogue-cells.json",
  );
  const names = new Set(cellsUnder(defaultPolicy).map(cellName));
  expect([...new Set(Object.values(byName).flat())].filter((name) => !names.has(name))).toEqual([]);
});

describe("notification-forged-amount", () => {
  it("is not met by a shop that looks at signatures alone", async () => {
    const { report } = await live("notification-forged-amount", (shop) => sellAndAsk(shop, "SHOP-1"), {
      comparesAmounts: false,
    });
    expect(report.failures).toMatchObject([{ clause: { notification: { acknowledged: false } } }]);
  });
});

/** Of calls made at once it is open which comes first, and so which gets the lower id; what each was told is not. */
const whateverCameFirst = (calls: readonly string[]): readonly string[] =>
  calls.map((line) => line.replace(/"(id|stan)":("\d+"|\d+)/g, '"$1":0')).sort();
