#!/usr/bin/env bash
# autocannon 9.0.0 (npm): a service that carries out a POST and then closes without an answer counts nowhere. Of 100 POSTs, 10 lost their answers:
# "errors", "timeouts", "non2xx" and "resets" are all 0, and only "sent" differs from the number of answers. So a load test of a payment service
# looks clean while one payment in ten is unknown to the shop.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts autocannon@9.0.0 >/dev/null
cat >load.mjs <<'JS'
import http from "node:http";
import autocannon from "autocannon";
let arrived = 0;
const service = http.createServer((request, response) => {
  request.resume().on("end", () => (++arrived % 10 === 0 ? request.socket.destroy() : response.end("{}")));
});
service.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${service.address().port}/sale`;
  const report = await autocannon({ url, method: "POST", body: "{}", amount: 100, connections: 4 });
  const { errors, timeouts, non2xx, resets, requests } = report;
  console.log(`arrived ${arrived}, sent ${requests.sent}, answered ${requests.total}`);
  console.log(JSON.stringify({ errors, timeouts, non2xx, resets, "2xx": report["2xx"] }));
  process.exit();
});
JS
seen=$(node load.mjs)
echo "$seen"
expected='arrived 100, sent 100, answered 90
{"errors":0,"timeouts":0,"non2xx":0,"resets":0,"2xx":90}'
[ "$seen" = "$expected" ]
