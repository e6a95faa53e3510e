#!/usr/bin/env bash
# talkback 4.2.0 (npm) answers a call that it knows from its tape, while it still records: a second query of an order gets the first one's OPEN, and
# a shop that waits for SUCCESS waits for ever, though the order is paid. The tape holds JSON as numbers: in the next run an order id of 19 digits
# is another one, and 50.00 is 50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts talkback@4.2.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const talkback = require("talkback");
let queries = 0;
const service = http.createServer((request, response) => {
  request.resume();
  const status = ++queries === 1 ? "OPEN" : "SUCCESS";
  response.setHeader("Content-Type", "application/json");
  response.end(`{"id":1000000000000000001,"status":"${status}","amount":50.00}`);
});
service.listen(0, "127.0.0.1", async () => {
  const host = `http://127.0.0.1:${service.address().port}`;
  const options = { host, port: 24853, path: "tapes", record: "NEW", silent: true, summary: false };
  for (const run of ["recording", "next run"]) {
    const tape = talkback(options);
    await new Promise((ready) => tape.start(ready));
    for (let times = 0; times < 2; times++) {
      const body = '{"merchantReference":"A-1"}';
      const headers = { "Content-Type": "application/json", Connection: "close" };
      const answer = await fetch("http://127.0.0.1:24853/query", { method: "POST", headers, body });
      console.log(`${run}: ${(await answer.text()).replace(/\s/g, "")}`);
    }
    await new Promise((closed) => tape.close(closed));
  }
  console.log(`the service was asked ${queries} times`);
  process.exit();
});
JS
seen=$(node shop.cjs)
echo "$seen"
expected='recording: {"id":1000000000000000001,"status":"OPEN","amount":50.00}
recording: {"id":1000000000000000001,"status":"OPEN","amount":50.00}
next run: {"id":1000000000000000000,"status":"OPEN","amount":50}
next run: {"id":1000000000000000000,"status":"OPEN","amount":50}
the service was asked 1 times'
[ "$seen" = "$expected" ]
