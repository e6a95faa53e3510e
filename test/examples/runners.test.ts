import "../support/dist.js";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { browserArgs, browserFile } from "../support/browser.js";
import { fromRegistry } from "../support/from-registry.js";
import { type TestFolder, testFolder } from "../support/sandbox.js";

let folder: TestFolder;
beforeAll(() => {
  folder = testFolder();
});
afterAll(() => folder[Symbol.dispose]());

interface Runner {
  /** What is asked of it, in the example's folder. */
  readonly words: () => readonly string[];
  /** Packages that it needs, by the folder that they are linked from. */
  readonly packages: () => Readonly<Record<string, string>>;
  readonly passed: RegExp;
}

const own = (name: string): string => packagePath(`node_modules/${name}`);

/** As this suite's own: a busy machine is no fault of the example. */
const TIMEOUT_MS = 100_000;

/** The package is linked as an install would put it; so is the runner. */
const runners: Readonly<Record<string, Runner>> = {
  "node-test": { words: () => ["--test"], packages: () => ({}), passed: /^# pass 3$|ℹ pass 3/m },
  vitest: {
    words: () => [own("vitest/vitest.mjs"), "run", `--testTimeout=${TIMEOUT_MS}`, `--hookTimeout=${TIMEOUT_MS}`],
    packages: () => ({ vitest: own("vitest") }),
    passed: /4 passed/,
  },
  jest: {
    words: () => [join(fromRegistry("jest", "30.5.2"), "bin/jest.js"), `--testTimeout=${TIMEOUT_MS}`],
    packages: () => ({}),
    passed: /Tests:\s+2 passed, 2 total/,
  },
  playwright: {
    words: () => [own("@playwright/test/cli.js"), "test", `--timeout=${TIMEOUT_MS}`],
    packages: () => ({ "@playwright": dirname(own("@playwright/test")) }),
    passed: /2 passed/,
  },
};

/** Copied: the example must not find what lies above it here. */
function install(name: string, packages: Readonly<Record<string, string>>): string {
  const at = join(folder.path, name);
  cpSync(packagePath(`examples/runners/${name}`), at, { recursive: true });
  mkdirSync(join(at, "node_modules"));
  for (const [link, target] of Object.entries({ "payment-sandbox": packagePath("."), ...packages }))
    symlinkSync(target, join(at, "node_modules", link));
  return at;
}

/** Nothing of the runner that runs this. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|NODE_TEST|JEST|TEST$|NODE_ENV)/.test(name)),
  ),
  NO_COLOR: "1",
  CHROMIUM_FILE: browserFile(),
  CHROMIUM_ARGS: browserArgs.join(" "),
});

describe("the example for", () => {
  it("each runner is run here", () => {
    expect(readdirSync(packagePath("examples/runners")).sort()).toEqual(["README.md", ...Object.keys(runners)].sort());
  });

  it.each(Object.entries(runners))("%s passes its tests", async (name, { words, packages, passed }) => {
    const at = install(name, packages());
    const { code, said } = await new Promise<{ code: unknown; said: string }>((done) => {
      execFile(process.execPath, [...words()], { cwd: at, env: environment() }, (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, said: stdout + stderr }),
      );
    });
    expect(code, said).toBe(0);
    expect(said).toMatch(passed);
  });
});
