import "../../support/dist.js";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { ofFile } from "../../support/of-file.js";
import { casesFor } from "../../support/proof.js";
import { projectOf, type RunnerResult, runners, testsRun, writeFiles } from "../../support/runner-projects.js";
import { testFolder } from "../../support/sandbox.js";
import { runProcess } from "../cli/cli.js";

type Name = keyof typeof runners;
type FileName = "first" | "second" | "own";

const folder = ofFile(testFolder());

/** A test file: two tests that say which lane they have, of which one drops it, and one that fails after a refusal. */
const body = (file: FileName, lane: string, args: string) => `
test("one", async (${args}) => { await ${lane}.orders(); console.log("LANE " + ${lane}.url + " of " + process.pid + " in ${file}"); });
test("two", async (${args}) => { await ${lane}.orders(); console.log("LANE " + ${lane}.url + " of " + process.pid + " in ${file}"); await ${lane}.drop(); await ${lane}.drop(); });
test("fails", async (${args}) => {
  await ${lane}.next({ outcome: "insufficient-funds" });
  const answer = await ${lane}.call("tokenization/sale", { userId: "user1", tokenId: 351, amount: 20, merchantReference: "A-1", lineItems: [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }] });
  if (answer.body.responseCode !== "0000") throw new Error("not paid");
});`;

type LaneOf = "Test" | "File";

/** Jest begins it beside the first test, without the hooks. */
const atOnce = `
test.concurrent("at once", async () => {
  try { console.log("AT ONCE in " + lane.url); } catch (error) { console.log("AT ONCE: " + error.message); }
});`;

/** A test file for each runner, with options for the helper as JSON. */
const texts: Readonly<Record<Name, (file: FileName, options: string, lane: LaneOf) => string>> = {
  "node-test": (file, options, lane) =>
    `import { test } from "node:test";
    import { laneOf${lane} } from "payment-sandbox/node-test";
    const lane = laneOf${lane}(${options});${body(file, "lane", "")}`,
  jest: (file, options, lane) =>
    `const lane = require("payment-sandbox/jest").laneOf${lane}(${options});${body(file, "lane", "")}${lane === "Test" ? atOnce : ""}`,
  vitest: (file, options, lane) =>
    `import { sandboxTest } from "payment-sandbox/vitest";
    const test = sandboxTest(${options});${lane === "Test" ? body(file, "lane", "{ lane }") : body(file, "fileLane", "{ fileLane }")}`,
  playwright: (file, options) =>
    `import { test as base } from "@playwright/test";
    import { sandboxFixtures } from "payment-sandbox/playwright";
    const test: any = base.extend<any, any>(sandboxFixtures(${options}) as any);${body(file, "lane", "{ lane }: any")}`,
};

const ending: Readonly<Record<Name, string>> = {
  "node-test": ".test.js",
  jest: ".test.js",
  vitest: ".test.ts",
  playwright: ".spec.ts",
};

interface Said {
  readonly url: string;
  readonly port: string;
  readonly lane: string;
  readonly pid: string;
}

/** Runs files of three tests each: `first` and `second`, and `own`, which asks for a sandbox in its process. */
async function lanesOf(
  name: Name,
  { own, more = [] }: { readonly own?: LaneOf; readonly more?: readonly string[] } = {},
) {
  const at = projectOf(name, join(folder.path, `${name}-${readdirSync(folder.path).length}`));
  const options = (file: FileName): string => (file === "own" ? "{ inProcess: true }" : "");
  const names: readonly FileName[] = own ? ["first", "second", "own"] : ["first", "second"];
  const named = (file: FileName): string => `${file}${ending[name]}`;
  writeFiles(
    at,
    Object.fromEntries(
      names.map((file) => [named(file), texts[name](file, options(file), file === "own" ? own! : "Test")]),
    ),
  );
  // Not the example's own files.
  const run = await testsRun(name, at, { more: [...more, ...names.map(named)] });
  const found = [...run.said.matchAll(/LANE (http:\/\/localhost:(\d+)\/lane\/(\S+)) of (\d+) in (\w+)/g)];
  expect(found, run.said).toHaveLength(2 * names.length);
  const of = (...files: readonly FileName[]): readonly Said[] =>
    found
      .filter(([, , , , , file]) => files.includes(file as FileName))
      .map(([, url, port, lane, pid]) => ({ url: url!, port: port!, lane: lane!, pid: pid! }));
  return { run, shared: of("first", "second"), own: of("own"), files: names.length };
}

/** A process for each of three files. On two cores Jest would take one, and Playwright one fewer. */
const inProcesses: Readonly<Record<Name, readonly string[]>> = {
  "node-test": [],
  jest: ["--maxWorkers=3"],
  vitest: [],
  playwright: ["--workers=3"],
};

/** Playwright's fixtures are a test's or a worker's. */
const hasFileLane = (name: Name): boolean => name !== "playwright";

const distinct = (all: readonly Said[], member: keyof Said): number => new Set(all.map((one) => one[member])).size;

/** Nobody answers any more once the run's sandbox has ended. */
const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

function expectExplained({ said }: RunnerResult, files: number): void {
  expect(said.match(/One call was refused, declined or cut in lane \S+/g)).toHaveLength(files);
  expect(said).toMatch(/declined +commit +a DECLINED transaction was recorded: insufficient-funds/);
  expect(said).toMatch(/→ Forced by rule "rule-1"\. If it were real: The issuer declined/);
}

describe.each(casesFor(Object.keys(runners) as Name[]))("the files of a run of %s", (name) => {
  const laneOfOwn = hasFileLane(name) ? "File" : "Test";

  // One run shows all of it, since each takes seconds.
  it("share one sandbox, with a lane for each test, until the run ends; one that asks has its own in its process", async () => {
    const { run, shared, own, files } = await lanesOf(name, { own: laneOfOwn, more: inProcesses[name] });
    expect(distinct(shared, "port")).toBe(1);
    expect(distinct(shared, "lane")).toBe(4);
    expect(distinct(shared, "pid")).toBe(2);
    expect(own.map(({ port }) => port)).not.toContain(shared[0]!.port);
    expect(distinct(own, "lane")).toBe(laneOfOwn === "File" ? 1 : 2);
    expect(run.code).not.toBe(0);
    expectExplained(run, files);
    expect(run.said).not.toMatch(/there is no lane|ControlError/);
    if (name === "jest") expect(run.said.match(/AT ONCE: several tests run at once here.*laneOfFile/g)).toHaveLength(2);
    await expect.poll(() => isGone(shared[0]!.url)).toBe(true);
  });
});

describe("files that share a process", () => {
  it.each(
    casesFor([
      ["node-test", ["--test-isolation=none"]],
      ["vitest", ["--pool=threads"]],
      ["jest", ["--runInBand"]],
    ] as const),
  )("share one sandbox in %s %s", async (name, more) => {
    const { run, shared, files } = await lanesOf(name, { more });
    expect(distinct(shared, "port")).toBe(1);
    expect(distinct(shared, "lane")).toBe(4);
    expect(distinct(shared, "pid")).toBe(1);
    expectExplained(run, files);
  });
});

it("a file's lane stays in a sandbox that outlives the run if one of its tests failed, in Vitest as in Jest and node:test", async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const at = projectOf("vitest", join(folder.path, "vitest-outlived"));
  writeFiles(at, { "own.test.ts": texts.vitest("own", "", "File") });
  const run = await testsRun("vitest", at, { more: ["own.test.ts"], env: { PAYMENT_SANDBOX_URL: sandbox.url } });
  const kept = /payment-sandbox why (?:--last-refused )?--lane (\S+)/.exec(run.said)?.[1];
  expect(kept, run.said).toMatch(/^file-/);
  expect(await sandbox.lane(kept!).then((lane) => lane.requests())).toMatchObject([{ operation: "tokenization/sale" }]);
});

describe("a test that fails at first and passes when its runner repeats it", () => {
  const scenario = "name: refunded\nexpect:\n  - order: { merchantReference: A-1, status: SUCCESS }\n";
  /** Its first attempt ends before it has bought anything. */
  const flaky = (args: string, isFirst: string) => `
test("flaky", async (${args}) => {
  await lane.load("./paid.scenario.yaml");
  if (${isFirst}) throw new Error("no luck");
  await lane.call("tokenization/sale", { userId: "user1", tokenId: 351, amount: 20, merchantReference: "A-1", lineItems: [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }] });
});`;
  const retried: Readonly<Record<Exclude<Name, "node-test">, readonly [text: string, ...more: readonly string[]]>> = {
    vitest: [`import { test } from "payment-sandbox/vitest"; let n = 0;${flaky("{ lane }", "n++ === 0")}`, "--retry=1"],
    jest: [
      `const lane = require("payment-sandbox/jest").laneOfTest(); jest.retryTimes(1); let n = 0;${flaky("", "n++ === 0")}`,
    ],
    playwright: [
      `import { test as base } from "@playwright/test";
      import { sandboxFixtures } from "payment-sandbox/playwright";
      const test: any = base.extend<any, any>(sandboxFixtures() as any);${flaky("{ lane }: any, info: any", "info.retry === 0")}`,
      "--retries=1",
    ],
  };

  it.each(casesFor(Object.entries(retried)))("exec ends with 0: %s", async (key, [text, ...more]) => {
    const name = key as keyof typeof retried;
    const at = projectOf(name, join(folder.path, `${name}-retried`));
    const file = `flaky${ending[name]}`;
    writeFiles(at, { [file]: text, "paid.scenario.yaml": scenario });
    const words = [process.execPath, ...runners[name].words(), ...more, file];
    const { exitCode, stdout, stderr } = await runProcess(["exec", "--strict", "--", ...words], { cwd: at });
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stderr).toContain("1 of 1 expectation met");
  });
});
