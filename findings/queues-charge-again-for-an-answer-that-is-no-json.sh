#!/usr/bin/env bash
# A job charges, and returns what the payment service said: axios' whole response, or an amount as a BigInt. Neither can be JSON. bullmq 6.7.0 and bull 4.16.5 (npm) find out after
# the job, call it failed, and run it again: with three attempts it's three charges, and the shop is told that the payment failed. openworkflow 0.10.1 runs such a
# step again for as long as it lives (4 charges in 12 seconds, 7 in a minute). bee-queue 2.0.0 charges once and never says how the job ended. Nothing is
# wrong with the charge, and a test with a stub for axios sees nothing.
# Safe: return only the receipt's id, and amounts as texts.
# Needs redis-server. Its packages need Node.js 22 or newer.
set -euo pipefail
command -v redis-server >/dev/null || { echo "needs redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bullmq@6.7.0 bull@4.16.5 bee-queue@2.0.0 openworkflow@0.10.1 axios@1.21.1 >/dev/null 2>&1
redis-server --port 0 --unixsocket "$folder/redis.sock" --save "" >/dev/null &
server=$!
for tries in $(seq 50); do [ -S redis.sock ] && break || sleep 0.1; done
cat >shop.mjs <<'JS'
import { createServer } from "node:http";
import axios from "axios";
import BeeQueue from "bee-queue";
import Bull from "bull";
import { Queue, Worker } from "bullmq";
import { OpenWorkflow } from "openworkflow";
import { BackendSqlite } from "openworkflow/sqlite";
const [library, answer] = process.argv.slice(2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let charges = 0;
const service = createServer((_, response) => {
  charges++;
  response.setHeader("content-type", "application/json");
  response.end('{"receipt":1}');
});
await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
const charge = async () => {
  const response = await axios.post(`http://127.0.0.1:${service.address().port}/charges`, { amount: 1999 });
  return { response, BigInt: 1999n, receipt: response.data.receipt }[answer];
};
const redis = { path: "redis.sock" };
const name = `${library}-${answer}`;
const until = async (state) => {
  for (let tries = 0; tries < 40 && !["completed", "failed", "succeeded"].includes(await state()); tries++) await pause(100);
  return state();
};
const shops = {
  bullmq: async () => {
    const queue = new Queue(name, { connection: redis });
    new Worker(name, charge, { connection: redis }).on("error", () => {});
    const job = await queue.add("charge", {}, { attempts: 3 });
    return until(() => job.getState());
  },
  bull: async () => {
    const queue = new Bull(name, { redis });
    queue.process(charge);
    const job = await queue.add({}, { attempts: 3 });
    return until(() => job.getState());
  },
  "bee-queue": async () => {
    const queue = new BeeQueue(name, { redis });
    let state = "not told";
    for (const event of ["succeeded", "failed", "retrying"]) queue.on(event, () => (state = event));
    queue.on("error", () => {});
    queue.process(charge);
    await queue.createJob({}).retries(2).save();
    return until(async () => state);
  },
  openworkflow: async () => {
    const flows = new OpenWorkflow({ backend: BackendSqlite.connect(":memory:") });
    const sale = flows.defineWorkflow({ name }, async ({ step }) => void (await step.run({ name: "charge" }, charge)));
    await flows.newWorker().start();
    return Promise.race([(await sale.run({})).result().then(() => "completed"), pause(12_000).then(() => "still running")]);
  },
};
const state = await shops[library]();
console.log(`${library}, ${answer}: ${charges > 3 ? "more than 3" : charges} charged, ${state}`);
process.exit();
JS
for library in bullmq bull bee-queue openworkflow; do
  for answer in receipt response BigInt; do node shop.mjs $library $answer 2>/dev/null; done
done | tee seen
diff seen - <<'TEXT'
bullmq, receipt: 1 charged, completed
bullmq, response: 3 charged, failed
bullmq, BigInt: 3 charged, failed
bull, receipt: 1 charged, completed
bull, response: 3 charged, failed
bull, BigInt: 3 charged, failed
bee-queue, receipt: 1 charged, succeeded
bee-queue, response: 1 charged, not told
bee-queue, BigInt: 1 charged, not told
openworkflow, receipt: 1 charged, completed
openworkflow, response: more than 3 charged, still running
openworkflow, BigInt: more than 3 charged, still running
TEXT
