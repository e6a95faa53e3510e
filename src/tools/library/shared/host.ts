// The process of a sandbox that the workers of a test run share. It ends once nobody is connected any more.
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isRunning } from "../../runs/processes.js";
import type { SandboxOptions } from "../types.js";
import { type Dropped, type FirstMessage, type HostTask, onLines } from "./messages.js";

/**
 * How long to wait for the next worker while the runner lives, in milliseconds. Runners that give each file a process
 * have moments without one.
 */
const LINGER_MS = 30_000;
const LOOK_MS = 250;

const task = JSON.parse(await text(process.stdin)) as HostTask;
const members = new Set<Socket>();
let joined = 0;

const server = createServer((socket) => void welcome(socket));
await listening(server, task.address);
// Loaded once the address is taken, so that a second host ends early.
const started = import("../started.js").then(({ startedServer }) => startedServer(task.options as SandboxOptions));
started.catch(() => {});
endWhenLeft();

async function welcome(socket: Socket): Promise<void> {
  members.add(socket);
  socket.on("close", () => members.delete(socket)).on("error", () => {});
  const member = ++joined;
  let greeting: FirstMessage;
  try {
    const { server, target } = await started;
    greeting = { member, url: server.url, target: { base: target.base, adminToken: target.adminToken } };
    onLines(socket, (line) => void server.lanes.drop((JSON.parse(line) as Dropped).drop).catch(() => {}));
  } catch (error) {
    greeting = { fault: (error as Error).message };
  }
  socket.write(`${JSON.stringify(greeting)}\n`);
}

/** Takes the address. Ends this process if another host has it. A socket file without a listener is removed. */
async function listening(server: Server, address: string): Promise<void> {
  const isFree = await new Promise<boolean>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done(false) : fail(error)));
    server.listen(address, () => done(true));
  });
  if (isFree) return;
  const isAnswered = await new Promise<boolean>((done) => {
    const socket = connect(address, () => done(true)).on("error", () => done(false));
    socket.unref();
  });
  if (isAnswered) process.exit(0);
  rmSync(address, { force: true });
  return listening(server, address);
}

/** Ends with the last worker: as soon as the runner is gone, or after a while without a worker. */
function endWhenLeft(): void {
  let leftAt = performance.now();
  const look = setInterval(async () => {
    if (members.size > 0) leftAt = performance.now();
    else if (!isRunning(task.runnerPid) || performance.now() - leftAt > LINGER_MS) {
      clearInterval(look);
      server.close();
      await started.then(({ server }) => server.stop()).catch(() => {});
      process.exit(0);
    }
  }, LOOK_MS);
}
