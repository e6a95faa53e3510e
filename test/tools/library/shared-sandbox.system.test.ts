import "../../support/dist.js";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectOf, type RunnerResult, runners, testsRun, writeFiles } from "../../support/runner-projects.js";
import { type TestFolder, testFolder } from "../../support/sandbox.js";

type Name = keyof typeof runners;

let folder: TestFolder;
beforeAll(() => {
  folder = testFolder();
});
afterAll(() => folder[Symbol.dispose]());

/** A test file: two tests that say which lane they have, and one that fails after a refusal. */
const body = (lane: string, args: string) => `
test("one", async (${args}) => { await ${lane}.orders(); console.log("LANE " + ${lane}.url + " of " + process.pid); });
test("two", async (${args}) => { await ${lane}.orders(); console.log("LANE " + ${lane}.url + " of " + process.pid); });
test("fails", async (${args}) => {
  await ${lane}.next({ outcome: "insufficient-funds" });
  const answer = await ${lane}.call("tokenization/sale", { userId: "user1", tokenId: 351, amount: 20, merchantReference: "A-1", lineItems: [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }] });
  if (answer.body.responseCode !== "0000") throw new Error("not paid");
});`;

/** The text of a test file for each runner, with options for the helper as JSON. */
const files: Readonly<Record<Name, (options: string, lane?: "Test" | "File") => Readonly<Record<string, string>>>> = {
  "node-test": (options, lane = "Test") => ({
    ...twice(
      ".test.js",
      `import { test } from "node:test";
      import { laneOf${lane} } from "payment-sandbox/node-test";
      const lane = laneOf${lane}(${options});${body("lane", "")}`,
    ),
  }),
  jest: (options, lane = "Test") =>
    twice(".test.js", `const lane = require("payment-sandbox/jest").laneOf${lane}(${options});${body("lane", "")}`),
  vitest: (options, lane = "Test") =>
    twice(
      ".test.ts",
      `import { sandboxTest } from "payment-sandbox/vitest";
      const test = sandboxTest(${options});${lane === "Test" ? body("lane", "{ lane }") : body("fileLane", "{ fileLane }")}`,
    ),
  playwright: (options) =>
    twice(
      ".spec.ts",
      `import { test as base } from "@playwright/test";
      import { sandboxFixtures } from "payment-sandbox/playwright";
      const test: any = base.extend<any, any>(sandboxFixtures(${options}) as any);${body("lane", "{ lane }: any")}`,
    ),
};

const twice = (ending: string, text: string) => ({ [`first${ending}`]: text, [`second${ending}`]: text });

/** Runs two files with three tests each. Playwright makes a new worker after each failure. */
async function lanesOf(
  name: Name,
  { options = "", lane, more }: { options?: string; lane?: "Test" | "File"; more?: readonly string[] } = {},
) {
  // On two cores Jest would take one worker.
  const at = projectOf(name, join(folder.path, `${name}-${readdirSync(folder.path).length}`));
  writeFiles(at, files[name](options, lane));
  const run = await testsRun(name, at, {
    more: [...(more ?? (name === "jest" ? ["--maxWorkers=2"] : [])), ...patternOf(name)],
  });
  const found = [...run.said.matchAll(/LANE (http:\/\/localhost:(\d+)\/lane\/(\S+)) of (\d+)/g)];
  expect(found, run.said).toHaveLength(4);
  return {
    run,
    urls: found.map(([, url]) => url!),
    ports: found.map(([, , port]) => port!),
    names: found.map(([, , , each]) => each!),
    pids: found.map(([, , , , pid]) => pid!),
  };
}

/** The two files and not the example's own. */
const patternOf = (name: Name): readonly string[] =>
  name === "node-test" ? ["first.test.js", "second.test.js"] : ["first", "second"];

/** Playwright's fixtures are a test's or a worker's. */
const hasFileLane = (name: Name): boolean => name !== "playwright";

const distinct = (values: readonly string[]): number => new Set(values).size;

/** Nobody answers any more once the run's sandbox has ended. */
const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

function expectExplained({ said }: RunnerResult): void {
  expect(said.match(/One call was refused, declined or cut in lane \S+/g)).toHaveLength(2);
  expect(said).toMatch(/declined +commit +a DECLINED transaction was recorded: insufficient-funds/);
  expect(said).toMatch(/→ Forced by rule "rule-1"\. If it were real: The issuer declined/);
}

describe.each(Object.keys(runners) as Name[])("the files of a run of %s", (name) => {
  it("share one sandbox, with a lane for each test, until the run ends", async () => {
    const { run, urls, ports, names, pids } = await lanesOf(name);
    expect(distinct(ports)).toBe(1);
    expect(distinct(names)).toBe(4);
    expect(distinct(pids)).toBe(2);
    expect(run.code).not.toBe(0);
    expectExplained(run);
    await expect.poll(() => isGone(urls[0]!)).toBe(true);
  });

  // One run shows both, since each takes seconds.
  it(`have a sandbox in each process${hasFileLane(name) ? ", and one lane for a file," : ""} if they ask for it`, async () => {
    const lane = hasFileLane(name) ? "File" : "Test";
    const { run, ports, names, pids } = await lanesOf(name, { options: "{ inProcess: true }", lane });
    expect(distinct(ports)).toBe(2);
    expect(distinct(pids)).toBe(2);
    // Each process names its lanes alone.
    if (lane === "File") expect(distinct(names.map((one, i) => `${ports[i]} ${one}`))).toBe(2);
    expectExplained(run);
  });
});

describe("files that share a process", () => {
  it.each([
    ["jest", ["--runInBand"]],
    ["vitest", ["--pool=threads"]],
    ["node-test", ["--test-isolation=none"]],
  ] as const)("share one sandbox in %s %s", async (name, more) => {
    const { run, ports, names, pids } = await lanesOf(name, { more });
    expect(distinct(ports)).toBe(1);
    expect(distinct(names)).toBe(4);
    expect(distinct(pids)).toBe(1);
    expectExplained(run);
  });
});
