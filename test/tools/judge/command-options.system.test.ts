import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { listening } from "../../support/listening.js";
import { casesFor } from "../../support/proof.js";
import { testFolder } from "../../support/sandbox.js";
import { Cli, run } from "../cli/cli.js";

const shop = packagePath("test/support/judged-shop.mjs");
const LOST = "sale#1/after-commit/connection-reset";
const args = (...options: readonly string[]) => ["judge", ...options, "--", process.execPath, shop];
const judged = (kind: string, ...options: readonly string[]) => run(args(...options), { env: { SHOP: kind } });

const isAlive = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

/** A shop that is asked at an address what it believes. */
async function startBeliefs(answer: string, status = 200) {
  const asked: string[] = [];
  const server = await listening((request, response) => {
    asked.push(request.url!);
    response.writeHead(status).end(answer);
  });
  return { ...server, asked };
}

describe("judge --believes", () => {
  it("asks for each order of each run by itself, and knows the runs by their lanes", async () => {
    await using beliefs = await startBeliefs('{"paid": 20}');
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/{merchantReference}?in={lane}`);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stdout).not.toContain("reported no beliefs");
    expect(beliefs.asked).toEqual(["/A-1?in=run-1", "/A-1?in=run-2"]);
  });

  it("asks in the lanes that the command names itself, for one run at a time", async () => {
    await using beliefs = await startBeliefs('{"A-1": {"paid": 20}}');
    const only = ["--only", "sale#1/after-commit/http-502", "--jobs", "2"];
    const ran = await judged("names-its-lane silent", ...only, "--believes", `${beliefs.url}/in/{lane}`);
    expect(ran).toMatchObject({ exitCode: 0 });
    // Its first dry run finds no such lane, and shows by this that it wants a server of its own.
    expect(beliefs.asked).toEqual(["/in/run-1", "/in/own", "/in/own"]);
  });

  it("finds what differs there", async () => {
    await using beliefs = await startBeliefs('{"A-1": {"paid": 0}}');
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/all`);
    expect(ran.stdout).toContain("A-1: ");
    expect(ran.exitCode).toBe(1);
  });

  it("says that the path is wrong where it is not found", async () => {
    await using beliefs = await startBeliefs("{}", 404);
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/belief`);
    expect(ran.stderr).toBe(
      `payment-sandbox: --believes: ${beliefs.url}/belief answered 404, expected JSON such as {"A-1": {"paid": 20}}: correct the path\n`,
    );
  });

  it.each([
    ["no JSON", "soon", 200, /127\.0\.0\.1:\d+\/A-1:1:\d+: no JSON, expected/],
    [
      "a refusal",
      "{}",
      500,
      /--believes: .*127\.0\.0\.1:\d+\/A-1 answered 500, expected JSON such as \{"paid": 20\}: see the shop's log/,
    ],
  ])("tells %s in one line and exits with 2", async (_, answer, status, line) => {
    await using beliefs = await startBeliefs(answer, status);
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/{merchantReference}`);
    expect(ran.stderr).toMatch(line);
    expect([ran.exitCode, ran.stdout, ran.stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  });
});

describe("judge --believes-command", () => {
  it("takes what a command prints that has the shop's environment, in which Node.js keeps what it compiled", async () => {
    const believes = ["--believes-command", `test -d "$NODE_COMPILE_CACHE" && echo '{"A-1": {"paid": 20}}'`];
    const ran = await judged("silent", "--only", LOST, "--min-coverage", "1", ...believes);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stderr).toContain(`survived            ${LOST}`);
    expect(ran.stdout).not.toContain("reported no beliefs");
  });

  it("says where the command fails, in one line", async () => {
    const ran = await judged("silent", "--only", LOST, "--believes-command", "exit 9");
    expect(ran).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: 'payment-sandbox: --believes-command: "exit 9" ended with 9\n',
    });
  });
});

describe("judge --effects-command", () => {
  const effects = 'cat "$PAYMENT_SANDBOX_BELIEFS_FILE.shipped"';

  it.each(
    casesFor([
      ["ships-twice", "fulfilled-twice", 6],
      ["right", "survived", 0],
    ] as const),
  )("counts what the shop did: %s is %s", async (kind, verdict, exitCode) => {
    const ran = await judged(kind, "--only", LOST, "--effects-command", effects);
    expect(ran.stderr).toContain(`${verdict.padEnd(19)} ${LOST}`);
    expect(ran.exitCode).toBe(exitCode);
  });

  it.each(
    casesFor([
      ["prints something else", "echo shipped"],
      ["ends badly", "exit 9"],
    ]),
  )("says in one line that it %s", async (_, command) => {
    const ran = await judged("right", "--only", LOST, "--effects-command", command);
    expect([ran.exitCode, ran.stdout, ran.stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(ran.stderr).toContain('--effects-command: expected {"<merchantReference>": {"shipped": 1}}');
  });
});

describe("what is left unresolved", () => {
  // test/tools/judge/runs.test.ts has the bounds.
  it.each(
    casesFor<[readonly string[], number]>([
      [["--max-unresolved", "0"], 4],
      [[], 0],
      [["--max-unresolved", "1"], 0],
      [["--strict"], 4],
    ]),
  )("with %j ends with its own exit code", async (options, exitCode) => {
    const ran = await judged("unsure", "--only", LOST, ...options);
    expect(ran.stderr).toContain(`unresolved          ${LOST}`);
    expect(ran.exitCode).toBe(exitCode);
    const isTold = ran.stdout.includes(`not proven: 1 mutant unresolved, at most 0 allowed: ${LOST}`);
    expect(isTold).toBe(exitCode === 4);
  });
});

describe("judge.waivers.yaml", () => {
  const waived = async (folder: string, ...waivers: readonly string[]) => {
    const lines = waivers.map((waiver) => `  - ${waiver}\n`).join("");
    writeFileSync(join(folder, "judge.waivers.yaml"), `waivers:\n${lines}`);
    return run(args("--only", LOST, "--report", "junit=judge.xml"), { cwd: folder, env: { SHOP: "careless" } });
  };

  it.each([
    ["accepts a finding until its day", [["sale#1/after-commit/*", "2999-12-31"]], 0],
    [
      "accepts nothing once its day is past, and no other finding",
      [
        ["sale#1/after-commit/*", "2020-12-31"],
        ["refund#1/*", "2999-12-31"],
      ],
      6,
    ],
  ] as const)("%s", async (_, waivers, exitCode) => {
    using folder = testFolder();
    const lines = waivers.map(([finding, until]) => `{ finding: "${finding}", reason: fixed soon, until: ${until} }`);
    const ran = await waived(folder.path, ...lines);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stdout).toContain(`✗ paid-unknown  ${LOST}`);
    expect(ran.stdout.includes("    waiver  until 2999-12-31: fixed soon")).toBe(exitCode === 0);
    expect(readFileSync(join(folder.path, "judge.xml"), "utf8").includes("<failure")).toBe(exitCode !== 0);
  });

  it("without a reason is refused with its place", async () => {
    using folder = testFolder();
    const ran = await waived(folder.path, `{ finding: "*", until: 2999-12-31 }`);
    expect(ran.stderr).toMatch(/judge\.waivers\.yaml:2:\d+: .*reason/);
    expect(ran.exitCode).toBe(2);
  });
});

it("a child that the shop leaves running is ended with its process group", async () => {
  using folder = testFolder();
  const children = join(folder.path, "children");
  const options = { env: { SHOP: "right leaves-a-child", SHOP_CHILDREN: children } };
  expect((await run(args("--only", LOST), options)).exitCode).toBe(0);
  const pids = readFileSync(children, "utf8").trim().split("\n");
  expect(pids).toHaveLength(2);
  // A busy machine's init may take its time to reap what was killed.
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([]);
});

describe("judge --slow", () => {
  it("answers late in real time", async () => {
    using folder = testFolder();
    const json = join(folder.path, "judge.json");
    const ran = await judged("right", "--only", "*/slow/*", "--slow", "300ms", "--report", `json=${json}`);
    expect(ran).toMatchObject({ exitCode: 0 });
    const { mutants } = JSON.parse(readFileSync(json, "utf8"));
    expect(mutants).toMatchObject([{ id: "sale#1/slow/300ms", verdict: "survived" }]);
    expect(mutants[0].ms).toBeGreaterThanOrEqual(300);
  });
});

describe("judge --min-coverage", () => {
  it("that is not reached ends with 4", async () => {
    const ran = await judged("right", "--only", LOST, "--min-coverage", "90");
    expect([ran.exitCode, ran.stdout]).toEqual([4, expect.stringContaining("coverage is below --min-coverage 90")]);
  });
});

describe("Ctrl-C", () => {
  it("prints what was found so far, ends what runs, and exits with 130", async () => {
    using folder = testFolder();
    const pids = join(folder.path, "pids");
    // Its second mutant brings no answer, and the shop waits for it for ever.
    const options = args("--only", "sale#1/after-commit/*", "--jobs", "1");
    await using judging = new Cli(options, { env: { SHOP: "careless", SHOP_PIDS: pids } });
    await judging.seen("stderr", `paid-unknown        ${LOST}`);
    await expect.poll(() => readFileSync(pids, "utf8").trim().split("\n").length, { timeout: 60_000 }).toBe(4);
    judging.child.kill("SIGINT");
    const { exitCode, stdout } = await judging.ended();
    expect(stdout).toContain("1 mistake, shown by 1 of 1 mutant, stopped before its end");
    expect(stdout).toContain(LOST);
    expect(exitCode).toBe(130);
    await expect.poll(() => readFileSync(pids, "utf8").trim().split("\n").filter(isAlive)).toEqual([]);
  });
});
