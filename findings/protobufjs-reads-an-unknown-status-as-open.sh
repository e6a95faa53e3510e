#!/usr/bin/env bash
# protobufjs 8.8.1 (npm), fromObject, which converts JSON. A status that the enum doesn't have (REFUNDED, or success in small letters) is left out, so the
# reader gets the first one, OPEN. "1,999" cents are 0, "19.99" are 19, and 3000000000 are negative. A member merchant_reference, as the .proto file spells
# it, is dropped, and the text "false" is true. So an order that was given back counts as unpaid, and is charged again. There is no error.
# Safe: verify() before, and compare what was decoded with what was sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts protobufjs@8.8.1 >/dev/null
cat >orders.cjs <<'JS'
const { parse } = require("protobufjs");
const proto = 'syntax = "proto3"; enum Status { OPEN = 0; SUCCESS = 1; } message Order { string merchant_reference = 1; int32 cents = 2; Status status = 3; bool recurring = 4; }';
const Order = parse(proto).root.lookupType("Order");
const sent = [{ status: "SUCCESS" }, { status: "REFUNDED" }, { status: "success" }, { cents: "1999" }, { cents: "1,999" }, { cents: "19.99" }, { cents: 3000000000 }, { merchantReference: "A-1" }, { merchant_reference: "A-1" }, { recurring: "false" }];
for (const order of sent) {
  const read = Order.toObject(Order.decode(Order.encode(Order.fromObject(order)).finish()), { defaults: true, enums: String });
  const member = Object.keys(order)[0].replace("_r", "R");
  console.log(JSON.stringify(order), "=>", JSON.stringify(read[member]));
}
JS
node orders.cjs | tee seen
diff seen - <<'TEXT'
{"status":"SUCCESS"} => "SUCCESS"
{"status":"REFUNDED"} => "OPEN"
{"status":"success"} => "OPEN"
{"cents":"1999"} => 1999
{"cents":"1,999"} => 0
{"cents":"19.99"} => 19
{"cents":3000000000} => -1294967296
{"merchantReference":"A-1"} => "A-1"
{"merchant_reference":"A-1"} => ""
{"recurring":"false"} => true
TEXT
