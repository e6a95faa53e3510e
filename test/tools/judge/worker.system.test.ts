import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../src/tools/judge/run/shop/free-port.js";
import { handlerOf } from "../../../src/tools/judge/run/shop/worker.js";
import { beforeEnd } from "../../support/before-end.js";
import { testFolder } from "../../support/sandbox.js";

/** Hands each connection to a child, and keeps it open itself: as a cluster's primary does for a moment. */
const HANDS_OVER = `
  const child = require("node:child_process").fork(process.env.CHILD);
  require("node:net").createServer({ pauseOnConnect: true }, (socket) => child.send("take", socket, { keepOpen: true }))
    .listen(Number(process.env.PORT), "127.0.0.1", () => console.log(child.pid));`;
const TAKES = `process.on("message", (_, socket) => socket.write("taken"));`;

/** Hands each connection to another of its three children, as a cluster does. */
const SHARES = `
  const { fork } = require("node:child_process");
  const children = [1, 2, 3].map(() => fork(process.env.CHILD));
  let next = 0;
  require("node:net").createServer({ pauseOnConnect: true }, (socket) => children[next++ % 3].send("take", socket))
    .listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));`;
const TELLS = `process.on("message", (_, socket) => socket.write(String(process.pid)));`;

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
      const [pid] = await beforeEnd(leader, once(leader.stdout, "data"));
      const socket = connect(port, "127.0.0.1");
      await beforeEnd(leader, once(socket, "data"));
      expect(handlerOf(leader.pid!, port, socket.localPort!)).toBe(isWorker ? Number(pid) : undefined);
      socket.destroy();
    } finally {
      process.kill(-leader.pid!, "SIGKILL");
    }
  });

  it("is the one of this connection, while other workers handle others", async () => {
    using folder = testFolder();
    const child = join(folder.path, "child.cjs");
    writeFileSync(child, TELLS);
    const port = await freePort();
    const leader = spawn(process.execPath, ["-e", SHARES], {
      env: { ...process.env, CHILD: child, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    try {
      await beforeEnd(leader, once(leader.stdout, "data"));
      const sockets: Socket[] = [];
      const told: number[] = [];
      for (let n = 0; n < 3; n++) {
        const socket = connect(port, "127.0.0.1");
        sockets.push(socket);
        const [pid] = await beforeEnd(leader, once(socket, "data"));
        told.push(Number(pid));
      }
      expect(new Set(told).size).toBe(3);
      expect(sockets.map(({ localPort }) => handlerOf(leader.pid!, port, localPort!))).toEqual(told);
      for (const socket of sockets) socket.destroy();
    } finally {
      process.kill(-leader.pid!, "SIGKILL");
    }
  });
});
