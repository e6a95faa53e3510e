import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    globalSetup: ["test/support/build-once.ts"],
    // A sandbox of a test must not be found by the commands of the user.
    env: { XDG_STATE_HOME: fileURLToPath(new URL("node_modules/.cache/test-state", import.meta.url)) },
    // Generous: the machine may be busy, and no test measures time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Files that share a process load the sources once: half of the time went into that.
    isolate: false,
    // Twice the cores of a small machine: many tests wait for a browser, a server or another process.
    maxWorkers: 4,
    // .ci/run reads the counts.
    reporters: process.env.CI
      ? ["default", ["json", { outputFile: "node_modules/.cache/test-results.json" }]]
      : ["default"],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
});
