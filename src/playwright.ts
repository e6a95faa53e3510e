import { START_TIMEOUT_MS, type TestOptions, withLane, withSandbox } from "./tools/library/fixtures.js";
import type { Sandbox, SandboxLane } from "./tools/library/types.js";

export type { TestOptions } from "./tools/library/fixtures.js";
export type * from "./tools/library/language.js";
export {
  clickPay,
  clickPayAgain,
  type PayButton,
  type ShopPage,
  type ShopRoute,
} from "./tools/library/shopper-clicks.js";
export type * from "./tools/library/types.js";

type Use<T> = (value: T) => Promise<void>;

/** Fixtures for `test.extend` of any version of Playwright, which is not imported here. See `sandboxFixtures`. */
export interface PlaywrightFixtures {
  /** One for all workers of a run, unless the options say otherwise. */
  sandbox: [(fixtures: object, use: Use<Sandbox>) => Promise<void>, { scope: "worker"; timeout: number }];
  /** One for each test. It starts empty with the sandbox's seed, and is dropped afterwards. */
  lane: (fixtures: { sandbox: Sandbox }, use: Use<SandboxLane>, info: TestInfo) => Promise<void>;
}

/** What Playwright tells of a test. */
interface TestInfo {
  readonly titlePath: readonly string[];
  readonly status?: string | undefined;
  readonly expectedStatus?: string | undefined;
  /** Which attempt it is, from 0. */
  readonly retry: number;
  readonly project: { readonly retries: number };
}

/**
 * A sandbox that all workers of Playwright share, and a lane for each test. If a test fails, its lane's last refusals
 * are printed with their reasons.
 *
 * ```ts
 * import { test as base } from "@playwright/test";
 * import { type Sandbox, type SandboxLane, sandboxFixtures } from "payment-sandbox/playwright";
 * const test = base.extend<{ lane: SandboxLane }, { sandbox: Sandbox }>(sandboxFixtures());
 * ```
 */
export const sandboxFixtures = (options: TestOptions = {}): PlaywrightFixtures => ({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for.
  sandbox: [({}, use) => withSandbox(options, "sandboxFixtures", use), { scope: "worker", timeout: START_TIMEOUT_MS }],
  // The first title is the file's.
  lane: ({ sandbox }, use, info) =>
    withLane(
      sandbox,
      {
        name: info.titlePath.slice(1).join(" "),
        hasFailed: () => info.status !== info.expectedStatus,
        // The next attempt has another process, so this one must tell.
        isRepeated: info.retry < info.project.retries,
      },
      use,
    ),
});
