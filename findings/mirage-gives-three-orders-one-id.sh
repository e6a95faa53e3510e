#!/usr/bin/env bash
# Mocks that keep orders, and an id of 19 digits, as payment services have. miragejs 0.1.48 (npm) numbers new records by the greatest id plus 1, and
# a double plus 1 is the same number: the next orders get the id of the first. json-server 0.17.4 refuses each new order from then on, "duplicate id". It
# ignores a filter by a member that no order has yet: a query for ?parentOrderId=7 is answered with all orders, and the shop takes a paid one for its own.
# A second order with an id that is taken overwrites the first one in miragejs.
# Safe: ids as texts, a member for each filter in the first data, and the service's own sandbox for ids and duplicates.
set -euo pipefail
folder=$(mktemp -d)
started=()
cleanup() { for one in "${started[@]}"; do kill "$one"; done; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts miragejs@0.1.48 json-server@0.17.4 >/dev/null
cat >mirage.cjs <<'JS'
const { Model, createServer } = require("miragejs");
const server = createServer({ models: { order: Model }, environment: "test", logging: false });
server.create("order", { id: 1000000000000000001, reference: "A-1" });
for (const reference of ["A-2", "A-3"]) server.create("order", { reference });
console.log("miragejs:", server.db.orders.map(({ reference, id }) => `${reference} ${id}`).join(", "));
server.schema.orders.create({ id: "B-1", amount: 50 });
server.schema.orders.create({ id: "B-1", amount: 99 });
console.log("miragejs, the same id:", server.db.orders.where({ id: "B-1" }).map(({ amount }) => amount).join(" and "));
server.shutdown();
JS
echo '{"orders":[{"id":1000000000000000001,"merchantReference":"A-1","status":"SUCCESS"}]}' >orders.json
node node_modules/json-server/lib/cli/bin.js --quiet --host 127.0.0.1 --port 24866 orders.json >/dev/null 2>&1 & started+=($!)
for tries in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/24866) 2>/dev/null && break || sleep 0.2; done
ask() { curl --silent --header 'Content-Type: application/json' "$@" "http://127.0.0.1:24866/orders$query" | tr -d '\n ' | sed 's/ateid.*/ateid/'; echo; }
{
  node mirage.cjs
  query="" ask --data '{"merchantReference":"A-2"}'
  query="?parentOrderId=7" ask
  query="?merchantReference=A-7" ask
} | tee seen
diff seen - <<'TEXT'
miragejs: A-1 1000000000000000000, A-2 1000000000000000000, A-3 1000000000000000000
miragejs, the same id: 99
Error:Insertfailed,duplicateid
[{"id":1000000000000000000,"merchantReference":"A-1","status":"SUCCESS"}]
[]
TEXT
