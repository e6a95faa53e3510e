#!/usr/bin/env bash
# tinyproxy 1.11.1 (Debian 12's package, needed here) closes the connection after each answer, but leaves out the header that says so. A client that
# keeps connections alive sends its next sale into the closed one: the service never sees it, and the shop has an error as after a lost answer.
# A client that sends it again by itself hides this. Safe: the header Connection: close in the request.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
apt-get download -q tinyproxy-bin >/dev/null 2>&1
dpkg-deb --extract tinyproxy-bin_*.deb .
dpkg-deb --field tinyproxy-bin_*.deb Version
cat >service.mjs <<'JS'
import http from "node:http";
let seen = 0;
http.createServer((request, response) => {
  request.resume();
  if (request.method === "POST") seen++;
  response.end(String(seen));
}).listen(24857, "127.0.0.1");
JS
node service.mjs & ids=$!
printf 'Port 24858\nListen 127.0.0.1\nTimeout 60\nReversePath "/" "http://127.0.0.1:24857/"\nReverseOnly Yes\n' >tinyproxy.conf
usr/bin/tinyproxy -d -c tinyproxy.conf >/dev/null 2>&1 & ids="$ids $!"
for port in 24857 24858; do for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break || sleep 0.2; done; done
cat >shop.mjs <<'JS'
import http from "node:http";
const agent = new http.Agent({ keepAlive: true });
const send = (port, method, agent) =>
  new Promise((ended) => {
    const request = http.request({ host: "127.0.0.1", port, method, agent }, (response) => {
      const { connection } = response.headers;
      let body = "";
      response.on("data", (part) => (body += part)).on("end", () => ended({ body, connection }));
    });
    request.on("error", ({ code }) => ended({ body: code }));
    request.end(method === "POST" ? "{}" : undefined);
  });
const first = await send(24858, "POST", agent);
console.log(`first sale: ${first.body}, Connection: ${first.connection}`);
console.log(`second sale: ${(await send(24858, "POST", agent)).body}`);
console.log(`the service saw: ${(await send(24857, "GET")).body}`);
process.exit();
JS
seen=$(node shop.mjs)
echo "$seen"
expected='first sale: 1, Connection: undefined
second sale: ECONNRESET
the service saw: 1'
[ "$seen" = "$expected" ]
