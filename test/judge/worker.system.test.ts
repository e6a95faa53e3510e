import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../src/judge/run/shop/free-port.js";
import { handlerOf } from "../../src/judge/run/shop/worker.js";
import { testFolder } from "../support/sandbox.js";

/** Hands each connection to a child, and keeps it open itself: as a cluster's primary does for a moment. */
const HANDS_OVER = `
  const child = require("node:child_process").fork(process.env.CHILD);
  require("node:net").createServer({ pauseOnConnect: true }, (socket) => child.send("take", socket, { keepOpen: true }))
    .listen(Number(process.env.PORT), "127.0.0.1", () => console.log(child.pid));`;
const TAKES = `process.on("message", (_, socket) => socket.write("taken"));`;

/** Starts a server that does everything itself, as \`npm start\` does. */
const WRAPS = `require("node:child_process").fork(process.env.CHILD);`;
const SERVES = `require("node:net").createServer((socket) => socket.write("taken"))
    .listen(Number(process.env.PORT), "127.0.0.1", () => console.log(process.pid));`;

describe.runIf(process.platform === "linux")("the process that handles a connection", () => {
  it.each([
    ["is a worker, while the leader still has the connection open too", HANDS_OVER, TAKES, true],
    ["is the whole shop if no other process listens", WRAPS, SERVES, false],
  ])("%s", async (_, leads, follows, isWorker) => {
    using folder = testFolder();
    const child = join(folder.path, "child.cjs");
    writeFileSync(child, follows);
    const port = await freePort();
    const leader = spawn(process.execPath, ["-e", leads], {
      env: { ...process.env, CHILD: child, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    try {
      const [pid] = await once(leader.stdout, "data");
      const socket = connect(port, "127.0.0.1");
      await once(socket, "data");
      expect(handlerOf(leader.pid!, port)).toBe(isWorker ? Number(pid) : undefined);
      socket.destroy();
    } finally {
      process.kill(-leader.pid!, "SIGKILL");
    }
  });
});
