#!/usr/bin/env bash
# Varnish 7.1.1 (Debian 12's package, needed here) between a shop and its payment service: on a connection to the service that was used before, it sends a POST without a body again by itself if the
# service takes it and closes the connection. A capture, a void or a refund of everything, whose address says it all, is carried out twice, and the shop gets a 503 if the second answer is lost as well, else
# the second's answer. A sale, a POST with a body, goes once; so does each call on a new connection, and so do both with nginx, HAProxy and lighttpd.
# Safe: a body, if it is only {}; or the header Connection: close in vcl_backend_fetch for POST.
set -euo pipefail
[ -x /usr/sbin/varnishd ] || { echo "needs Debian's package varnish"; exit 1; }
folder=$(mktemp -d)
chmod 755 "$folder"
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
cat >service.mjs <<'JS'
import http from "node:http";
import { writeFileSync } from "node:fs";
let calls = [];
const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    if (request.url === "/calls") {
      response.setHeader("connection", "close").end(calls.join(", "));
      calls = [];
    } else if (request.url === "/ping") response.end("{}");
    else {
      calls.push(`${request.method} ${request.url}${body ? " with a body" : ""}`);
      request.socket.destroy();
    }
  });
});
server.keepAliveTimeout = 60000;
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node service.mjs & ids=$!
for tries in $(seq 100); do [ -s port ] && break || sleep 0.1; done
service=127.0.0.1:$(cat port)
printf 'vcl 4.1;\nbackend service { .host = "127.0.0.1"; .port = "%s"; }\n' "$(cat port)" >shop.vcl
mkdir varnish
varnishd -F -a 127.0.0.1:24863 -f "$folder/shop.vcl" -n "$folder/varnish" -s malloc,32m >varnish.log 2>&1 & ids="$ids $!"
varnish=127.0.0.1:24863
for tries in $(seq 100); do curl -s -o ready "http://$varnish/ping" && break || sleep 0.2; done
call() {
  curl -s -o /dev/null -d "{}" "http://$varnish/ping"
  sleep 0.3
  echo "$(curl -s -o /dev/null -w '%{http_code}' -X POST "${@:2}" "http://$varnish$1"): $(curl -s "http://$service/calls")"
}
{
  call /orders/A-1/sale -H "Content-Type: application/json" -d '{"amount":50}'
  call /orders/A-1/capture -H "Content-Length: 0"
  call /orders/A-1/refund -H "Content-Length: 0"
} | tee seen
diff seen - <<'TEXT'
503: POST /orders/A-1/sale with a body
503: POST /orders/A-1/capture, POST /orders/A-1/capture
503: POST /orders/A-1/refund, POST /orders/A-1/refund
TEXT
