#!/usr/bin/env bash
# A limit of one job at a time, and a time limit for each job. bottleneck 2.19.5 (expiration), p-queue 9.3.5 (timeout), queue 7.0.0 (timeout), better-queue
# 3.8.12 (maxTimeout) and async-lock 1.5.0 (maxExecutionTime) give the place of a job that took too long to the next one, and the job goes on: two charges of
# one customer run at once under a lock for one. The caller is told that the job failed, and then it charges. With a try more, as bottleneck's "failed" and
# better-queue's maxRetries have it, one order is charged twice or three times.
# Safe: a time limit inside the job, on its call, and a query of the order before the next try.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bottleneck@2.19.5 p-queue@9.3.5 queue@7.0.0 better-queue@3.8.12 async-lock@1.5.0 >/dev/null
cat >shop.mjs <<'JS'
import AsyncLock from "async-lock";
import BetterQueue from "better-queue";
import Bottleneck from "bottleneck";
import PQueue from "p-queue";
import Queue from "queue";
const wait = (time) => new Promise((later) => setTimeout(later, time));
const run = async (library, start) => {
  let running = 0, most = 0, charged = 0, failed = 0;
  const charge = async () => {
    most = Math.max(most, ++running);
    await wait(300);
    running--;
    charged++;
  };
  start(charge, () => failed++);
  await wait(1800);
  console.log(`${library}: at once ${most}, failed ${failed}, charged ${charged}`);
};
await run("bottleneck, two jobs", (charge, failed) => {
  const limiter = new Bottleneck({ maxConcurrent: 1 });
  for (let job = 0; job < 2; job++) limiter.schedule({ expiration: 100 }, charge).catch(failed);
});
await run("bottleneck, one job and a retry", (charge, failed) => {
  const limiter = new Bottleneck({ maxConcurrent: 1 });
  limiter.on("failed", (error, job) => (job.retryCount < 1 ? 0 : undefined));
  limiter.schedule({ expiration: 100 }, charge).catch(failed);
});
await run("p-queue, two jobs", (charge, failed) => {
  const queue = new PQueue({ concurrency: 1, timeout: 100 });
  for (let job = 0; job < 2; job++) queue.add(charge).catch(failed);
});
await run("queue, two jobs", (charge, failed) => {
  const queue = new Queue({ concurrency: 1, timeout: 100, autostart: true });
  queue.addEventListener("timeout", failed);
  queue.push(charge, charge);
});
await run("better-queue, one job and two retries", (charge, failed) => {
  const queue = new BetterQueue((job, done) => charge().then(() => done()), { concurrent: 1, maxTimeout: 100, maxRetries: 3 });
  queue.push({ id: "A-1" }).on("failed", failed);
});
await run("async-lock, two jobs of one key", (charge, failed) => {
  const lock = new AsyncLock({ maxExecutionTime: 100 });
  for (let job = 0; job < 2; job++) lock.acquire("alice", charge).catch(failed);
});
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
bottleneck, two jobs: at once 2, failed 2, charged 2
bottleneck, one job and a retry: at once 2, failed 1, charged 2
p-queue, two jobs: at once 2, failed 2, charged 2
queue, two jobs: at once 2, failed 2, charged 2
better-queue, one job and two retries: at once 3, failed 1, charged 3
async-lock, two jobs of one key: at once 2, failed 2, charged 2
TEXT
