import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { packagePath } from "../../src/package/files.js";

/** System tests that take the longest, longest first. A fresh clone knows no durations, and a long file that starts last keeps one core idle. */
const LONGEST = [
  "docs/shell-blocks.system",
  "package/executable/executable",
  "package/readme-commands.system",
  "tools/cli/stop.system",
  "tools/trust/calibrate.system",
  "package/tarball.system",
  "kits/kits",
  "tools/library/intercept.system",
  "tools/cli/drift.system",
  "browser/checkout-display",
  "browser/console-read",
  "browser/checkout-cards",
  "browser/checkout-anywhere",
  "tools/mcp/mcp.system",
  "tools/cli/start.system",
  "tools/judge/command.system",
  "tools/library/shared-sandbox.system",
  "crash/crash",
  "examples/snippets",
  "examples/shops",
  "exec/exec.system",
  "prove.system",
  "docs/code-blocks.system",
  "tools/judge/prove-fix.system",
  "browser/console-frame",
  "tools/judge/command-options.system",
  "lane/store/postgres/other-node",
  "browser/checkout-wallets",
  "tools/cli/calibrate.system",
  "browser/checkout-real",
  "server/payment-api/http/clients.system",
  "package/require.system",
  "tools/mcp/http.system",
  "lane/store/postgres/fail-over",
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
