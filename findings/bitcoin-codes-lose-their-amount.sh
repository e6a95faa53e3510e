#!/usr/bin/env bash
# bip21 3.0.0 and bolt11 1.4.1 (npm), payment codes of Bitcoin and Lightning. A code in capitals, as QR codes hold them because that makes them smaller, is read with its address and without an amount: the shopper's page asks
# how much to pay. What a code says must be understood (req-...), else it must not be paid, is passed over. An order that a coupon brings to 0 becomes a Lightning invoice of any amount, which the shopper's wallet
# fills. An invoice of 2500.5 satoshis has satoshis undefined, a price of nothing for who reads that member alone.
# Safe: lower-case names of the parameters; refuse unknown req- names; no invoice for 0; millisatoshis, which are always there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bip21@3.0.0 bolt11@1.4.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { decode } from "bip21";
import bolt11 from "bolt11";
const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const code = `bitcoin:${address}?amount=0.001`;
for (const [name, text] of [["a code of 0.001", code], ["in capitals", code.toUpperCase()], ["with req-expiry", `${code}&req-expiry=1`]]) {
  const { options } = decode(text);
  console.log(`${name}: amount ${options.amount}`);
}
const key = "e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734";
const tags = [{ tagName: "payment_hash", data: "0001020304050607080900010203040506070809000102030405060708090102" }, { tagName: "description", data: "order A-1" }];
for (const amount of [{ satoshis: 2500 }, { satoshis: 0 }, { millisatoshis: "2500500" }]) {
  const { paymentRequest } = bolt11.sign(bolt11.encode({ ...amount, tags, timestamp: 1796000000 }), key);
  const { satoshis, millisatoshis } = bolt11.decode(paymentRequest);
  console.log(`an invoice of ${JSON.stringify(amount)}: satoshis ${satoshis}, millisatoshis ${millisatoshis}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
a code of 0.001: amount 0.001
in capitals: amount undefined
with req-expiry: amount 0.001
an invoice of {"satoshis":2500}: satoshis 2500, millisatoshis 2500000
an invoice of {"satoshis":0}: satoshis null, millisatoshis null
an invoice of {"millisatoshis":"2500500"}: satoshis undefined, millisatoshis 2500500
TEXT
