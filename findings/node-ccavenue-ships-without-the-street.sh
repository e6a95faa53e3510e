#!/usr/bin/env bash
# node-ccavenue 1.0.5 (npm), CCAvenue of India. The answer of a payment is split at commas after it was split at its own separators. An address "Flat 5, 12 MG Road" arrives as Flat 5,
# the reference A,1 as A, and a value ends at its second "=". Quotes and brackets are taken out: O'Brien is OBrien. The goods go to half an address. On the way out, names aren't encoded, so
# what follows an "&" in a shopper's address is lost, too.
# Safe: URLSearchParams of shop.decrypt(answer), and encodeURIComponent for each value that you send.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-ccavenue@1.0.5 >/dev/null
cat >shop.cjs <<'JS'
const { Configure } = require("node-ccavenue");
const shop = new Configure({ merchant_id: "m", working_key: "0123456789ABCDEF0123456789ABCDEF" });
// CCAvenue's own answer, encrypted as it encrypts it.
const answered = shop.encrypt("order_id=A,1&order_status=Success&amount=1234.50&delivery_name=Sean O'Brien&delivery_address=Flat 5, 12 MG Road&merchant_param1=a=b");
for (const [name, value] of Object.entries(shop.redirectResponseToJson(answered))) console.log(`${name}: ${value}`);
const sent = shop.decrypt(shop.getEncryptedOrder({ order_id: "A-1", amount: "1234.50", delivery_address: "Tea & Co, MG Road" }));
console.log(`CCAvenue reads the address: ${new URLSearchParams(sent).get("delivery_address")}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
1: undefined
order_id: A
order_status: Success
amount: 1234.50
delivery_name: Sean OBrien
delivery_address: Flat 5
 12 MG Road: undefined
merchant_param1: a
CCAvenue reads the address: Tea 
TEXT
