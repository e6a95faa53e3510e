#!/usr/bin/env bash
# @stoplight/prism-cli 5.16.0 (npm), as a proxy that checks the answers. The schema says integer, int64, and the service answers with an id of 19
# digits, which is one. Prism reads it as a double, finds it above 9007199254740991, and with --errors gives the shop a 500 for a sale that was made:
# the shop tries again, and the customer pays twice. Without --errors, the shop gets another id, and 50. On the way to the service a long number changes, too.
# As a mock, its example 1000000000000000001, 0051, 50.00 is answered as another id, 51 and 50, and multipleOf: 0.01 refuses 19.99.
# Safe: ids and references as texts in quotes, no multipleOf, and no --errors in front of a service that moves money.
set -euo pipefail
folder=$(mktemp -d)
started=()
cleanup() { for one in "${started[@]}"; do kill "$one"; done; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @stoplight/prism-cli@5.16.0 >/dev/null
cat >api.yaml <<'YAML'
openapi: 3.0.3
info: { title: pay, version: "1" }
paths:
  /sale:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { amount: { type: number, multipleOf: 0.01 } } }
      responses:
        "200":
          description: the order
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer, format: int64 }, amount: { type: number } } }
              example: { id: 1000000000000000001, merchantReference: 0051, amount: 50.00 }
YAML
cat >service.mjs <<'JS'
import http from "node:http";
http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    console.log("the service sold:", body);
    response.setHeader("Content-Type", "application/json").end('{"id":1000000000000000001,"amount":50.00}');
  });
}).listen(24861, "127.0.0.1");
JS
prism() { node node_modules/@stoplight/prism-cli/dist/index.js "$@" >>prism.log 2>&1 & started+=($!); }
node service.mjs >sold & started+=($!)
prism mock --host 127.0.0.1 --port 24862 api.yaml
prism proxy --host 127.0.0.1 --port 24863 api.yaml http://127.0.0.1:24861
prism proxy --errors --host 127.0.0.1 --port 24864 api.yaml http://127.0.0.1:24861
for port in 24861 24862 24863 24864; do for tries in $(seq 150); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break || sleep 0.3; done; done
sell() { echo "$1: $(curl --silent --max-time 60 --header 'Content-Type: application/json' --data "$3" --write-out ' %{http_code}' "http://127.0.0.1:$2/sale" |
  sed -E 's/.*"(code|severity)":.*"message":"([^"]*)".* /\2 /')"; }
{
  sell mock 24862 '{"amount":50.00}'
  sell "mock, 19.99" 24862 '{"amount":19.99}'
  sell proxy 24863 '{"n":1000000000000000001,"amount":50.00}'
  sell "proxy with --errors" 24864 '{"amount":50.00}'
  cat sold
} | tee seen
diff seen - <<'TEXT'
mock: {"id":1000000000000000000,"merchantReference":51,"amount":50} 200
mock, 19.99: Request body property amount must be multiple of 0.01 422
proxy: {"id":1000000000000000000,"amount":50} 200
proxy with --errors: Response body property id must be <= 9007199254740991 500
the service sold: {"n":1000000000000000000,"amount":50}
the service sold: {"amount":50}
TEXT
