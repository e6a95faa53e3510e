#!/usr/bin/env bash
# Varnish 7.1.1 (Debian 12's package, needed here) before a service, with nothing in its VCL but the backend: an answer that doesn't say how long it may be kept is kept for 120 s, and given once more after it (grace). A page that polls
# GET /orders/A-1 sees OPEN for two minutes after the order is paid; an order that was asked for a moment too early is a 404 as long. The caller's key isn't part of the cache's: with X-Api-Key a second shop is told the first one's order.
# A call with Authorization or a Cookie is passed on. "Cache-Control: no-cache" in the call changes nothing.
# Safe: Cache-Control: no-store in each answer about an order, or polling by POST.
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
let status;
const server = http.createServer((request, response) => {
  if (request.method === "POST") status = request.url.slice(1);
  response.writeHead(status ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ status, askedBy: request.headers["x-api-key"] }));
});
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node service.mjs & ids=$!
for tries in $(seq 100); do [ -s port ] && break || sleep 0.1; done
printf 'vcl 4.1;\nbackend service { .host = "127.0.0.1"; .port = "%s"; }\n' "$(cat port)" >shop.vcl
mkdir varnish
varnishd -F -a 127.0.0.1:24864 -f "$folder/shop.vcl" -n "$folder/varnish" -s malloc,32m >varnish.log 2>&1 & ids="$ids $!"
varnish=http://127.0.0.1:24864
for tries in $(seq 100); do curl -s -o ready "$varnish/ping" && break || sleep 0.2; done
ask() { echo "$1: $(curl -s -w ' %{http_code}' "$varnish/orders/${2:-A-1}" "${@:3}")"; }
become() { curl -s -o /dev/null -d "" "$varnish/$1"; }
{
  ask "too early" B-2 -H "X-Api-Key: shop-1"
  become OPEN
  ask "OPEN" A-1 -H "X-Api-Key: shop-1"
  become PAID
  ask "PAID, asked again" A-1 -H "X-Api-Key: shop-1"
  ask "no-cache" A-1 -H "X-Api-Key: shop-1" -H "Cache-Control: no-cache"
  ask "another shop" A-1 -H "X-Api-Key: shop-2"
  ask "the other order" B-2 -H "X-Api-Key: shop-1"
  ask "with Authorization" A-1 -H "Authorization: Bearer shop-1"
  varnishadm -n "$folder/varnish" param.show default_ttl 2>&1 | grep "Value is"
} | tee seen
diff seen - <<'TEXT'
too early: {"askedBy":"shop-1"} 404
OPEN: {"status":"OPEN","askedBy":"shop-1"} 200
PAID, asked again: {"status":"OPEN","askedBy":"shop-1"} 200
no-cache: {"status":"OPEN","askedBy":"shop-1"} 200
another shop: {"status":"OPEN","askedBy":"shop-1"} 200
the other order: {"askedBy":"shop-1"} 404
with Authorization: {"status":"PAID"} 200
        Value is: 120.000 [seconds] (default)
TEXT
