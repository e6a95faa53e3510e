import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { defaultSettings } from "../../../src/server/options/settings.js";
import { judgeCommand } from "../../../src/tools/judge/judge-command.js";
import { browserArgs, browserFile } from "../../support/browser.js";
import { casesFor } from "../../support/proof.js";
import "../../support/dist.js";

const fileOf = (name: string): string => packagePath(`examples/shops/browser/${name}.mjs`);
const driver = [
  ...["env", `BROWSER_FILE=${browserFile()}`, `BROWSER_ARGS=${browserArgs.join(" ")}`],
  ...[process.execPath, fileOf("driver")],
];

const judged = (name: string, command: readonly string[]) =>
  judgeCommand(
    {
      settings: { ...defaultSettings, port: 0, seed: 1, signature: "enforce" },
      ...{ scenarioRefs: [], command, only: ["*/shopper/*"], believes: "/beliefs", jobs: 2 },
      shop: `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(fileOf(name))}`,
    },
    { begin: () => {}, ended: () => {}, pruned: () => {} },
    new AbortController().signal,
  );

describe("the pay button of a shop, clicked in a browser", () => {
  it.each(
    casesFor<readonly [string, readonly string[]]>(
      [
        ["right", []],
        ["orders-twice", ["two-orders-by-double-click at create#1/shopper/double-click"]],
        ["orders-by-form", ["two-orders-by-one-form at create#1/shopper/form-twice"]],
        ["sells-paid-carts", ["pay-button-live-once-paid at create#1/shopper/pay-again"]],
        ["right-on-the-server", []],
      ],
      2,
    ),
  )("%s shows %j", async (name, expected) => {
    const { practices, dryRun, inconclusive, counts } = await judged(name, driver);
    const shown = practices.flatMap(({ id, evidence }) => evidence.map(({ mutant }) => `${id} at ${mutant}`));
    expect([dryRun.problems, shown, inconclusive, counts.planned]).toEqual([[], expected, {}, 3]);
  });
});
