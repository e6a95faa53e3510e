import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { judgeCommand } from "../../src/tools/judge/judge-command.js";
import { testFolder } from "../support/sandbox.js";
import { has } from "./languages.js";

const php = (file: string): string => packagePath(`examples/php/${file}`);

/** Judges a shop by its driver, as examples/README.md shows it. */
const judged = (shop: string, only: readonly string[]) =>
  judgeCommand(
    {
      settings: { ...defaultSettings, port: 0, seed: 1, signature: "enforce" },
      scenarioRefs: [],
      shop: `SHOP_TIMEOUT=2 PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:$PORT '${shop}'`,
      command: ["php", php("driver.php")],
      believes: "/beliefs",
      jobs: 2,
      only,
    },
    { begin: () => {}, ended: () => {}, pruned: () => {} },
    new AbortController().signal,
  );

it.runIf(has("php", "-r", "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"))(
  "the PHP shop is right if it is killed, loses an answer or hears nothing; not if it takes a lost refund for a refused one",
  async () => {
    const [lost, ...others] = [
      "refund#1/after-commit/connection-reset",
      ...["create#1/crash/before-answer", "refund#1/crash/before-answer"],
      ...["pay#1/race/with-copy", "pay#1/notice/never", "create#1/notice/forged-for-unpaid"],
      // By the driver's acts.
      ...["refund#1/double/at-once", "refund#1/double/after-a-loss", "create#1/page/two-pages"],
      ...["pay#1/page/pays-after-the-job", "pay#2/page/pays-after-the-job"],
    ] as const;
    const right = await judged(php("shop.php"), [lost, ...others]);
    expect([right.dryRun.problems, right.findings, right.inconclusive, right.exitCode]).toEqual([[], [], {}, 0]);
    expect(right.counts).toMatchObject({ run: 1 + others.length, survived: 1 + others.length });

    using folder = testFolder();
    const wrong = join(folder.path, "shop.php");
    const taken = "$answer = ['responseCode' => '', 'message' => 'no answer'];";
    writeFileSync(
      wrong,
      readFileSync(php("shop.php"), "utf8")
        .replace("$answer = null;", taken)
        .replace(/(\$answer = \['responseCode' => '[\s\S]*?)recover\(\$reference\);/, "$1"),
    );
    expect((await judged(wrong, [lost])).findings).toMatchObject([{ verdict: "refunded-still-paid", mutant: lost }]);
  },
);
