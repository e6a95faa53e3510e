import "../support/dist.js";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { ofFile } from "../support/of-file.js";
import { testFolder } from "../support/sandbox.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const LOOK_AGAIN_MS = 20;

const at = (path: string): string => join(folder.path, path);
const cacheOfNpx = (): readonly string[] => (existsSync(at("cache/_npx")) ? readdirSync(at("cache/_npx")) : []);

/** The processes of a start: npx, its shell and what runs in it are one group. */
const started: ChildProcess[] = [];

const folder = ofFile(testFolder());
makeClone();
// Built from the same sources: no second build.
cpSync(join(root, "dist"), at("clone/dist"), { recursive: true });
execFileSync("npm", ["run", "dependencies"], { cwd: at("clone"), env: environment(), stdio: "pipe" });
afterEach(async () => {
  for (const child of started.splice(0)) await stop(child);
});

describe("npx in a fresh clone", () => {
  it("starts the clone itself, after a first start that was interrupted too", async () => {
    const waiting = runtimeThatWaits();
    const first = start("first.json");
    await seen(waiting.reached, first);
    await stop(first);
    waiting.restore();
    expect(existsSync(at("first.json"))).toBe(false);

    const second = start("second.json");
    await seen(at("second.json"), second);
    const { url } = JSON.parse(readFileSync(at("second.json"), "utf8"));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(cacheOfNpx()).toEqual([]);
  });
});

/** What a clone has after `npm ci`, before our `dependencies` script ran; the packages themselves are the ones of this folder. */
function makeClone(): void {
  for (const name of readdirSync(root))
    if (!/^(\.git|node_modules|dist.*)$/.test(name))
      cpSync(join(root, name), at(`clone/${name}`), {
        recursive: true,
        filter: (path) => !path.endsWith("node_modules"),
      });
  mkdirSync(at("clone/node_modules"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), at(`clone/node_modules/${name}`));
  cpSync(join(root, "node_modules/.bin"), at("clone/node_modules/.bin"), { recursive: true, verbatimSymlinks: true });
  rmSync(at("clone/node_modules/.bin/payment-sandbox"), { force: true });
}

/** Nothing of the npm that runs the tests, of its settings and of the commands that it puts on the path. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|PAYMENT_SANDBOX_)/i.test(name));
  const path = process.env.PATH!.split(delimiter).filter((part) => !part.includes("node_modules"));
  return {
    ...Object.fromEntries(own),
    PATH: path.join(delimiter),
    npm_config_cache: at("cache"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
}

function start(readyFile: string): ChildProcess {
  const args = ["payment-sandbox", "start", "--port", "0", "--log-format", "silent", "--ready-file", at(readyFile)];
  const child = spawn("npx", args, {
    cwd: at("clone"),
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  started.push(child);
  return child;
}

/** Until the clone's own Node is back, whatever npx runs tells that it was reached, and stays there. */
function runtimeThatWaits(): { readonly reached: string; restore(): void } {
  const node = at("clone/node_modules/.bin/node");
  const reached = at("reached");
  renameSync(node, `${node}.kept`);
  writeFileSync(node, `#!/bin/sh\n: >'${reached}'\nexec sleep 600\n`, { mode: 0o755 });
  return { reached, restore: () => renameSync(`${node}.kept`, node) };
}

/** Waits for a file that has something to tell, and fails where the process ends before. */
async function seen(file: string, child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  while (!existsSync(file)) {
    if (hasEnded(child)) throw new Error(`expected a start, found exit ${child.exitCode}: ${said}`);
    await pause(LOOK_AGAIN_MS);
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Stops the group: what runs below npx may outlive it. */
async function stop(child: ChildProcess): Promise<void> {
  const gone = hasEnded(child) ? undefined : once(child, "exit");
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  await gone;
}
