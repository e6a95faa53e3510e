import type { TestModule } from "vitest/node";

/**
 * Those of the test files that were asked now and failed. Vitest tells of every file that it ever ran, as it ended the last
 * time: what failed for another change says nothing about this one.
 */
export const failedOf = (
  paths: readonly string[],
  modules: readonly Pick<TestModule, "moduleId" | "ok">[],
): readonly string[] =>
  modules.filter((module) => paths.includes(module.moduleId) && !module.ok()).map(({ moduleId }) => moduleId);
