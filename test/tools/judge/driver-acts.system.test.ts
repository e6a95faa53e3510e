import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath, packageText } from "../../../src/package/files.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { casesFor } from "../../support/proof.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

const OF_DRIVER = ["*/double/*", "*/page/two-pages", "*/page/pays-after-the-job", "*/cart/*"];

/** The report of a shop whose driver does acts, judged by command. */
async function judged(shop: string, only: readonly string[] = OF_DRIVER): Promise<JudgeReport> {
  using folder = testFolder();
  const report = join(folder.path, "report.json");
  const options = [...only.flatMap((one) => ["--only", one]), "--report", `json=${report}`];
  await run(["judge", ...options, "--", process.execPath, packagePath(`examples/shops/${shop}.mjs`)]);
  return JSON.parse(readFileSync(report, "utf8"));
}

const expectedOf: Readonly<Record<string, readonly string[]>> = JSON.parse(packageText("examples/shops/acts.json"));

it.each(casesFor(Object.entries(expectedOf).sort(([, one], [, other]) => other.length - one.length)))(
  "a driver that does each act shows of %s: %j",
  async (shop, expected) => {
    const { dryRun, findings, practices, counts, inconclusive, pruned } = await judged(shop);
    const shown = [
      ...findings.map(({ verdict, mutant }) => `${verdict} at ${mutant}`),
      ...practices.flatMap(({ id, grave, evidence }) =>
        grave ? evidence.map(({ mutant }) => `${id} at ${mutant}`) : [],
      ),
    ];
    expect([dryRun.problems, shown.sort(), inconclusive]).toEqual([[], expected, {}]);
    expect(counts.run + pruned.length).toBe(9);
  },
);

it("acts that the driver doesn't list are not tried, and the report says so", async () => {
  const { counts, notTried } = await judged("right", ["sale#1/decline/lost-card", ...OF_DRIVER]);
  expect(counts.planned).toBe(1);
  expect(notTried).toContain(
    "Acts that come twice, and a changed cart: the driver lists none of its acts when PAYMENT_SANDBOX_SHOPPER is list (docs: The driver's acts).",
  );
});
