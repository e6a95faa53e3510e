import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { packagePath, packageText } from "../../../src/package/files.js";
import { defaultSettings } from "../../../src/server/options/settings.js";
import { type JudgeCommandOptions, judgeCommand } from "../../../src/tools/judge/judge-command.js";
import { freePort } from "../../../src/tools/judge/run/shop/free-port.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { casesFor, isProof } from "../../support/proof.js";
import { testFolder } from "../../support/sandbox.js";

interface Expected {
  /** The verdict; null: none. */
  readonly finds: string | null;
  /** The mutants that are enough to see it. */
  readonly at: string;
  /** Left out: driver.mjs. */
  readonly driver?: string;
  /** Found on most runs only. */
  readonly isByChance?: true;
}

const expected = Object.entries<Expected>(JSON.parse(packageText("examples/shops/server/expected.json")));
/** A right one, and one for each kind of mistake. `npm run judge-shops` judges all of them many times. */
const shown = ["right", "charges-then-writes", "acknowledges-then-works", "trusts-without-key", "races-by-time"];
const isShown = ([name]: readonly [string, Expected]): boolean => shown.includes(name);
const shops = casesFor(
  expected.filter(([, { isByChance }]) => !isByChance).sort((a, b) => Number(isShown(b)) - Number(isShown(a))),
  shown.length,
);
const fileOf = (name: string): string => packagePath(`examples/shops/server/${name}`);
const quiet = { begin: () => {}, ended: () => {}, pruned: () => {} };
const node = JSON.stringify(process.execPath);
const shop = (name: string): string => `exec ${node} ${JSON.stringify(fileOf(`${name}.mjs`))}`;

const judged = (over: Partial<JudgeCommandOptions>): Promise<JudgeReport> =>
  judgeCommand(
    {
      settings: { ...defaultSettings, port: 0, seed: 1, signature: "enforce" },
      scenarioRefs: [],
      command: [process.execPath, fileOf("driver.mjs")],
      believes: "/beliefs",
      jobs: 2,
      ...over,
    },
    quiet,
    new AbortController().signal,
  );

const found = ({ dryRun, findings }: JudgeReport): readonly string[] => [
  ...dryRun.problems,
  ...findings.map(({ verdict }) => verdict),
];

describe.each(shops)("the server shop %s", (name, { finds, at, driver = "driver.mjs" }) => {
  it(finds === null ? "is accused of nothing" : `is found: ${finds}`, async () => {
    const command = [process.execPath, fileOf(driver)];
    const report = await judged({ shop: shop(name), only: [at], command });
    expect(report.counts.planned).toBeGreaterThan(0);
    if (finds === null) expect([found(report), report.counts.unstable]).toEqual([[], 0]);
    else expect(found(report)).toContain(finds);
  });
});

describe("a shop that is started", () => {
  it("is accused of nothing in a race, nor without its key", async () => {
    const [races, keys] = isProof ? ["sale#1/race/*", "*/keyless/*"] : ["sale#1/race/with-copy", "*/keyless/missing"];
    const report = await judged({ shop: shop("right"), only: [races, keys, "sale#1/order/*"] });
    expect([found(report), report.counts.unstable, report.counts.noticed]).toEqual([[], 0, 0]);
  });

  it("and takes its own copy for a failure is told its calls after the restart, and what cures that", async () => {
    using folder = testFolder();
    const file = join(folder.path, "copy-is-failed.mjs");
    writeFileSync(
      file,
      `import { ServerShop } from ${JSON.stringify(pathToFileURL(fileOf("skeleton.mjs")))};
      class CopyIsFailed extends ServerShop {
        async charge(order) {
          const answer = await this.ask("/tokenization/sale", {
            ...{ userId: "user1", tokenId: 351, merchantReference: order.reference, amount: order.amount },
            lineItems: [{ quantity: 1, priceData: { name: order.cart, unitAmount: order.amount } }],
          });
          if (answer) this.paid(order, answer.responseCode === "0000" ? order.amount : 0);
        }
        recover() {}
        work() {}
      }
      await new CopyIsFailed().start();`,
    );
    const start = `exec ${node} ${JSON.stringify(file)}`;
    const { findings } = await judged({ shop: start, only: ["sale#1/crash/before-answer"] });
    expect(findings).toMatchObject([
      { verdict: "paid-unknown", cure: expect.stringMatching(/^After the restart the shop made/) },
    ]);
    expect(findings[0]!.schedule).toContainEqual(expect.stringMatching(/^tokenization\/sale tea-\S+: 2002$/));
  });

  it("has no worker to kill if it is one process", async () => {
    const { counts, inconclusive, notes } = await judged({ shop: shop("right"), only: ["*/crash/worker"] });
    expect(notes).toEqual(["crash/worker proves nothing about sale#1, sale#2: its moment never came"]);
    expect([counts.run, inconclusive]).toEqual([
      0,
      { "sale#1/crash/worker": "not-applied", "sale#2/crash/worker": "not-applied" },
    ]);
  });

  it("and ends before it is ready fails the dry run, with its last line", async () => {
    const report = await judged({ shop: `${node} -e "console.error('no database'); process.exit(3)"` });
    expect(report).toMatchObject({
      exitCode: 1,
      dryRun: { problems: ["the shop did not start: it ended with 3: no database"] },
    });
  });

  it("may say by an address when it is ready", async () => {
    const report = await judged({ shop: shop("right"), shopReady: "/beliefs", only: ["sale#1/crash/before-answer"] });
    expect([found(report), report.counts.planned]).toEqual([[], 1]);
  });
});

describe.each([
  ["python3", "driver-on-page.py", "answers with an id"],
  ["python3", "driver-on-page.py", "redirects"],
  ["java", "DriverOnPage.java", "redirects"],
  ["node", "driver-with-redirect.mjs", "redirects"],
])("in %s, %s of a shop that %s", (program, file, how) => {
  const isHere = spawnSync(program, ["--version"]).status === 0;

  it.runIf(isHere)(`buys on hosted pages${isHere ? "" : ` (skipped: there is no ${program} here)`}`, async () => {
    const command = [program, fileOf(file)];
    const start = `${how === "redirects" ? "REDIRECTS=1 " : ""}${shop("ships-on-return")}`;
    const report = await judged({ shop: start, only: ["pay#1/race/with-redirect"], command });
    expect(found(report)).toEqual(["fulfilled-twice"]);
    expect(report.notTried.filter((one) => one.startsWith("Other amounts"))).toEqual([]);
    expect(report.notTried).not.toContain("No refund: the dry run carries none out.");
  });
});

/** How a shop that runs already is started, and the shell line that resets it. */
interface Running {
  readonly language: string;
  readonly program: string;
  serve(port: number): readonly string[];
  reset(port: number): string;
  readonly driver: readonly string[];
}

const running: Running[] = [
  {
    language: "Node.js",
    program: process.execPath,
    serve: () => [fileOf("right-running.mjs")],
    reset: (port) => `PORT=${port} ${node} ${fileOf("right-running.mjs")} reset`,
    driver: [process.execPath, fileOf("driver.mjs")],
  },
  {
    language: "PHP",
    program: "php",
    serve: (port) => ["-S", `127.0.0.1:${port}`, fileOf("right.php")],
    reset: () => `php ${fileOf("right.php")}`,
    driver: ["php", fileOf("driver.php")],
  },
];

describe.each(running)("a shop that runs already in $language", ({ program, serve, reset, driver }) => {
  const isHere = spawnSync(program, ["--version"]).status === 0;

  it.runIf(isHere)(
    `is reset before each run, and judged one run at a time${isHere ? "" : ` (skipped: there is no ${program} here)`}`,
    async () => {
      using folder = testFolder();
      const port = await freePort();
      const env = { ...process.env, SHOP_STATE_DIR: folder.path, PORT: String(port) };
      const shop = spawn(program, serve(port), { env, stdio: ["ignore", "pipe", "pipe"] });
      try {
        await Promise.race([once(shop.stdout, "data"), once(shop.stderr, "data")]);
        const report = await judged({
          shopUrl: `http://127.0.0.1:${port}`,
          reset: `SHOP_STATE_DIR=${folder.path} ${reset(port)}`,
          command: driver,
          only: ["sale#1/race/*", "sale#1/after-commit/connection-reset", "sale#1/notice/forged-amount-before"],
        });
        expect([found(report), report.counts.unstable, report.counts.noticed]).toEqual([[], 0, 0]);
        // In a quiet hour, a race may run exactly like another one.
        const { planned, run, pruned } = report.counts;
        expect(planned).toBeGreaterThan(3);
        expect(run + pruned).toBe(planned);
      } finally {
        shop.kill();
      }
    },
  );
});

describe("a shop that runs already", () => {
  it("and is away fails the dry run, with its address", async () => {
    const report = await judged({ shopUrl: "http://127.0.0.1:1", reset: "true" });
    expect(report).toMatchObject({
      exitCode: 1,
      dryRun: { problems: ["the shop is not ready: nothing listens at 127.0.0.1:1, which --shop-url names"] },
    });
  });

  it.each([
    [{ shopUrl: "http://127.0.0.1:1" }, "--shop-url and --reset: expected both of them"],
    [{ reset: "true" }, "--shop-url and --reset: expected both of them"],
    [{ shopUrl: "http://127.0.0.1:1", reset: "true", shop: "true" }, "--shop and --shop-url: expected one of them"],
    [{ shopUrl: "https://shop.example", reset: "true" }, "is not on this machine"],
    [{ shopReady: "/" }, "--shop-ready: expected --shop beside it"],
    [{ shop: "true", shopReady: "http://shop.example/" }, '"http://shop.example/" is not on this machine'],
    [{ shop: " " }, '--shop: expected a command, found ""'],
  ])("%j is refused", async (over, why) => {
    await expect(judged(over)).rejects.toThrow(why);
  });
});
