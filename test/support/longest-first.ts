import { BaseSequencer, type TestSpecification } from "vitest/node";

/** System tests that take the longest, longest first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "prove.system",
  "store/matrix/two-nodes.system",
  "judge/server-shops.system",
  "trust/drift.system",
  "examples/runners",
  "crash/crash",
  "examples/shops",
  "trust/from-log.system",
  "package/readme-commands",
  "package/tarball",
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
