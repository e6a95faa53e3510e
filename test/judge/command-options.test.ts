import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { Cli, run } from "../cli/cli.js";
import { testFolder } from "../support/sandbox.js";

const shop = packagePath("test/support/judged-shop.mjs");
const LOST = "sale#1/after-commit/connection-reset";
const args = (...options: readonly string[]) => ["judge", ...options, "--", process.execPath, shop];
const judged = (kind: string, ...options: readonly string[]) => run(args(...options), { env: { SHOP: kind } });

/** A shop that is asked at an address what it believes. */
async function startBeliefs(answer: string, status = 200) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("judge --believes", () => {
  it("asks for each order of each run by itself, and knows the runs by their lanes", async () => {
    await using beliefs = await startBeliefs('{"paid": 20}');
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/{merchantReference}?in={lane}`);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stdout).not.toContain("told no beliefs");
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

  it.each([
    ["no JSON", "soon", 200, /127\.0\.0\.1:\d+\/A-1:1:\d+: no JSON, expected/],
    ["a refusal", "{}", 500, /127\.0\.0\.1:\d+\/A-1: HTTP 500/],
    ["a negative amount", '{"paid": -1}', 200, /127\.0\.0\.1:\d+\/A-1:1:\d+: .*A-1\.paid/],
  ])("tells %s in one line and exits with 2", async (_, answer, status, line) => {
    await using beliefs = await startBeliefs(answer, status);
    const ran = await judged("silent", "--only", LOST, "--believes", `${beliefs.url}/{merchantReference}`);
    expect(ran.stderr).toMatch(line);
    expect([ran.exitCode, ran.stdout, ran.stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  });
});

describe("judge --believes-command", () => {
  it("takes what a command prints", async () => {
    const ran = await judged("silent", "--only", LOST, "--believes-command", `echo '{"A-1": {"paid": 20}}'`);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stderr).toContain(`survived            ${LOST}`);
    expect(ran.stdout).not.toContain("told no beliefs");
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
  it.each([
    ["1", 0],
    ["90", 4],
  ])("of %s percent ends with %i", async (percent, exitCode) => {
    const ran = await judged("right", "--only", LOST, "--min-coverage", percent);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stdout.includes("less was covered than --min-coverage 90")).toBe(exitCode === 4);
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
    expect(stdout).toContain("1 finding in 1 mutant, stopped before its end");
    expect(stdout).toContain(LOST);
    expect(exitCode).toBe(130);
    const isAlive = (pid: string): boolean => {
      try {
        return process.kill(Number(pid), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => readFileSync(pids, "utf8").trim().split("\n").filter(isAlive)).toEqual([]);
  });
});
