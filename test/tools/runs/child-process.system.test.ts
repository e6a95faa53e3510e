import { expect, it } from "vitest";
import { runApart } from "../../../src/tools/runs/child-process.js";

/** Starts a process that leaves the group and keeps the streams, tells its id, and ends. */
const LEAVES_ONE = `
  const left = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  left.unref();
  console.log(left.pid);`;

it("a command that has ended is not waited for, though what it started keeps its streams", async () => {
  const ended = await runApart([process.execPath, "-e", LEAVES_ONE], {
    env: process.env,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
  process.kill(Number(ended.stdout), "SIGKILL");
  expect(ended).toMatchObject({ exitCode: 0, hasTimedOut: false });
});

it.skipIf(process.platform !== "linux")("a daemon that a judged command left is ended with it", async () => {
  const ended = await runApart([process.execPath, "-e", LEAVES_ONE], {
    env: process.env,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    endsDaemons: true,
  });
  expect(ended).toMatchObject({ exitCode: 0, hasTimedOut: false });
  await expect.poll(() => isThere(Number(ended.stdout))).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
