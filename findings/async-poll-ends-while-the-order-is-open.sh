#!/usr/bin/env bash
# async-poll 1.4.0 (npm) polls an order until it is SUCCESS. At its timeout it gives up and resolves with the last answer, OPEN, as if it had been the right one,
# so a shop that ships when the promise resolves ships unpaid. promise-poller 1.9.1 resolves with its first answer, OPEN, unless the task throws;
# told by shouldContinue to go on, it forgets its `retries` and polls for ever. async-wait-until 2.0.31 takes the text OPEN for true.
# Safe: read the status once more after the poll, and ship for SUCCESS alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts async-poll@1.4.0 promise-poller@1.9.1 async-wait-until@2.0.31 >/dev/null
cat >poll.mjs <<'JS'
import { asyncPoll } from "async-poll";
import { waitUntil } from "async-wait-until";
import pollers from "promise-poller";
let asked = 0;
const status = async () => (asked++, "OPEN");
const isPaid = (answer) => answer === "SUCCESS";
const promisePoller = pollers.default ?? pollers;
const polls = {
  "async-poll": () => asyncPoll(status, isPaid, { interval: 10, timeout: 100 }),
  "promise-poller": () => promisePoller({ taskFn: status, interval: 10, retries: 5 }),
  "promise-poller, shouldContinue": () => promisePoller({ taskFn: status, interval: 10, retries: 5, shouldContinue: (error, answer) => !isPaid(answer) }),
  "async-wait-until, the status itself": () => waitUntil(status, { timeout: 100, intervalBetweenAttempts: 10 }),
  "async-wait-until, a comparison": () => waitUntil(async () => isPaid(await status()), { timeout: 100, intervalBetweenAttempts: 10 }),
};
for (const [name, poll] of Object.entries(polls)) {
  asked = 0;
  const fiftieth = new Promise((resolve) => setInterval(() => asked > 50 && resolve("still asks after its fifth time"), 10).unref());
  const told = await Promise.race([poll().then((answer) => `resolves with ${answer}`, () => "rejects"), fiftieth]);
  console.log(`${name}: ${told}`);
}
process.exit();
JS
node poll.mjs | tee seen
diff seen - <<'TEXT'
async-poll: resolves with OPEN
promise-poller: resolves with OPEN
promise-poller, shouldContinue: still asks after its fifth time
async-wait-until, the status itself: resolves with OPEN
async-wait-until, a comparison: rejects
TEXT
