import processes from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { expect } from "vitest";

// Vitest's setup of quick tests: starting a process fails the test.

const STARTERS = ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const;

for (const name of STARTERS)
  Object.assign(processes, {
    [name]: (program: string) => {
      throw new Error(
        `${expect.getState().testPath} starts ${program}: a test that starts a process is named *.system.test.ts`,
      );
    },
  });
syncBuiltinESMExports();
