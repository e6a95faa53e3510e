import { withLane, withSandbox } from "./library/fixtures.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "./library/types.js";

export type * from "./library/language.js";
export type * from "./library/types.js";

type Use<T> = (value: T) => Promise<void>;

/** Fixtures for `test.extend` of Playwright, whichever version: nothing of it is imported here. */
export interface PlaywrightFixtures {
  /** One for each worker. */
  sandbox: [(fixtures: object, use: Use<Sandbox>) => Promise<void>, { scope: "worker" }];
  /** One for each test: empty, seeded, gone afterwards. */
  lane: (fixtures: { sandbox: Sandbox }, use: Use<SandboxLane>, info: { title: string }) => Promise<void>;
}

/**
 * ```ts
 * import { test as base } from "@playwright/test";
 * import { type Sandbox, type SandboxLane, sandboxFixtures } from "payment-sandbox/playwright";
 * const test = base.extend<{ lane: SandboxLane }, { sandbox: Sandbox }>(sandboxFixtures());
 * ```
 */
export const sandboxFixtures = (options: SandboxOptions = {}): PlaywrightFixtures => ({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for.
  sandbox: [({}, use) => withSandbox(options, use), { scope: "worker" }],
  lane: ({ sandbox }, use, info) => withLane(sandbox, info.title, use),
});
