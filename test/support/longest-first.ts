import { BaseSequencer, type TestSpecification } from "vitest/node";

/** System tests that take the longest, longest first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "package/readme-commands",
  "package/tarball",
  "judge/server-shops.system",
  "library/shared-sandbox.system",
  "examples/runners",
  "trust/calibrate.system",
  "browser/smoke",
  "executable/executable",
  "package/npx",
  "browser/checkout-anywhere",
  "exec/warnings.system",
  "cli/call.system",
  "judge/command.system",
  "cli/drift.system",
  "examples/shops",
  "trust/drift.system",
  "browser/console-read",
  "exec/exec.system",
  "cli/stop.system",
  "judge/command-options.system",
  "docs/shell-blocks.system",
  "store/matrix/two-nodes.system",
  "prove.system",
  "crash/crash",
  "judge/browser-shops.system",
  "store/sqlite/idle-eviction.system",
  "trust/noise.system",
  "trust/from-log.system",
] as const;

/** Vitest's sequencer: as usual, but with the longest system tests first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
