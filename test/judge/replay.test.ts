import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { PlannedMutant } from "../../src/judge/plan/mutant.js";
import { replaysIn } from "../../src/judge/run/replay.js";
import { testFolder } from "../support/sandbox.js";

afterEach(() => vi.unstubAllEnvs());

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
const asked = { command: ["npm", "test"], seed: 7, save: undefined, scenarios: [], flags: [] };

/** The machine's folder for what is temporary, empty. */
function emptyTmp() {
  const folder = testFolder();
  vi.stubEnv("TMPDIR", folder.path);
  vi.stubEnv("TEMP", folder.path);
  return folder;
}

it("the scenario of a mutant is written only where its command line is told", () => {
  using folder = emptyTmp();
  const replays = replaysIn(asked);
  const [told] = [replays.of(mutant("sale#1/a")), replays.of(mutant("sale#1/b"))];
  replays.write(["sale#1/a"]);
  const [name = "", ...others] = readdirSync(folder.path);
  expect([others, readdirSync(join(folder.path, name))]).toEqual([[], ["sale-1.a.scenario.yaml"]]);
  expect(told).toBe(
    `payment-sandbox exec --scenario ${join(folder.path, name, "sale-1.a.scenario.yaml")} --seed 7 -- npm test`,
  );
});

it("a judge that found nothing leaves nothing in the machine's temporary folder", () => {
  using folder = emptyTmp();
  const replays = replaysIn(asked);
  replays.of(mutant("sale#1/a"));
  replays.write([]);
  expect(readdirSync(folder.path)).toEqual([]);
});

it("what earlier judges left is removed after a week", () => {
  using folder = emptyTmp();
  const aged = (name: string, days: number): string => {
    const path = join(folder.path, name);
    mkdirSync(path);
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(path, at, at);
    return path;
  };
  const folders = [aged("payment-sandbox-mutants-a", 8), aged("payment-sandbox-mutants-b", 6), aged("of-others", 8)];
  replaysIn(asked).write([]);
  expect(folders.map((path) => existsSync(path))).toEqual([false, true, true]);
});
