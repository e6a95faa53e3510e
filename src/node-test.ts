import { after, afterEach, before, beforeEach } from "node:test";
import type { TestAttempt, TestOptions } from "./tools/library/fixtures.js";
import { laneOfAllTests, laneOfEachTest, type RunnerHooks } from "./tools/library/lane-hooks.js";
import type { SandboxLane } from "./tools/library/types.js";

export type { TestOptions } from "./tools/library/fixtures.js";
export type * from "./tools/library/language.js";
export type * from "./tools/library/types.js";

/**
 * A lane for each test of this file, or of the suite in which it is called. All files of a run share one sandbox. If a
 * test fails, its lane's last refusals are printed with their reasons. For tests that run in turn.
 *
 * ```ts
 * const lane = laneOfTest({ scenario: "refund-short-of-balance" });
 * test("refunds", async () => { await refundIn(lane.url); });
 * ```
 */
export const laneOfTest = (options: TestOptions = {}): SandboxLane => laneOfEachTest(options, hooks);

/** One lane for all tests of this file or suite, also for tests that run at once. It is there from `before` on. */
export const laneOfFile = (options: TestOptions = {}): SandboxLane => laneOfAllTests("file", options, hooks);

/** The context of a test, which the types of Node.js tell only in part. */
interface Context {
  readonly fullName: string;
  readonly passed: boolean;
}

const running = (context: unknown): TestAttempt => {
  const { fullName, passed } = context as Context;
  return { name: fullName, hasFailed: () => !passed };
};

const hooks: RunnerHooks = {
  beforeAll: (work) => before(work),
  afterAll: (work) => after(work),
  beforeEach: (work) => beforeEach((context) => work(running(context))),
  afterEach: (work) => afterEach((context) => work(running(context))),
};
