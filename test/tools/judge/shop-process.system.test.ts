import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../../src/tools/judge/run/shop/free-port.js";
import { ShopProcess } from "../../../src/tools/judge/run/shop/shop-process.js";
import { testFolder } from "../../support/sandbox.js";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A killed process stays until its parent reads its end.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

it.runIf(process.platform === "linux").each([
  ["has the shop's environment", "process.env"],
  ["has an empty environment", "{}"],
])("a shop's worker that left its process group and %s ends with the shop", async (_, env) => {
  using folder = testFolder();
  const pidFile = join(folder.path, "worker.pid");
  const script = `
    const { spawn } = require("node:child_process");
    const worker = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env: ${env} });
    require("node:fs").writeFileSync(process.env.PID_FILE, String(worker.pid));
    require("node:http").createServer((_, response) => response.end()).listen(process.env.PORT, "127.0.0.1");`;
  const port = await freePort();
  const shop = await ShopProcess.start({
    command: `exec "$NODE" -e "$SCRIPT"`,
    cwd: undefined,
    env: {
      ...process.env,
      NODE: process.execPath,
      SCRIPT: script,
      PID_FILE: pidFile,
      PORT: String(port),
      PAYMENT_SANDBOX_STATE_DIR: folder.path,
    },
    port,
    ready: undefined,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  });
  expect(existsSync(pidFile)).toBe(true);
  const worker = Number(readFileSync(pidFile, "utf8"));
  expect(isAlive(worker)).toBe(true);
  await shop.kill();
  await expect.poll(() => isAlive(worker)).toBe(false);
});

it("a shop that does not open its port is told before its time is up, with what it wrote", async () => {
  const told: string[] = [];
  const port = await freePort();
  const starting = ShopProcess.start({
    command: "echo 'no database yet' >&2; exec sleep 600",
    cwd: undefined,
    env: process.env,
    port,
    ready: undefined,
    timeoutMs: 1000,
    signal: new AbortController().signal,
    waiting: (text) => told.push(text),
  });
  await expect(starting).rejects.toThrow(`port ${port}, which is in PORT, did not answer within 1 s`);
  expect(told).toEqual([
    `port ${port}, which is in PORT, does not answer yet; the shop has 1 s in all (--timeout): no database yet`,
  ]);
});
