#!/usr/bin/env bash
# @boringnode/queue 0.6.0 on Redis (npm, the queue of AdonisJS). A job that takes longer than its `timeout` goes on while it is tried again: with maxRetries of 3 an order is charged four times, each charge ends well, and the job is failed.
# After a worker that was killed in the middle the job comes again once; after a second one it is given up on, and its failed() isn't called, so that nobody hears of it.
# Safe: failOnTimeout, and an own time limit for the call that is shorter; this.signal before the charge; a look into the queue's failed jobs each day.
# Needs redis-server.
set -euo pipefail
command -v redis-server >/dev/null || { echo "needs Debian's package redis-server"; exit 1; }
folder=$(mktemp -d)
cleanup() { kill ${redis:-} 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --omit=optional @boringnode/queue@0.6.0 ioredis@5.8.2 >/dev/null 2>&1
redis-server --port 0 --unixsocket "$folder/redis" --save '' >/dev/null & redis=$!
for tries in $(seq 100); do [ -S redis ] && break || sleep 0.1; done
cat >charge.js <<'JS'
import fs from "node:fs";
import { Job } from "@boringnode/queue";
export default class Charge extends Job {
  static options = { name: "Charge", queue: process.argv[3], maxRetries: 3, timeout: "500ms" };
  async execute() {
    const { argv } = process;
    fs.appendFileSync(`${argv[3]}.charges`, "A-1\n");
    if (argv[2] === "die") process.kill(process.pid, "SIGKILL");
    if (argv[2] === "slow") await new Promise((resolve) => setTimeout(resolve, 3000));
    fs.appendFileSync(`${argv[3]}.ends`, "A-1\n");
  }
  async failed() { fs.appendFileSync(`${process.argv[3]}.failed`, "A-1\n"); }
}
JS
cat >shop.js <<'JS'
import { QueueManager, Worker } from "@boringnode/queue";
import { redis } from "@boringnode/queue/drivers/redis_adapter";
import { Redis } from "ioredis";
const [, , what, queue, seconds] = process.argv;
const config = { default: "redis", adapters: { redis: redis(new Redis(new URL("redis", import.meta.url).pathname)) }, locations: [new URL("charge.js", import.meta.url).pathname], worker: { idleDelay: "100ms", stalledThreshold: "1s", stalledInterval: "500ms", gracefulShutdown: false } };
await QueueManager.init(config);
const { default: Charge } = await import("./charge.js");
if (what === "send") await Charge.dispatch({}).run();
if (seconds) { new Worker(config).start([queue]); setTimeout(() => process.exit(), Number(seconds) * 1000); } else process.exit();
JS
run() { node --no-warnings shop.js "$@" || true; } 2>/dev/null
count() { [ -e "$1" ] && wc -l <"$1" || echo 0; }
{
  run send slow; run slow slow 9
  echo "longer than timeout: $(count slow.charges) charges, $(count slow.ends) ended well, $(count slow.failed) failed"
  run send die; run die die 3; run fine die 4
  echo "a worker dies: $(count die.charges) charges, $(count die.failed) failed"
  run send twice; run die twice 3; run die twice 4; run fine twice 4
  echo "two workers die: $(count twice.charges) charges, $(count twice.failed) failed"
} | tee seen
diff seen - <<'TEXT'
longer than timeout: 4 charges, 4 ended well, 1 failed
a worker dies: 2 charges, 0 failed
two workers die: 2 charges, 0 failed
TEXT
