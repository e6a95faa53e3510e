#!/usr/bin/env bash
# sdk-node-apis-efi 2.0.1 (npm), the official client of Efí, a bank of Brazil: a Pix code made with oneTime has "12" in field 02, which stands for a merchant's
# account with a card scheme, instead of field 01, which says that a code can be used once. Without that, it can be paid any number
# of times. A text beside a random key, which has 36 characters, of more than 37 makes field 26 longer than its two digits can say:
# "26100…" reads as a field of 10 characters, and the rest of the code can't be read.
# Safe: make a charge by the bank's API (pixCreateImmediateCharge), which can be paid once, and keep texts short.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sdk-node-apis-efi@2.0.1 >/dev/null
cat >shop.mjs <<'JS'
import * as efi from "sdk-node-apis-efi";
const Client = efi.default ?? efi.EfiPay;
const client = new Client({ sandbox: true, client_id: "c", client_secret: "s" });
const fields = (code) => {
  const read = [];
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    if (Number.isNaN(length) || at + 4 + length > code.length) return [...read, "unreadable"];
    read.push(code.slice(at, at + 2));
    at += 4 + length;
  }
  return read;
};
const shop = { chave: "123e4567-e12b-12d1-a456-426655440000", merchantName: "LOJA", merchantCity: "SAO PAULO", transactionAmount: 19.99, txid: "A1" };
for (const [what, more] of [["any number of times", {}], ["once", { oneTime: true }], ["with 37 characters", { infoAdicional: "x".repeat(37) }], ["with 38 characters", { infoAdicional: "x".repeat(38) }]]) {
  const { qrcode } = await client.pixGenerateStaticQRCode({ ...shop, ...more });
  console.log(what.padEnd(19), `${qrcode.slice(0, 18)}…`, "fields:", fields(qrcode).join(" "));
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
any number of times 00020126580014br.g… fields: 00 26 52 53 54 58 59 60 62 63
once                000201020212265800… fields: 00 02 26 52 53 54 58 59 60 62 63
with 37 characters  00020126990014br.g… fields: 00 26 52 53 54 58 59 60 62 63
with 38 characters  000201261000014br.… fields: 00 26 unreadable
TEXT
