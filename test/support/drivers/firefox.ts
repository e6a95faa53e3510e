import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Driver, Kind } from "./driver.js";

const file = "/usr/bin/firefox-esr";

/** Firefox, by WebDriver BiDi, which it speaks itself. */
export const firefox: Kind = {
  name: "Firefox",
  lacks: existsSync(file) ? undefined : "Firefox (Debian: firefox-esr)",
  open: openFirefox,
};

async function openFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "payment-sandbox-firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(file, args, { env: { ...process.env, HOME: profile }, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  const end = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const bidi = await connected(`${await addressIn(child.stderr)}/session`);
    await bidi("session.new", { capabilities: {} });
    const { contexts } = await bidi("browsingContext.getTree", {});
    return { ...pageOf(bidi, contexts[0].context), [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Firefox tells its address on stderr. */
async function addressIn(stderr: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface(stderr)) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? [];
    if (address) {
      stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`expected Firefox to listen, found: ${said.join("\n")}`);
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers with members of its own.
type Send = (method: string, params: object) => Promise<any>;

/** Sends commands over one connection. A command that fails throws. */
async function connected(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === "error") asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  socket.addEventListener("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("Firefox closed the connection"));
  });
  let last = 0;
  return (method, params) => {
    const asked = Promise.withResolvers<unknown>();
    waiting.set(++last, asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
}

function pageOf(bidi: Send, context: string): Omit<Driver, typeof Symbol.asyncDispose> {
  const evaluate = async (expression: string) => {
    const asked = { expression, target: { context }, awaitPromise: true, userActivation: true };
    const { type, result, exceptionDetails } = await bidi("script.evaluate", asked);
    if (type === "exception") throw new Error(exceptionDetails.text);
    return result;
  };
  const click = async (css: string): Promise<void> => {
    const { sharedId } = await evaluate(
      `(() => { const it = document.querySelector(${JSON.stringify(css)}); it.scrollIntoView({ block: "center", behavior: "instant" }); return it; })()`,
    );
    const at = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } };
    const actions = [at, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await bidi("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
  };
  return {
    goto: (url) => bidi("browsingContext.navigate", { context, url, wait: "complete" }),
    // As JSON, so that no value of the protocol's own comes out.
    read: async (expression) => JSON.parse((await evaluate(`JSON.stringify(${expression}) ?? "null"`)).value),
    resize: (width) => bidi("browsingContext.setViewport", { context, viewport: { width, height: 800 } }),
    click,
    type: async (css, text) => {
      await click(css);
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await bidi("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
  };
}
