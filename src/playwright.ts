import { withLane, withSandbox } from "./library/fixtures.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "./library/types.js";

export type * from "./library/language.js";
export { clickPay, clickPayAgain, type PayButton, type ShopPage } from "./library/shopper-clicks.js";
export type * from "./library/types.js";

type Use<T> = (value: T) => Promise<void>;

/** Fixtures for `test.extend` of any version of Playwright, which is not imported here. See `sandboxFixtures`. */
export interface PlaywrightFixtures {
  /** One for each worker. */
  sandbox: [(fixtures: object, use: Use<Sandbox>) => Promise<void>, { scope: "worker" }];
  /** One for each test. It starts empty with the sandbox's seed, and is dropped afterwards. */
  lane: (fixtures: { sandbox: Sandbox }, use: Use<SandboxLane>, info: { title: string }) => Promise<void>;
}

/**
 * A sandbox for each worker and a lane for each test of Playwright.
 *
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
