import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { judgeCommand } from "../../src/tools/judge/judge-command.js";
import { isProof } from "../support/proof.js";
import { testFolder } from "../support/sandbox.js";
import { has } from "./languages.js";

/** A shop of the examples with a driver, and a mistake that is made in a copy of it. */
interface JudgedShop {
  readonly isHere: boolean;
  readonly file: string;
  readonly command: readonly string[];
  /** Starts the shop of this file, as examples/README.md shows it. */
  readonly started: (file: string) => string;
  /** At which the right shop is right: the first one finds the mistake. */
  readonly shown: readonly [string, ...string[]];
  /** More of them, for a proof. */
  readonly more: readonly string[];
  readonly mistaken: (text: string) => string;
  readonly verdict: string;
}

const shops: Readonly<Record<string, JudgedShop>> = {
  "the Flask shop is right if it hears nothing; not if it ships without looking at the status": {
    isHere: has("python3", "-c", "import cryptography, flask"),
    file: packagePath("examples/flask/shop.py"),
    command: ["python3", packagePath("examples/flask/driver.py")],
    started: (file) => `SHOP_TIMEOUT=2 PYTHONDONTWRITEBYTECODE=1 exec python3 -m flask --app '${file}' run -p $PORT`,
    shown: ["pay#1/decline/do-not-honour", "pay#1/notice/never"],
    more: [
      ...["create#1/crash/before-answer", "pay#1/race/with-copy", "create#1/notice/forged-for-unpaid"],
      // By the driver's acts.
      ...["create#1/page/two-pages", "pay#1/page/pays-after-the-job"],
    ],
    mistaken: (text) => text.replace("and is_paid and kept > 0:", "and kept != 0:"),
    verdict: "shipped-unpaid",
  },
  "the PHP shop is right if it is killed, loses an answer or hears nothing; not if it takes a lost refund for a refused one":
    {
      isHere: has("php", "-r", "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"),
      file: packagePath("examples/php/shop.php"),
      command: ["php", packagePath("examples/php/driver.php")],
      started: (file) => `SHOP_TIMEOUT=2 PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:$PORT '${file}'`,
      shown: [
        ...(["refund#1/after-commit/connection-reset", "create#1/crash/before-answer", "pay#1/notice/never"] as const),
        // By the driver's acts.
        ...["refund#1/double/at-once", "create#1/page/two-pages", "pay#2/page/pays-after-the-job"],
      ],
      more: [
        ...["refund#1/crash/before-answer", "pay#1/race/with-copy", "create#1/notice/forged-for-unpaid"],
        ...["refund#1/double/after-a-loss", "pay#1/page/pays-after-the-job"],
      ],
      mistaken: (text) =>
        text
          .replace("$answer = null;", "$answer = ['responseCode' => '', 'message' => 'no answer'];")
          .replace(/(\$answer = \['responseCode' => '[\s\S]*?)recover\(\$reference\);/, "$1"),
      verdict: "refunded-still-paid",
    },
};

const judged = ({ command, started }: JudgedShop, file: string, only: readonly string[]) =>
  judgeCommand(
    {
      settings: { ...defaultSettings, port: 0, seed: 1, signature: "enforce" },
      scenarioRefs: [],
      shop: started(file),
      command,
      believes: "/beliefs",
      jobs: 2,
      only,
    },
    { begin: () => {}, ended: () => {}, pruned: () => {} },
    new AbortController().signal,
  );

it.for(Object.entries(shops))("%s", async ([, shop], { skip }) => {
  skip(!shop.isHere, "this machine cannot run it");
  const only = [...shop.shown, ...(isProof ? shop.more : [])];
  const right = await judged(shop, shop.file, only);
  expect([right.dryRun.problems, right.findings, right.inconclusive, right.exitCode]).toEqual([[], [], {}, 0]);
  expect(right.counts).toMatchObject({ run: only.length, survived: only.length });

  using folder = testFolder();
  const wrong = join(folder.path, basename(shop.file));
  writeFileSync(wrong, shop.mistaken(readFileSync(shop.file, "utf8")));
  const [mutant] = shop.shown;
  expect((await judged(shop, wrong, [mutant])).findings).toMatchObject([{ verdict: shop.verdict, mutant }]);
});
