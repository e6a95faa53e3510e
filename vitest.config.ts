import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { allRowTags } from "./test/spec/row-tags.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { isProof } from "./test/support/proof.ts";

/** Tests that start a process, a browser or PostgreSQL: a folder of this list, or a file named `*.system.test.ts`. */
const system = [
  "test/{browser,crash,examples,kits,package/executable,platforms,server/tls}/**/*.test.ts",
  "test/lane/store/postgres/**/*.test.ts",
  "test/**/*.system.test.ts",
];

/** Whole sweeps, of which other tests show a case: `npm run prove -- tests` runs them, and no other command. */
const proofs = ["test/**/*.proof.test.ts"];

/** STORE=postgres or two-nodes: the tests of the payment API and of the engine, on that store instead of in memory. */
const onStore = process.env.STORE === undefined ? undefined : ["test/{server/payment-api,engine}/**/*.test.ts"];

/** Vitest itself would leave one of two idle. */
const cores = Math.min(availableParallelism(), 4);

export default defineConfig({
  test: {
    // A user's own running sandboxes and a test's must not find each other.
    env: { XDG_STATE_HOME: fileURLToPath(new URL("node_modules/.cache/test-state", import.meta.url)) },
    // A drawn order needs Vitest's own sequencer.
    ...(!process.argv.some((arg) => arg.startsWith("--sequence.shuffle")) && { sequence: { sequencer: LongestFirst } }),
    // Files in one worker share the loaded sources. Loading took half of the time.
    isolate: false,
    reporters: ["default", "./test/support/seconds.ts", "./test/support/left-out.ts", ...resultsFile()],
    tags: [
      { name: "portable", description: "needs only the payment API; SANDBOX_URL runs it against another address" },
      ...allRowTags.map((name) => ({ name })),
    ],
    ...(process.env.SANDBOX_URL !== undefined && { tagsFilter: ["portable"] }),
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          // One more, since a third of a judge's test is waiting for an answer that never comes.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 0 },
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...system, ...proofs],
          globalSetup: ["test/support/run-owner.ts", "test/support/page-scripts.ts"],
          setupFiles: ["test/support/no-processes.ts"],
          // A hang shows within a minute. At a load of 17 on two cores a test of two seconds took twenty.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          // Many wait for a browser, a server or another process. On two cores, three a core took 411 s, four 388.
          maxWorkers: 4 * cores,
          sequence: { groupOrder: 1 },
          include: onStore ?? (isProof ? [...system, ...proofs] : system),
          exclude: isProof ? [] : proofs,
          globalSetup: ["test/support/run-owner.ts", "test/support/page-scripts.ts"],
          // Other processes start slowly on a busy machine, and no test measures time: at a load of 28 on two cores the
          // longest test took 197 s.
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  // As `build/bundle-options.ts` has it.
  resolve: {
    alias: [
      {
        find: /^hono\/jsx\/jsx-(dev-)?runtime$/,
        replacement: fileURLToPath(new URL("src/server/pages/jsx-runtime.ts", import.meta.url)),
      },
    ],
  },
});

/** .ci/run counts the tests in it. */
function resultsFile(): ["json", { outputFile: string }][] {
  const file = process.env.PAYMENT_SANDBOX_TEST_RESULTS;
  return file === undefined ? [] : [["json", { outputFile: file }]];
}
