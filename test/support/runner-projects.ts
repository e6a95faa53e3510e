import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagePath } from "../../src/package/files.js";
import { browserArgs, browserFile } from "./browser.js";
import { fromRegistry } from "./from-registry.js";

/** A test runner, as a project would have it. */
export interface Runner {
  /** What is asked of it, in the project's folder. */
  readonly words: () => readonly string[];
  /** Packages that it needs, by the folder that they are linked from. */
  readonly packages: () => Readonly<Record<string, string>>;
}

const own = (name: string): string => packagePath(`node_modules/${name}`);

/** As this suite's own: a busy machine is no fault of the project. */
const TIMEOUT_MS = 100_000;

/** The package is linked as an install would put it; so is the runner. */
export const runners = {
  "node-test": { words: () => ["--test"], packages: () => ({}) },
  vitest: {
    words: () => [own("vitest/vitest.mjs"), "run", `--testTimeout=${TIMEOUT_MS}`, `--hookTimeout=${TIMEOUT_MS}`],
    packages: () => ({ vitest: own("vitest") }),
  },
  jest: {
    words: () => [join(fromRegistry("jest", "30.5.2"), "bin/jest.js"), `--testTimeout=${TIMEOUT_MS}`],
    packages: () => ({}),
  },
  playwright: {
    words: () => [own("@playwright/test/cli.js"), "test", `--timeout=${TIMEOUT_MS}`],
    packages: () => ({ "@playwright": dirname(own("@playwright/test")) }),
  },
} satisfies Readonly<Record<string, Runner>>;

/** A project in a folder of its own, because it must not find what lies above it here. */
export function projectOf(name: keyof typeof runners, at: string): string {
  cpSync(packagePath(`examples/runners/${name}`), at, { recursive: true });
  mkdirSync(join(at, "node_modules"));
  for (const [link, target] of Object.entries({ "payment-sandbox": packagePath("."), ...runners[name].packages() }))
    symlinkSync(target, join(at, "node_modules", link));
  return at;
}

/** Writes files into a project. */
export function writeFiles(at: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
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

export interface RunnerResult {
  readonly code: unknown;
  readonly said: string;
}

/** Runs the tests of a project. */
export const testsRun = (
  name: keyof typeof runners,
  at: string,
  { more = [], env = {} }: { readonly more?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<RunnerResult> =>
  new Promise((done) => {
    const words = [...runners[name].words(), ...more];
    execFile(process.execPath, words, { cwd: at, env: { ...environment(), ...env } }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
