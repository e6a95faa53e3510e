import { BaseSequencer, type TestSpecification } from "vitest/node";

/** System tests that take the longest, longest first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "prove.system",
  "judge/server-shops.system",
  "store/matrix/two-nodes.system",
  "examples/runners",
  "package/readme-commands",
  "examples/shops",
  "judge/command.system",
  "judge/command-options.system",
  "crash/crash",
  "package/tarball",
  "trust/drift.system",
  "judge/browser-shops.system",
  "trust/from-log.system",
  "cli/drift.system",
  "exec/warnings.system",
  "package/npx",
  "executable/executable",
  "browser/console-read",
  "trust/noise.system",
  "trust/aliens.system",
  "trust/calibrate.system",
  "trust/walks.system",
  "exec/lives.system",
  "cli/call.system",
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
