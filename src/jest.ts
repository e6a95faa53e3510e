import { START_TIMEOUT_MS, type TestAttempt, type TestOptions } from "./tools/library/fixtures.js";
import { laneOfAllTests, laneOfEachTest, type RunnerHooks } from "./tools/library/lane-hooks.js";
import type { SandboxLane } from "./tools/library/types.js";

export type { TestOptions } from "./tools/library/fixtures.js";
export type * from "./tools/library/language.js";
export type * from "./tools/library/types.js";

/**
 * A lane for each test of this file, or of the `describe` in which it is called. All files of a run share one sandbox.
 * If a test fails, its lane's last refusals are printed with their reasons. In a `test.concurrent` it throws.
 *
 * ```ts
 * const lane = laneOfTest({ scenario: "refund-short-of-balance" });
 * test("refunds", async () => { await refundIn(lane.url); });
 * ```
 */
export const laneOfTest = (options: TestOptions = {}): SandboxLane => laneOfEachTest(options, hooks());

/** One lane for all tests of this file or `describe`, also for `test.concurrent`. It is there from `beforeAll` on. */
export const laneOfFile = (options: TestOptions = {}): SandboxLane => laneOfAllTests(fileName(), options, hooks());

/** The part of Jest that is used. Its packages are not imported, so any version will do. */
interface Jest {
  beforeAll(work: () => Promise<void>, timeoutMs: number): void;
  afterAll(work: () => Promise<void>): void;
  beforeEach(work: () => Promise<void>): void;
  afterEach(work: () => Promise<void>): void;
  expect: { getState(): JestState };
}

interface JestState {
  readonly currentTestName?: string;
  readonly testPath?: string;
  /** Since version 30. */
  currentTestIdentity?(): { readonly concurrent?: boolean } | undefined;
}

function jest(): Jest {
  const globals = globalThis as unknown as Partial<Jest>;
  if (!globals.beforeAll || !globals.expect)
    throw new Error(
      "payment-sandbox/jest: expected the globals of Jest (injectGlobals), in a test file or a setup file after the environment",
    );
  if (typeof fetch === "undefined")
    throw new Error('payment-sandbox/jest: expected fetch: use { "testEnvironment": "node" }');
  return globals as Jest;
}

const fileName = (): string =>
  jest()
    .expect.getState()
    .testPath?.replace(/^.*[\\/]/, "") ?? "file";

function hooks(): RunnerHooks {
  const { beforeAll, afterAll, beforeEach, afterEach, expect } = jest();
  const running = (): TestAttempt => {
    const test = runningTest();
    const hasFailed = (): boolean => (test?.errors?.length ?? 0) > 0;
    return { name: expect.getState().currentTestName ?? "test", hasFailed, test };
  };
  return {
    beforeAll: (work) => beforeAll(work, START_TIMEOUT_MS),
    afterAll: (work) => afterAll(work),
    beforeEach: (work) => beforeEach(() => work(running())),
    afterEach: (work) => afterEach(() => work(running())),
    asking: () => expect.getState().currentTestName,
    isConcurrent: () => expect.getState().currentTestIdentity?.()?.concurrent === true,
  };
}

/**
 * Jest tells a hook nothing about its test, so this looks where jest-circus keeps it: one object for all its attempts. Another
 * version may keep it elsewhere. Nothing is printed then.
 */
function runningTest(): { readonly errors?: readonly unknown[] } | undefined {
  const state = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === "JEST_STATE_SYMBOL");
  return state && (globalThis as { [state]?: { currentlyRunningTest?: object } })[state]?.currentlyRunningTest;
}
