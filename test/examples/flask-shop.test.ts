import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { judgeCommand } from "../../src/tools/judge/judge-command.js";
import { testFolder } from "../support/sandbox.js";
import { has } from "./languages.js";

const file = (name: string): string => packagePath(`examples/flask/${name}`);

/** Judges a shop by its driver, as examples/README.md shows it. */
const judged = (shop: string, only: readonly string[]) =>
  judgeCommand(
    {
      settings: { ...defaultSettings, port: 0, seed: 1, signature: "enforce" },
      scenarioRefs: [],
      shop: `SHOP_TIMEOUT=2 PYTHONDONTWRITEBYTECODE=1 exec python3 -m flask --app '${shop}' run -p $PORT`,
      command: ["python3", file("driver.py")],
      believes: "/beliefs",
      jobs: 2,
      only,
    },
    { begin: () => {}, ended: () => {}, pruned: () => {} },
    new AbortController().signal,
  );

it.runIf(has("python3", "-c", "import cryptography, flask"))(
  "the Flask shop is right if it is killed or hears nothing; not if it ships without looking at the status",
  async () => {
    const declined = "pay#1/decline/do-not-honour";
    const only = [
      declined,
      ...[
        "create#1/crash/before-answer",
        "pay#1/race/with-copy",
        "pay#1/notice/never",
        "create#1/notice/forged-for-unpaid",
      ],
      // By the driver's acts.
      ...["create#1/page/two-pages", "pay#1/page/pays-after-the-job"],
    ];
    const right = await judged(file("shop.py"), only);
    expect([right.dryRun.problems, right.findings, right.inconclusive, right.exitCode]).toEqual([[], [], {}, 0]);
    expect(right.counts).toMatchObject({ run: only.length, survived: only.length });

    using folder = testFolder();
    const wrong = join(folder.path, "shop.py");
    writeFileSync(wrong, readFileSync(file("shop.py"), "utf8").replace("and is_paid and kept > 0:", "and kept != 0:"));
    expect((await judged(wrong, [declined])).findings).toMatchObject([{ verdict: "shipped-unpaid", mutant: declined }]);
  },
);
