import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readScenarioFile } from "../../../src/lane/catalogue/scenario-files.js";
import type { PlannedMutant } from "../../../src/tools/judge/mutants/mutant.js";
import { replaysIn } from "../../../src/tools/judge/run/replay.js";
import { testFolder } from "../../support/sandbox.js";

const mutant = (id: string): PlannedMutant => ({
  id,
  lane: 0,
  slot: 0,
  operation: "tokenization/sale",
  call: 1,
  family: "after-commit",
  change: "connection-reset",
  about: "",
  scenario: { name: id, rules: [], expect: [] },
  isSlow: false,
});
const asked = { command: ["npm", "test"], seed: 7, save: undefined, scenarios: [], hasClock: false, flags: [] };

it("a finding is played again by judge, with its verdict and the options that were typed", () => {
  const replays = replaysIn({ ...asked, scenarios: ["mine"], flags: ["--signature", "warn"] });
  expect(replays.of(mutant("sale#1/a+query#1/b"))).toBe(
    "npx payment-sandbox judge --only 'sale#1/a+query#1/b' --scenario mine --signature warn --seed 7 -- npm test",
  );
});

it("scenario files are written only if they are to be saved", () => {
  using folder = testFolder();
  const save = join(folder.path, "saved");
  const replays = replaysIn({ ...asked, save });
  for (const id of ["sale#1/a", "sale#1/b"]) replays.of(mutant(id));
  replays.write(["sale#1/a"]);
  expect(readdirSync(save)).toEqual(["sale-1.a.scenario.yaml"]);
});

it("a saved mutant lets the same time pass as the judge does, unless the user's own scenarios have a clock", async () => {
  using folder = testFolder();
  for (const hasClock of [false, true]) {
    const save = join(folder.path, String(hasClock));
    const replays = replaysIn({ ...asked, save, hasClock });
    replays.of(mutant("sale#1/a"));
    replays.write(["sale#1/a"]);
    const { scenario } = await readScenarioFile(join(save, "sale-1.a.scenario.yaml"));
    expect([scenario.idle, scenario.clock !== undefined]).toEqual(["500ms", !hasClock]);
  }
});

it("a race is not saved: only the judge can pin it", () => {
  using folder = testFolder();
  const replays = replaysIn({ ...asked, save: folder.path });
  replays.of({ ...mutant("sale#1/race/x"), variants: [{ steps: [], holds: "none" }] });
  replays.write(["sale#1/race/x"]);
  expect(readdirSync(folder.path)).toEqual([]);
});
