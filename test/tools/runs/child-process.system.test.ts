import { expect, it, onTestFinished } from "vitest";
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

/** Starts three commands, of which one counts as ended, and is killed. */
const STARTS_THREE = `
  const { spawn } = await import("node:child_process");
  const { spawnWatched } = await import(${JSON.stringify(import.meta.resolve("../../../src/tools/runs/watchdog.ts"))});
  const sleep = () => spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  const runs = [0, 1, 2].map(() => spawnWatched(sleep));
  runs[1].unwatch();
  process.stdout.write(runs.map(({ child }) => child.pid).join(" "), () => process.kill(process.pid, "SIGKILL"));`;

it.skipIf(process.platform === "win32")("commands end if the process that runs them is killed", async () => {
  const ended = await runApart([process.execPath, "--input-type=module", "-e", STARTS_THREE], {
    env: process.env,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
  const [first, second, third] = ended.stdout.split(" ").map(Number) as [number, number, number];
  onTestFinished(() => void process.kill(second, "SIGKILL"));
  await expect.poll(() => [first, second, third].map(isThere)).toEqual([false, true, false]);
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
