import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { LaneGone } from "../../../../src/lane/ports/store-errors.js";
import { rulesInForce } from "../../../../src/lane/rules/rule-changes.js";
import { watchScenarios } from "../../../../src/tools/cli/server/watch.js";
import { KeptLog } from "../../../support/lane-parts.js";
import { testLanes } from "../../../support/lanes.js";
import { testFolder } from "../../../support/sandbox.js";

const scenarioOf = (rules: readonly object[]) => ({
  scenario: scenarioSchema.parse({ name: "a", rules }),
  file: "a.yaml",
});
const read = [scenarioOf([{ then: { outcome: "maintenance" } }])];

it("a reload that fails leaves the old rules, says so, and ends nothing", async () => {
  using folder = testFolder();
  await using lanes = await testLanes();
  const file = join(folder.path, "a.scenario.yaml");
  const readScenarios = vi.fn(async () => read).mockRejectedValueOnce(new Error("EMFILE: too many open files"));
  const log = new KeptLog();
  const settings = { scenarios: [scenarioOf([])] };
  const stop = watchScenarios(lanes, { settings, scenarioFiles: [file], readScenarios }, log);
  writeFileSync(file, "1");
  const said = (line: string) => vi.waitFor(() => expect(log.lines).toContain(line), { timeout: 10_000 });
  await said("not reloaded, keeping the old rules: EMFILE: too many open files");
  writeFileSync(file, "2");
  await said("reloaded a.yaml: rule 1 added");
  stop();
});

it.skipIf(process.platform === "win32")("a file behind links is reloaded, again and again", async () => {
  using folder = testFolder();
  await using lanes = await testLanes();
  const move = (version: string) => {
    mkdirSync(join(folder.path, `..${version}`));
    writeFileSync(join(folder.path, `..${version}`, "a.scenario.yaml"), version);
    symlinkSync(`..${version}`, join(folder.path, "..data_tmp"));
    renameSync(join(folder.path, "..data_tmp"), join(folder.path, "..data"));
  };
  move("1");
  const file = join(folder.path, "a.scenario.yaml");
  symlinkSync("..data/a.scenario.yaml", file);
  const readScenarios = vi.fn(async () => read);
  const stop = watchScenarios(
    lanes,
    { settings: { scenarios: read }, scenarioFiles: [file], readScenarios },
    silentLog,
  );
  const reloaded = (times: number) =>
    vi.waitFor(() => expect(readScenarios).toHaveBeenCalledTimes(times), { timeout: 10_000 });
  move("2");
  await reloaded(1);
  writeFileSync(file, "3, through the link");
  await reloaded(2);
  stop();
});

it("a lane that is reset meanwhile keeps no other from the new rules", async () => {
  await using lanes = await testLanes();
  const [reset, other] = [await lanes.ready("a"), await lanes.ready("b")];
  vi.spyOn(reset.store, "transact").mockRejectedValueOnce(new LaneGone());
  await lanes.reloadScenarios(read);
  expect(await rulesInForce(other)).toHaveLength(1);
});
