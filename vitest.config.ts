import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ["test/support/build-once.ts"],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
});
