import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { amountLists } from "../../../src/tools/judge/mutants/amount-lists.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

/** The report of a shop in Node.js, judged by command. */
async function judged(shop: string, ...only: string[]): Promise<JudgeReport> {
  using folder = testFolder();
  const report = join(folder.path, "report.json");
  const options = [...only.flatMap((one) => ["--only", one]), "--report", `json=${report}`];
  await run(["judge", ...options, "--", process.execPath, packagePath(shop)]);
  return JSON.parse(readFileSync(report, "utf8"));
}

const AMOUNTS = "*/amounts/*";
const findingsIn = ({ findings }: JudgeReport) => findings.map(({ verdict, mutant }) => [verdict, mutant]);

it("a shop that cuts floats off is found at the amounts that lose a cent, if it reads them from a query", async () => {
  const found = findingsIn(await judged("examples/shops/reckons-with-floats.mjs", AMOUNTS));
  expect([...new Set(found.map(String))].sort()).toEqual([
    "amount-differs,sale#1/amounts/large-lost",
    "amount-differs,sale#1/amounts/thirds-lost",
  ]);
});

it("a right shop sells for all amounts, with and without their answers", async () => {
  const report = await judged("test/support/sells-amounts.mjs", AMOUNTS);
  expect(findingsIn(report)).toEqual([]);
  const sold = report.mutants.map(({ id, verdict, run }) => [
    id,
    verdict,
    Object.values(run!.books).map(({ paid }) => paid),
  ]);
  const others = Object.entries(amountLists).filter(([name]) => name !== "cents" && name !== "twins");
  expect(sold).toEqual([
    ["sale#1/amounts/twins", "survived", [0, 8.8, 70, 0.15]],
    ...others.flatMap(([name, list]) =>
      ["", "-lost"].map((how) => [`sale#1/amounts/${name}${how}`, "survived", list.map(Number)]),
    ),
  ]);
});

it("amounts are not tried with a driver that doesn't sell for them, and the report says so", async () => {
  const { notTried } = await judged("examples/shops/right.mjs", "sale#1/decline/lost-card");
  expect(notTried.join("\n")).toContain("Other amounts: nothing was sold for those in PAYMENT_SANDBOX_AMOUNTS");
});
