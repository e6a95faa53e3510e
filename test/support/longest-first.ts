import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { packagePath } from "../../src/package/files.js";

/** System tests that take the most CPU, most first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "kits/kits",
  "package/readme-commands.system",
  "package/executable/executable",
  "examples/judged-shops",
  "examples/snippets",
  "tools/trust/calibrate.system",
  "docs/shell-blocks.system",
  "tools/cli/stop.system",
  "tools/mcp/mcp.system",
  "tools/judge/driver-acts.system",
  "examples/runners",
  "tools/cli/drift.system",
  "docs/run-blocks.system",
  "tools/cli/calibrate.system",
  "browser/checkout-anywhere",
  "tools/library/shared-sandbox.system",
  "tools/trust/from-log.system",
  "docs/search.system",
  "crash/crash",
  "tools/judge/judge-init.system",
  "lane/store/postgres/other-node",
  "tools/judge/command.system",
  "tools/judge/command-options.system",
  "tools/mcp/http.system",
  "examples/shops",
  "package/tarball.system",
  "package/npx.system",
  "docs/code-blocks.system",
  "tools/judge/prove-fix.system",
  "tools/cli/call.system",
  "browser/checkout-real",
  "server/payment-api/http/clients.system",
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
