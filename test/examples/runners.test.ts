import "../support/dist.js";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath, packageText } from "../../src/package/files.js";
import { ofFile } from "../support/of-file.js";
import { casesFor, isProof } from "../support/proof.js";
import { projectOf, runners, testsRun, writeFiles } from "../support/runner-projects.js";
import { testFolder } from "../support/sandbox.js";

const folder = ofFile(testFolder());

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

/** A lost create, a lost refund and a payment of which the shop hears nothing; none hangs. A proof runs the whole plan. */
const SHOWN = `
  only: ["create#1/after-commit/connection-reset", "refund#1/after-commit/connection-reset", "pay#1/notice/never"],
  timeout: "2m"`;

it("the judged shop with a page, a notification server and a refund is right, as it stands", async () => {
  const at = join(folder.path, "judge");
  const files = ["judge.test.ts", "genuine.ts"].map((name) => {
    const text = packageText(`examples/snippets/${name}`);
    return [name, isProof ? text : text.replace(`timeout: "5s"`, SHOWN)];
  });
  mkdirSync(join(at, "node_modules"), { recursive: true });
  symlinkSync(packagePath("."), join(at, "node_modules/payment-sandbox"));
  writeFiles(at, Object.fromEntries(files));
  const { code, said } = await testsRun("node-test", at);
  expect(code, said).toBe(0);
  expect(said).toMatch(/^(#|ℹ) pass 1$/m);
});
