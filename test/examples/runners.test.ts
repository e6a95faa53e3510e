import "../support/dist.js";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { casesFor } from "../support/proof.js";
import { projectOf, runners, testsRun } from "../support/runner-projects.js";
import { type TestFolder, testFolder } from "../support/sandbox.js";

let folder: TestFolder;
beforeAll(() => {
  folder = testFolder();
});
afterAll(() => folder[Symbol.dispose]());

const passes: Readonly<Record<keyof typeof runners, RegExp>> = {
  "node-test": /^# pass 3$|ℹ pass 3/m,
  vitest: /4 passed/,
  jest: /Tests:\s+2 passed, 2 total/,
  playwright: /2 passed/,
};

describe("the example for", () => {
  it("each runner is run here", () => {
    expect(readdirSync(packagePath("examples/runners")).sort()).toEqual(["README.md", ...Object.keys(runners)].sort());
  });

  it.each(casesFor(Object.entries(passes), 2))("%s passes its tests", async (name, passed) => {
    const runner = name as keyof typeof runners;
    const { code, said } = await testsRun(runner, projectOf(runner, join(folder.path, name)));
    expect(code, said).toBe(0);
    expect(said).toMatch(passed);
  });
});
