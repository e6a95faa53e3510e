import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExecTool, execTool } from "../support/exec.js";
import { testFolder } from "../support/sandbox.js";

let exec: ExecTool;
beforeAll(async () => {
  exec = await execTool();
});
afterAll(() => exec[Symbol.asyncDispose]());

const node = (script: string) => [process.execPath, "-e", script] as const;
/** Runs until it is ended, says its own id and that of a child of its own. */
const lasting = (onSignal: string) =>
  node(`
    const { spawn } = require("node:child_process");
    const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    ${onSignal}
    setInterval(() => {}, 1000);
    console.log("up", process.pid, inner.pid, "ready");
  `);

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

async function started(onSignal = "", options: object = {}) {
  const run = exec.start(options, ...lasting(onSignal));
  const out: string[] = [];
  run.process.stdout?.on("data", (piece) => out.push(String(piece)));
  await run.saying("ready");
  const [, outer, inner] = /up (\d+) (\d+) ready/.exec(out.join("")) ?? [];
  return { run, pids: [Number(outer), Number(inner)] };
}

describe("a signal to the sandbox", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s reaches the command, and ends both with %i", async (signal, code) => {
    const { run, pids } = await started(`process.on("${signal}", () => { console.log("told"); process.exit(0); });`);
    run.process.kill(signal);
    const end = await run.ended;
    expect(end.code).toBe(code);
    expect(end.stdout).toContain("told");
    await Promise.all(pids.map(gone));
  });

  it("is a failed case of the report, also if the command itself ended well", async () => {
    using folder = testFolder();
    const file = join(folder.path, "report.xml");
    const options = { reports: [`junit=${file}`] };
    const { run } = await started(`process.on("SIGTERM", () => process.exit(0));`, options);
    run.process.kill("SIGTERM");
    const { code, stderr } = await run.ended;
    expect([code, stderr]).toEqual([143, expect.stringContaining("stopped by SIGTERM: nothing was checked")]);
    expect(readFileSync(file, "utf8")).toMatch(/failures="1"[\s\S]*ended with 143/);
  });

  it("ends a command that does not listen", async () => {
    const { run, pids } = await started(`process.on("SIGTERM", () => {});`);
    run.process.kill("SIGTERM");
    expect((await run.ended).code).toBe(143);
    await Promise.all(pids.map(gone));
  });

  it("that kills it leaves no orphan", async () => {
    const { run, pids } = await started();
    expect(pids.every(isAlive)).toBe(true);
    run.process.kill("SIGKILL");
    await Promise.all(pids.map(gone));
    expect(pids.some(isAlive)).toBe(false);
  });
});
