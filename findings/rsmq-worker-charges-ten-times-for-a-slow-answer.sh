#!/usr/bin/env bash
# rsmq-worker 0.5.2 on Redis (npm). A job that takes longer than `timeout`, 3 seconds, is given up on while it goes on, and its call of next() counts no more: the message stays, and comes again after `invisibletime`, 30 seconds, until it has come
# ten times. So a charge that takes four seconds is made ten times, and ends well each time; then the message is dropped. The next message is taken beside it.
# After a worker that was killed in the middle the message comes again as well. In kue 0.11.6 it never does: the job stays active, also with attempts(3) and watchStuckJobs.
# The times are shorter here. Safe: timeout: 0, or one that is longer than the payment service's; invisibletime above it; an order's row that says that its charge has begun.
# Needs redis-server.
set -euo pipefail
command -v redis-server >/dev/null || { echo "needs Debian's package redis-server"; exit 1; }
folder=$(mktemp -d)
cleanup() { kill ${redis:-} 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts kue@0.11.6 rsmq-worker@0.5.2 >/dev/null 2>&1
port=$(node -e 'const server = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
redis-server --port "$port" --bind 127.0.0.1 --save '' >/dev/null & redis=$!
for tries in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break || sleep 0.1; done
cat >shop.cjs <<'JS'
const fs = require("node:fs");
const [, , library, what, queue, seconds = "3"] = process.argv;
const connection = { host: "127.0.0.1", port: Number(process.env.PORT) };
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function charge(order) {
  fs.appendFileSync(`${queue}.charges`, `${order}\n`);
  if (what === "die") process.kill(process.pid, "SIGKILL");
  if (what === "slow" && order === "A-1") await wait(700);
  fs.appendFileSync(`${queue}.ends`, `${order}\n`);
}
if (library === "kue") {
  const jobs = require("kue").createQueue({ prefix: queue, redis: connection });
  jobs.watchStuckJobs(500);
  if (what === "send") jobs.create("charge", {}).attempts(3).save(() => process.exit());
  else jobs.process("charge", (job, done) => charge("A-1").then(() => done()));
} else {
  const Worker = require("rsmq-worker");
  const worker = new Worker(queue, { ...connection, invisibletime: 1, timeout: 400, interval: [0.1] });
  worker.on("exceeded", ({ rc }) => fs.writeFileSync(`${queue}.dropped`, String(rc)));
  if (what === "send") worker.send("A-1", 0, () => worker.send("A-2", 0, () => process.exit()));
  else worker.on("message", (order, next) => charge(order).then(() => next())).start();
}
if (what !== "send") setTimeout(() => process.exit(), Number(seconds) * 1000);
JS
run() { PORT=$port NODE_NO_WARNINGS=1 node shop.cjs "$@" 2>/dev/null || true; }
count() { sort "$1" | uniq -c | awk '{print $2 " " $1}' | paste -sd, | sed 's/,/, /g'; }
{
  run rsmq send slow
  run rsmq slow slow 20
  echo "a charge that takes longer than timeout: $(count slow.charges); ended well: $(count slow.ends); dropped: $([ -e slow.dropped ] && echo yes || echo no)"
  run rsmq send fine
  run rsmq fine fine 4
  echo "a quick one: $(count fine.charges)"
  for library in rsmq kue; do
    run $library send "$library"
    run $library die "$library"
    run $library fine "$library" 8
    echo "a worker dies, $library: $(count "$library.charges")"
  done
} 2>/dev/null | tee seen
diff seen - <<'TEXT'
a charge that takes longer than timeout: A-1 10, A-2 1; ended well: A-1 10, A-2 1; dropped: yes
a quick one: A-1 1, A-2 1
a worker dies, rsmq: A-1 2, A-2 1
a worker dies, kue: A-1 1
TEXT
