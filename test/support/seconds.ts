import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { packagePath } from "../../src/package/files.js";

const FILE = packagePath("node_modules/.cache/test-seconds.json");

/** Vitest's reporter: keeps the seconds of each test file, for npm run measure. */
export default class Seconds implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.map((module) => [module.relativeModuleId, secondsOf(module)] as const);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify({ ...kept(), ...Object.fromEntries(ran) }));
  }
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic();
  return (duration + collectDuration) / 1000;
}

function kept(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    return {};
  }
}
