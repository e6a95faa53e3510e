import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { root: fileURLToPath(new URL("..", import.meta.url)), include: ["checks/*.test.ts"], testTimeout: 120_000 },
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
});
