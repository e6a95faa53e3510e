import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";
import { LaneGone } from "../../../../src/lane/ports/store-errors.js";
import { rulesInForce } from "../../../../src/lane/rules/rule-changes.js";
import { watchScenarios } from "../../../../src/tools/cli/server/watch.js";
import { WatchedFolders } from "../../../../src/tools/cli/server/watched-folders.js";
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

describe.skipIf(process.platform === "win32")("a file that is reached through links", () => {
  /** `ways` makes the file's contents as `text` says, and returns a function that changes them. */
  const ways: readonly (readonly [string, (folder: string, text: (name: string) => string) => () => void])[] = [
    [
      "as Kubernetes mounts it",
      (folder, text) => {
        const version = (name: string) => {
          mkdirSync(join(folder, `..${name}`));
          writeFileSync(join(folder, `..${name}`, "a.scenario.yaml"), text(name));
          symlinkSync(`..${name}`, join(folder, "..data_tmp"));
          renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
        };
        version("1");
        symlinkSync("..data/a.scenario.yaml", join(folder, "a.scenario.yaml"));
        return () => {
          version("2");
          rmSync(join(folder, "..1"), { recursive: true });
        };
      },
    ],
    [
      "of another folder",
      (folder, text) => {
        mkdirSync(join(folder, "real"));
        mkdirSync(join(folder, "between"));
        const real = join(folder, "real", "r.yaml");
        writeFileSync(real, text("1"));
        symlinkSync(real, join(folder, "between", "b.yaml"));
        symlinkSync("between/b.yaml", join(folder, "a.scenario.yaml"));
        return () => writeFileSync(real, text("2"));
      },
    ],
  ];
  it.each(ways)("%s is watched, again and again", async (_, make) => {
    using folder = testFolder();
    const change = make(folder.path, (name) => `version ${name}`);
    let changes = 0;
    const watched = new WatchedFolders([join(folder.path, "a.scenario.yaml")], () => changes++);
    change();
    await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: 10_000 });
    const before = changes;
    writeFileSync(join(folder.path, "a.scenario.yaml"), "version 3, through the link");
    await vi.waitFor(() => expect(changes).toBeGreaterThan(before), { timeout: 10_000 });
    watched.close();
  });

  it("that is a folder's link which moves is watched", async () => {
    using folder = testFolder();
    for (const name of ["1", "2"]) {
      mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, name, "a.yaml"), name);
    }
    symlinkSync("1", join(folder.path, "current"));
    let changes = 0;
    const watched = new WatchedFolders([join(folder.path, "current", "a.yaml")], () => changes++);
    symlinkSync("2", join(folder.path, "next"));
    renameSync(join(folder.path, "next"), join(folder.path, "current"));
    await vi.waitFor(() => expect(changes).toBe(1), { timeout: 10_000 });
    watched.close();
  });
});

it("a change of another file in the folder is none", async () => {
  using folder = testFolder();
  const [file, other] = [join(folder.path, "a.yaml"), join(folder.path, "b.yaml")];
  writeFileSync(file, "1");
  let changes = 0;
  const watched = new WatchedFolders([file], () => changes++);
  for (let n = 0; n < 10; n++) writeFileSync(other, `${n}`);
  writeFileSync(file, "22");
  await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: 10_000 });
  expect(changes).toBeLessThan(10);
  watched.close();
});

it("a lane that is reset meanwhile keeps no other from the new rules", async () => {
  await using lanes = await testLanes();
  const [reset, other] = [await lanes.ready("a"), await lanes.ready("b")];
  vi.spyOn(reset.store, "transact").mockRejectedValueOnce(new LaneGone());
  await lanes.reloadScenarios(read);
  expect(await rulesInForce(other)).toHaveLength(1);
});
