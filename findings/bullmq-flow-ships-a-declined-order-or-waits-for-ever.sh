#!/usr/bin/env bash
# bullmq 6.7.0 (npm), FlowProducer: "ship" is the parent of "reserve" and "charge", and the charge is declined. The flow does not fail: "ship" stays among waiting-children for
# ever, with the goods reserved, and no event tells of it. ignoreDependencyOnFailure, removeDependencyOnFailure and continueParentOnFailure look like the way out, and
# ship the goods without the money. Only failParentOnFailure ends the order, and it must stand in each child.
# Safe: failParentOnFailure: true in each child; and "ship" queries the order before it does anything.
# Needs redis-server. Its packages need Node.js 22 or newer.
set -euo pipefail
command -v redis-server >/dev/null || { echo "needs redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bullmq@6.7.0 ioredis@5.4.1 >/dev/null 2>&1
redis-server --port 0 --unixsocket "$folder/redis.sock" --save "" >/dev/null &
server=$!
for tries in $(seq 50); do [ -S redis.sock ] && break || sleep 0.1; done
cat >shop.mjs <<'JS'
import { FlowProducer, Worker } from "bullmq";
const connection = { path: "redis.sock" };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
for (const option of ["nothing", "failParentOnFailure", "ignoreDependencyOnFailure", "removeDependencyOnFailure", "continueParentOnFailure"]) {
  const queueName = `order-${option}`;
  const done = [];
  const worker = new Worker(queueName, async ({ name }) => {
    if (name === "charge") throw new Error("declined");
    done.push(name);
  }, { connection });
  const opts = { [option]: true };
  const children = ["reserve", "charge"].map((name) => ({ name, queueName, opts }));
  const { job } = await new FlowProducer({ connection }).add({ name: "ship", queueName, children });
  await pause(6000);
  console.log(`${option}: ${done.join(", ")}; the order is ${await job.getState()}`);
  worker.close();
}
process.exit();
JS
node shop.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
nothing: reserve; the order is waiting-children
failParentOnFailure: reserve; the order is failed
ignoreDependencyOnFailure: reserve, ship; the order is completed
removeDependencyOnFailure: reserve, ship; the order is completed
continueParentOnFailure: reserve, ship; the order is completed
TEXT
