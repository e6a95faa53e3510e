import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { testFolder } from "../support/sandbox.js";
import { Cli } from "../tools/cli/cli.js";

/**
 * Runs until it is ended, says its own id and that of a child of its own. Only when exec answers, for on a busy machine
 * the command is there long before exec goes on.
 */
const lasting = (onSignal: string) => [
  process.execPath,
  "-e",
  `
    const { spawn } = require("node:child_process");
    const inner = spawn("sleep", ["1000"]);
    ${onSignal}
    setInterval(() => {}, 1000);
    fetch(process.env.PAYMENT_SANDBOX_URL + "/readyz").then(() => console.log("up", process.pid, inner.pid, "ready"));
  `,
];

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Resolves when the process is gone; the test's own time limit tells when it never is. */
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

it("ends what a command that ended left in the background", async () => {
  const run = new Cli(["exec", "--", "sh", "-c", "sleep 1000 & echo $!"]);
  onTestFinished(() => run[Symbol.asyncDispose]());
  const { exitCode, stdout } = await run.ended();
  expect(exitCode).toBe(0);
  await gone(Number(stdout));
});

async function started(onSignal = "", options: readonly string[] = []) {
  const run = new Cli(["exec", ...options, "--", ...lasting(onSignal)]);
  onTestFinished(() => run[Symbol.asyncDispose]());
  await run.seen("stdout", "ready");
  const [, outer, inner] = /up (\d+) (\d+) ready/.exec(run.stdout) ?? [];
  return { run, pids: [Number(outer), Number(inner)] };
}

describe("a signal to the sandbox", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s reaches the command, and ends both with %i", async (signal, code) => {
    const { run, pids } = await started(`process.on("${signal}", () => { console.log("told"); process.exit(0); });`);
    run.child.kill(signal);
    const end = await run.ended();
    expect(end.exitCode).toBe(code);
    expect(end.stdout).toContain("told");
    await Promise.all(pids.map(gone));
  });

  it("is the only failed case of the reports, also if the command itself ended well", async () => {
    using folder = testFolder();
    const [xml, json] = ["junit", "json"].map((name) => join(folder.path, name)) as [string, string];
    const options = ["--report", `junit=${xml}`, "--report", `json=${json}`];
    const { run } = await started(`process.on("SIGTERM", () => process.exit(0));`, options);
    run.child.kill("SIGTERM");
    const { exitCode, stderr } = await run.ended();
    expect([exitCode, stderr]).toEqual([143, "payment-sandbox | stopped by SIGTERM: nothing was checked\n"]);
    expect(readFileSync(xml, "utf8")).toMatch(
      /tests="1"[^>]*failures="1"[\s\S]*type="stopped" message="[^"]* was stopped by SIGTERM: nothing was checked\."/,
    );
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ stopped: "SIGTERM", exitCode: 143, warnings: [] });
  });

  it("ends a command that does not listen", async () => {
    const { run, pids } = await started(`process.on("SIGTERM", () => {});`);
    run.child.kill("SIGTERM");
    expect((await run.ended()).exitCode).toBe(143);
    await Promise.all(pids.map(gone));
  });

  it.each(["exec", "start"])("that ends the shell of npx alone, as dash does, ends %s in order", async (command) => {
    using folder = testFolder();
    const json = join(folder.path, "json");
    const own = { exec: ["--report", `json=${json}`, "--", ...lasting("")], start: ["--port", "0"] }[command]!;
    // What follows keeps each shell from giving its process to the program.
    const words = ["-c", '"$@"; exit', "sh", process.execPath, packagePath("bin/payment-sandbox.js"), command, ...own];
    const env = { ...process.env, npm_lifecycle_script: "'payment-sandbox'" };
    const shell = spawn("/bin/sh", words, { env, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void shell.kill("SIGKILL"));
    const closed = once(shell, "close");
    await new Promise<void>((ready) => shell.stdout.on("data", (text) => /ready/.test(text) && ready()));
    shell.kill("SIGTERM");
    // The pipe is open as long as a process of the run is there.
    await closed;
    if (command === "exec") expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ stopped: "SIGTERM" });
  });

  it("that kills it leaves no orphan", async () => {
    const { run, pids } = await started();
    expect(pids.every(isAlive)).toBe(true);
    run.child.kill("SIGKILL");
    await Promise.all(pids.map(gone));
    expect(pids.some(isAlive)).toBe(false);
  });
});
