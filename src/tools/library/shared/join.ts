import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import process from "node:process";
import { setTimeout as after } from "node:timers/promises";
import { CannotStart } from "../../../package/errors.js";
import { packagePath } from "../../../package/files.js";
import { requireNode } from "../../../package/node.js";
import { sandboxAddress } from "../../../package/sandbox-address.js";
import { ControlClient, type ControlTarget, laneNamedBy, withoutLane } from "../control-client.js";
import { endInterceptsOf, fetchPast } from "../intercept.js";
import { sandboxOf } from "../sandbox.js";
import { Lifetime } from "../stopped.js";
import type { Sandbox, SandboxLane, SandboxOptions } from "../types.js";
import { type FirstMessage, type HostTask, onLines } from "./messages.js";
import { currentRun, makePrivateFolder } from "./run.js";

/** The sandbox that all workers of a run share, seen from one of them. */
export interface SharedSandbox extends Sandbox {
  /** What no other worker of this run has. */
  readonly member: number | string;
  /** The lane that PAYMENT_SANDBOX_URL names. The names of tests' lanes begin with it, so that a team's token opens them, too. */
  readonly besides?: string | undefined;
  /** Drops a lane without waiting for it. */
  readonly dropLater?: (lane: SandboxLane) => void;
  /** True if it goes on after the run, so that the lanes of failed tests can be looked at there. */
  readonly outlivesRun?: boolean;
}

/** How long to wait for the sandbox of another worker, or for one's own to start, in milliseconds. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 15;

/**
 * Joins the sandbox of this run, and starts it if no worker has yet. It runs in a process of its own, and ends once no
 * worker is connected. Throws CannotStart, or an error with each fault of the options.
 */
export async function joinRun(options: SandboxOptions): Promise<SharedSandbox> {
  requireNode();
  const run = currentRun(options);
  if (process.platform !== "win32") makePrivateFolder(dirname(run.address));
  const { socket, greeting } = await greeted({ ...run, options });
  const { member, url, target } = greeting;
  return {
    ...sandboxAt(url, target, async () => void socket.end()),
    member,
    dropLater: ({ name, url }) => {
      endInterceptsOf(url);
      socket.write(`${JSON.stringify({ drop: name })}\n`);
    },
  };
}

/** Joins a sandbox that runs already, such as that of `exec`. Throws InvalidInput, or Unreachable if none answers. */
export async function joinRunning(address: string): Promise<SharedSandbox> {
  requireNode();
  const base = sandboxAddress("PAYMENT_SANDBOX_URL", address);
  const target = { base, adminToken: process.env.PAYMENT_SANDBOX_ADMIN_TOKEN };
  const sandbox = sandboxAt(withoutLane(base), target, async () => {});
  await sandbox.notificationPublicKey();
  return {
    ...sandbox,
    besides: laneNamedBy(target),
    member: randomBytes(3).toString("hex"),
    // Nobody looks into the runs of judge.
    outlivesRun: !process.env.PAYMENT_SANDBOX_BELIEFS_FILE,
    dropLater: (lane) => lane.drop().catch(() => {}),
  };
}

/** `target` may be of a lane, which a team's token opens. */
function sandboxAt(url: string, target: ControlTarget, stop: () => Promise<void>): Sandbox {
  const lifetime = new Lifetime();
  const api = new ControlClient({ ...target, fetch: lifetime.guard((request) => fetchPast(request)) });
  /** Sends the request to the sandbox. Redirects are answers of the page, not something to follow. */
  const answer = lifetime.guard(async (request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, signal } = request;
    const body = request.body === null ? null : await request.arrayBuffer();
    const url = `${withoutLane(target.base)}${pathname}${search}`;
    return fetchPast(url, { method, headers, signal, body, redirect: "manual" });
  });
  return sandboxOf({
    ...{ url, lifetime, answer, api, stop },
    // The sandbox creates a lane when it is first called.
    opened: async (name, seed) => {
      if (seed !== undefined) await api.ofLane(name).call("POST /reset", { body: { seed } });
      return name === "default" ? url : `${url}/lane/${name}`;
    },
  });
}

interface Joined {
  readonly socket: Socket;
  readonly greeting: Exclude<FirstMessage, { fault: string }>;
}

/** Tries until a sandbox answers. One that is about to end closes the connection without a word. */
async function greeted(task: HostTask): Promise<Joined> {
  const until = performance.now() + PATIENCE_MS;
  let host: ChildProcess | undefined;
  for (;;) {
    const socket = await connected(task.address);
    const greeting = socket && (await greetingOf(socket));
    if (greeting) {
      if ("fault" in greeting) {
        // Otherwise Jest and node:test wait for the connection, and never end.
        socket!.destroy();
        throw new CannotStart(greeting.fault);
      }
      // An open connection keeps no test process alive. It ends with the process.
      return { socket: socket!.unref(), greeting };
    }
    if (performance.now() > until)
      throw new CannotStart(`the shared sandbox did not answer at ${task.address}: try { inProcess: true }`);
    // One that found another sandbox at the address has ended with 0.
    if (host === undefined || host.exitCode === 0) host = started(task);
    else if (host.exitCode !== null || host.signalCode !== null)
      throw new CannotStart(
        `the shared sandbox ended with ${host.exitCode ?? host.signalCode}: try { inProcess: true }`,
      );
    await after(AGAIN_MS);
  }
}

/** Undefined if nobody listens there. */
function connected(address: string): Promise<Socket | undefined> {
  return new Promise((done, fail) => {
    const socket = connect(address);
    socket
      .once("connect", () => done(socket))
      .once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") done(undefined);
        else fail(error);
      });
  });
}

/** Undefined if the connection is closed first. */
function greetingOf(socket: Socket): Promise<FirstMessage | undefined> {
  return new Promise((done) => {
    onLines(socket, (line) => done(JSON.parse(line) as FirstMessage));
    socket.once("close", () => done(undefined)).on("error", () => done(undefined));
  });
}

/** Variables that are meant for the test process: options of Node, such as a debugger's, and the runner's own. */
const NOT_INHERITED = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_TEST_CONTEXT|NODE_CHANNEL_.*)$/;

function started(task: HostTask): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)));
  const host = spawn(process.execPath, [packagePath("dist/shared-host.js")], {
    env,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  // Not as an argument: options may hold keys, and arguments have a limit.
  host.stdin!.on("error", () => {}).end(JSON.stringify(task));
  host.on("error", () => {}).unref();
  return host;
}
