import { test as base, type TestAPI } from "vitest";
import {
  leaveLane,
  newLane,
  printRefusals,
  START_TIMEOUT_MS,
  type TestOptions,
  withLane,
  withSandbox,
} from "./tools/library/fixtures.js";
import type { Sandbox, SandboxLane } from "./tools/library/types.js";

export type { TestOptions } from "./tools/library/fixtures.js";
export type * from "./tools/library/language.js";
export type * from "./tools/library/types.js";

/** The fixtures of a test. */
export interface SandboxFixtures {
  /** One for all workers of a run, unless the options say otherwise. */
  sandbox: Sandbox;
  /** One for each test. It starts empty with the sandbox's seed, and is dropped afterwards. */
  lane: SandboxLane;
  /** One for all tests of a file that ask for it. */
  fileLane: SandboxLane;
}

/**
 * Vitest's `test` with a `sandbox` that all workers share, a `lane` for each test and a `fileLane` for each file:
 * `lane.url` is the base_url for the code under test. Each lane starts empty with the sandbox's seed, so tests can run
 * at once. If a test fails, its lane's last refusals are printed with their reasons.
 *
 * ```ts
 * const test = sandboxTest({ scenario: "refund-short-of-balance" });
 * test("refunds", async ({ lane }) => { await refundIn(lane.url); });
 * ```
 */
export const sandboxTest = (options: TestOptions = {}): TestAPI<SandboxFixtures> =>
  startedBefore(withFixtures(options));

const withFixtures = (options: TestOptions): TestAPI<SandboxFixtures> =>
  base.extend({
    sandbox: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are asked for.
      ({}, use: Use<Sandbox>) => withSandbox(options, "sandboxTest", use),
      { scope: "worker" },
    ],
    lane: ({ sandbox, task }: { sandbox: Sandbox; task: Task }, use: Use<SandboxLane>) =>
      withLane(sandbox, { name: nameWithSuites(task), hasFailed: () => hasFailed(task), test: task }, use),
    laneOfFile: [
      async ({ sandbox }: { sandbox: Sandbox }, use: Use<LaneOfFile>) => {
        const file = { lane: await newLane(sandbox, "file"), hasFailed: false };
        await use(file);
        await leaveLane(sandbox, file.lane, file.hasFailed);
      },
      { scope: "file" },
    ],
    fileLane: async (
      { sandbox, laneOfFile, task }: { sandbox: Sandbox; laneOfFile: LaneOfFile; task: Task },
      use: Use<SandboxLane>,
    ) => {
      await use(laneOfFile.lane);
      if (!hasFailed(task)) return;
      laneOfFile.hasFailed = true;
      await printRefusals(laneOfFile.lane, sandbox);
    },
  } as never) as never;

/** Starts the sandbox before the first test, whose timeout would include it otherwise. Vitest before 4.1 can't. */
function startedBefore(api: TestAPI<SandboxFixtures>): TestAPI<SandboxFixtures> {
  let isWanted = false;
  const want = (): void => {
    if (isWanted) return;
    isWanted = true;
    api.beforeAll?.(({ sandbox }) => void sandbox, START_TIMEOUT_MS);
  };
  return new Proxy(api, {
    apply: (target, self, args) => {
      want();
      return Reflect.apply(target, self, args);
    },
    get: (target, member) => {
      if (typeof member === "string") want();
      return Reflect.get(target, member);
    },
  });
}

/** The lane of a file's tests, and whether one of them has failed. */
interface LaneOfFile {
  readonly lane: SandboxLane;
  hasFailed: boolean;
}

type Use<T> = (value: T) => Promise<void>;

interface Task {
  readonly name: string;
  readonly suite?: Pick<Task, "name" | "suite">;
  readonly result?: { readonly state: string };
}

const hasFailed = ({ result }: Task): boolean => result?.state === "fail";

/** As Jest and node:test tell it: the same test of two suites must not be mistaken for the other. */
const nameWithSuites = ({ name, suite }: Pick<Task, "name" | "suite">): string =>
  suite === undefined ? name : `${nameWithSuites(suite)} ${name}`;

/** `sandboxTest` with the default options: `import { test } from "payment-sandbox/vitest"`. */
export const test: TestAPI<SandboxFixtures> = sandboxTest();
/** The same as `test`. */
export const it: TestAPI<SandboxFixtures> = test;
