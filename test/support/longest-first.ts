import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { packagePath } from "../../src/package/files.js";

/** System tests that take the longest, longest first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "package/readme-commands.system",
  "package/tarball.system",
  "tools/library/shared-sandbox.system",
  "examples/runners",
  "tools/trust/calibrate.system",
  "browser/smoke",
  "package/executable/executable",
  "browser/checkout-anywhere",
  "exec/warnings.system",
  "tools/cli/call.system",
  "tools/judge/command.system",
  "tools/cli/drift.system",
  "examples/shops",
  "browser/console-read",
  "exec/exec.system",
  "tools/cli/stop.system",
  "tools/judge/command-options.system",
  "docs/shell-blocks.system",
  "lane/store/matrix/two-nodes.system",
  "prove.system",
  "crash/crash",
  "tools/judge/driver-acts.system",
  "tools/trust/from-log.system",
].map((name) => packagePath(`test/${name}.test.ts`));

/** Vitest's sequencer: as usual, but with the longest system tests first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const moved = LONGEST.find((file) => !existsSync(file));
    if (moved !== undefined) throw new Error(`test/support/longest-first.ts: there is no ${moved}`);
    const rank = ({ moduleId }: TestSpecification): number => LONGEST.indexOf(moduleId) >>> 0;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
