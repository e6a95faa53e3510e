import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../src/tools/judge/run/shop/free-port.js";
import type { Driver, Kind } from "./driver.js";

const needed: Readonly<Record<string, string>> = {
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/xvfb-run": "xvfb",
};
const missing = Object.entries(needed).flatMap(([file, debian]) => (existsSync(file) ? [] : [debian]));

/** WebKit, by classic WebDriver, on a screen that nobody sees. */
export const webkit: Kind = {
  name: "WebKit",
  lacks: missing.length === 0 ? undefined : `WebKit (Debian: ${missing.join(", ")})`,
  open: openWebKit,
};

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const LOOK_AGAIN_MS = 50;

async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  // xvfb-run, the screen, the driver and the browser are one group.
  const child = spawn("xvfb-run", ["-a", "-s", "-screen 0 1920x1200x24", "WebKitWebDriver", `--port=${port}`], {
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: "ignore",
    detached: true,
  });
  try {
    const base = `http://127.0.0.1:${port}`;
    await listening(base, child);
    const { sessionId } = await send("POST", `${base}/session`, { capabilities: { alwaysMatch: {} } });
    return driverOf(`${base}/session/${sessionId}`, () => end(child));
  } catch (error) {
    await end(child);
    throw error;
  }
}

function driverOf(session: string, ended: () => Promise<void>): Driver {
  const found = async (css: string): Promise<string> => {
    const element = await send("POST", `${session}/element`, { using: "css selector", value: css });
    return `${session}/element/${element[ELEMENT]}`;
  };
  return {
    goto: (url) => send("POST", `${session}/url`, { url }),
    read: (expression) => send("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    resize: (width) => send("POST", `${session}/window/rect`, { width, height: 800 }),
    click: async (css) => send("POST", `${await found(css)}/click`, {}),
    type: async (css, text) => send("POST", `${await found(css)}/value`, { text }),
    [Symbol.asyncDispose]: async () => {
      await send("DELETE", session).catch(() => {});
      await ended();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers with a value of its own.
async function send(method: string, url: string, body?: object): Promise<any> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function listening(base: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(`${base}/status`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`expected WebKitWebDriver to listen, it ended with ${child.exitCode}`);
    await pause(LOOK_AGAIN_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  process.kill(-child.pid!, "SIGTERM");
  await gone;
}
