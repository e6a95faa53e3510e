#!/usr/bin/env bash
# emvco-qr-sdk 1.0.0 (npm) reads a payment's QR code by the EMVCo rules, and takes each text apart that looks like fields of a field. An amount of 5000
# looks like the field 50 without a content, so transactionAmount is { "50": "" }; 1203.50 is { "12": ".50" }. Of the whole amounts from 1 to 9999, 90
# become objects, in pesos or yen that is 1000, 1500, 5000 and the like. The checksum 1F00 does, too.
# Safe: parseMode TLV, and there the entry's value, which is the text as it stands.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts emvco-qr-sdk@1.0.0 >/dev/null
cat >read.cjs <<'JS'
const { parseQR } = require("emvco-qr-sdk");
const field = (tag, text) => tag + String(text.length).padStart(2, "0") + text;
const checksum = (text) => {
  let rest = 0xffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
  }
  return rest.toString(16).toUpperCase().padStart(4, "0");
};
const code = (amount) => {
  const account = field("26", field("00", "example.pay") + field("01", "1234567"));
  const shop = field("58", "CO") + field("59", "SHOP") + field("60", "BOGOTA");
  const text = field("00", "01") + field("01", "12") + account + field("52", "5411") + field("53", "170") + field("54", amount) + shop + "6304";
  return text + checksum(text);
};
const read = (amount) => parseQR(code(amount), { parseMode: "GLOBAL" }).transactionAmount;
const plain = (amount) => parseQR(code(amount), { parseMode: "TLV" }).find((one) => one.tag === "54").value;
for (const amount of ["50.00", "5000", "1500", "1203.50", "10000"]) console.log(amount, "is", JSON.stringify(read(amount)), "as TLV", plain(amount));
console.log("objects:", Array.from({ length: 9999 }, (_, before) => read(String(before + 1))).filter((one) => typeof one !== "string").length);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
50.00 is "50.00" as TLV 50.00
5000 is {"50":""} as TLV 5000
1500 is {"15":""} as TLV 1500
1203.50 is {"12":".50"} as TLV 1203.50
10000 is "10000" as TLV 10000
objects: 90
TEXT
