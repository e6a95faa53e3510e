#!/usr/bin/env bash
# bullmq 6.7.0 (npm), needs redis-server (Debian). A shop's renewals are job schedulers that it upserts when it starts. limit counts from the upsert: three instalments are three more after each
# start. After endDate it charges once more. An upsert with another interval, such as 31 days instead of 30, charges at once, and with `immediately` each start
# of the shop does. The same interval with another amount keeps its time.
# bull 4.16.5's `every` counts from 1970: the first charge of "every 30 days" comes with the next multiple, in up to 30 days, and on the same instant for all customers.
# Safe: a job for each charge, added by the charge before it, and a count of your own in the order.
set -euo pipefail
folder=$(mktemp -d)
redis-server --port 0 --unixsocket "$folder/redis.sock" --save '' --daemonize no >/dev/null &
redis=$!
trap 'kill "$redis"; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bullmq@6.7.0 bull@4.16.5 >/dev/null
cat >shop.mjs <<'JS'
import Bull from "bull";
import { Queue, Worker } from "bullmq";
const connection = { path: "redis.sock" };
const day = 86_400_000;
const wait = (time) => new Promise((done) => setTimeout(done, time));
const shop = async (name) => {
  const queue = new Queue(name, { connection });
  const charges = [];
  const worker = new Worker(name, async () => charges.push(Date.now()), { connection });
  const start = (repeat) => queue.upsertJobScheduler("renewal", repeat, { name: "charge" });
  const settled = async () => {
    for (let before = -1; before !== charges.length; await wait(2000)) before = charges.length;
    return charges.length;
  };
  return { charges, start, settled, close: () => Promise.all([worker.close(), queue.close()]) };
};
const limit = async () => {
  const { start, settled, close } = await shop("limit");
  await start({ every: 500, limit: 3 });
  const first = await settled();
  await start({ every: 500, limit: 3 });
  console.log(`limit 3: charged ${first}; after a start of the shop ${await settled()}`);
  await close();
};
const end = async () => {
  const { charges, start, close } = await shop("end");
  const endDate = Date.now() + 3000;
  await start({ every: 2000, endDate });
  await wait(9000);
  console.log(`endDate: charged ${charges.filter((time) => time > endDate).length} after it`);
  await close();
};
const again = async (name, ...repeats) => {
  const { start, settled, close } = await shop(name);
  const counts = [];
  for (const repeat of repeats) {
    await start(repeat);
    counts.push(await settled());
  }
  console.log(`${name}: charged ${counts.join(", ")}`);
  await close();
};
await limit();
await end();
await again("30 days, and again", { every: 30 * day }, { every: 30 * day });
await again("30 days, then 31", { every: 30 * day }, { every: 31 * day });
const monthly = { pattern: "0 9 29 2 *", immediately: true };
await again("immediately, and again", monthly, monthly);
const old = new Bull("old", { redis: connection });
await old.add("charge", {}, { repeat: { every: 30 * day } });
const [{ timestamp, opts }] = await old.getDelayed();
console.log(`bull: the first charge of 30 days comes on a multiple of 30 days since 1970: ${Math.abs(((timestamp + opts.delay + 500) % (30 * day)) - 500) < 500}`);
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
limit 3: charged 3; after a start of the shop 6
endDate: charged 1 after it
30 days, and again: charged 1, 1
30 days, then 31: charged 1, 2
immediately, and again: charged 1, 2
bull: the first charge of 30 days comes on a multiple of 30 days since 1970: true
TEXT
