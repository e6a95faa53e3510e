#!/usr/bin/env bash
# rhea 3.0.5 (npm, AMQP 1.0, under Azure Service Bus and others): an order id of 19 digits as a BigInt is sent as an empty map, in a body and in an application
# property, without an error. Such an id from a peer in Java or .NET, a long or ulong above 2^53, is read as a Buffer of eight bytes, which JSON.stringify turns into a list.
# An order id as a text, and 19.99, arrive as they are. Safe: send ids as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts rhea@3.0.5 >/dev/null
cat >send.cjs <<'JS'
const { message, types } = require("rhea");
const orders = {
  "a BigInt": 1000000000000000001n,
  "a long, as Java writes it": types.wrap_long(Buffer.from("0de0b6b3a7640001", "hex")),
  "a text": "1000000000000000001",
  "an amount": 19.99,
};
for (const [name, value] of Object.entries(orders)) {
  const { body, application_properties } = message.decode(message.encode({ body: { order: value }, application_properties: { order: value } }));
  console.log(`${name}: ${JSON.stringify(body.order)}, ${JSON.stringify(application_properties.order)}`);
}
JS
node send.cjs | tee seen
diff seen - <<'TEXT'
a BigInt: {}, {}
a long, as Java writes it: {"type":"Buffer","data":[13,224,182,179,167,100,0,1]}, {"type":"Buffer","data":[13,224,182,179,167,100,0,1]}
a text: "1000000000000000001", "1000000000000000001"
an amount: 19.99, 19.99
TEXT
