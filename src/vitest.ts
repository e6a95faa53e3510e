import { test as base, type TestAPI } from "vitest";
import { type SandboxFixtures, withLane, withSandbox } from "./library/fixtures.js";
import type { SandboxOptions } from "./library/types.js";

export type { SandboxFixtures } from "./library/fixtures.js";
export type * from "./library/language.js";
export type * from "./library/types.js";

/**
 * Vitest's `test` with a `sandbox` for each worker and a `lane` for each test: `lane.url` is the base_url for the code
 * under test. Each lane starts empty with the sandbox's seed, so tests can run at once.
 *
 * ```ts
 * const test = sandboxTest({ scenario: "refund-short-of-balance" });
 * test("refunds", async ({ lane }) => { await refundIn(lane.url); });
 * ```
 */
export const sandboxTest = (options: SandboxOptions = {}): TestAPI<SandboxFixtures> =>
  base.extend<SandboxFixtures>({
    sandbox: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are asked for.
      ({}, use: (sandbox: SandboxFixtures["sandbox"]) => Promise<void>) => withSandbox(options, use),
      { scope: "worker" },
    ],
    lane: (
      { sandbox, task }: { sandbox: SandboxFixtures["sandbox"]; task: { name: string } },
      use: (lane: SandboxFixtures["lane"]) => Promise<void>,
    ) => withLane(sandbox, task.name, use),
  } as never) as never;

/** `sandboxTest` with the default options: `import { test } from "payment-sandbox/vitest"`. */
export const test: TestAPI<SandboxFixtures> = sandboxTest();
/** The same as `test`. */
export const it: TestAPI<SandboxFixtures> = test;
