#!/usr/bin/env bash
# wget2 1.99.1 (Debian 12) with --post-file or --post-data: it sends a sale whose answer is lost again until --tries is used up, 20 times in three minutes by default. Then, as after a
# declined card (402), a 503 and an answer that is cut in its middle, its exit code is 0, with or without --quiet, where Wget's is 4 or 8. So a script with set -e goes on and ships. And after a redirect by
# 301, 302 or 303 it sends the sale again to the new address, where Wget and browsers send a GET; a 303 says that the sale was carried out.
# Safe: curl --fail-with-body, or wget2 with --tries=1 --max-redirect=0 and a look at the body.
# Needs Debian 12's wget2.
set -euo pipefail
command -v wget2 >/dev/null || { echo "needs Debian's package wget2"; exit 1; }
folder=$(mktemp -d)
trap 'kill "$id" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat >service.mjs <<'JS'
import http from "node:http";
import { writeFileSync } from "node:fs";
let sales = 0;
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method !== "POST") {
      response.setHeader("connection", "close").end(String(sales));
      sales = 0;
      return;
    }
    sales++;
    if (request.url === "/lost") return request.socket.destroy();
    if (request.url === "/cut") {
      response.writeHead(200, { "Content-Length": 40 }).write('{"amount":50');
      return setTimeout(() => request.socket.destroy(), 100);
    }
    const status = Number(request.url.slice(1));
    response.writeHead(status, status === 303 ? { Location: "/200" } : {}).end("{}");
  });
});
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node service.mjs & id=$!
for tries in $(seq 100); do [ -s port ] && break || sleep 0.1; done
address=127.0.0.1:$(cat port)
echo '{"merchantReference":"A-1","amount":50}' >sale
{
  for case in 402 503 cut 303; do
    code=0
    wget2 --quiet --output-document=answer --post-file=sale "http://$address/$case" || code=$?
    echo "$case: exit code $code, $(curl -s "$address") sales"
  done
  code=0
  wget2 --quiet --tries=3 --output-document=answer --post-file=sale "http://$address/lost" || code=$?
  echo "lost, 3 tries: exit code $code, $(curl -s "$address") sales"
} | tee seen
wget2 --help | grep "Number of tries for each download. (default 20)"
diff seen - <<'TEXT'
402: exit code 0, 1 sales
503: exit code 0, 1 sales
cut: exit code 0, 1 sales
303: exit code 0, 2 sales
lost, 3 tries: exit code 0, 3 sales
TEXT
