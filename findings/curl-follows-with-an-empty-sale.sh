#!/usr/bin/env bash
# curl 7.88.1 (Debian 12's curl, needed here) with -X POST and -L follows a 301, 302 or 303 with a POST that has no body; without -X it sends a GET.
# So does CURLOPT_CUSTOMREQUEST in PHP and other bindings. A service that answers errors with the status 200 lets such a call look answered, while
# nothing was sold. Only 307 and 308 keep the body.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -n "${service:-}" ] && kill "$service"; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
curl --version | cut -d' ' -f1-2 | head -1
cat >service.mjs <<'JS'
import http from "node:http";
http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    const status = Number(request.url.slice(1));
    if (status) return response.writeHead(status, { Location: "/sale" }).end();
    response.end(`${request.method} '${body}'`);
  });
}).listen(24859, "127.0.0.1");
JS
node service.mjs & service=$!
for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/24859) 2>/dev/null && break || sleep 0.2; done
seen=$(for status in 301 302 303 307; do
  echo "$status: $(curl -sL -d amount=50 127.0.0.1:24859/$status); with -X POST: $(curl -sL -X POST -d amount=50 127.0.0.1:24859/$status)"
done)
echo "$seen"
expected="301: GET ''; with -X POST: POST ''
302: GET ''; with -X POST: POST ''
303: GET ''; with -X POST: POST ''
307: POST 'amount=50'; with -X POST: POST 'amount=50'"
[ "$seen" = "$expected" ]
