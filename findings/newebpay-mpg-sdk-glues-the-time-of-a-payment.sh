#!/usr/bin/env bash
# newebpay-mpg-sdk 2.3.6 (npm), NewebPay of Taiwan. A notification is decrypted and then all of its spaces are taken out, since the padding is removed so. PayTime "2026-11-29 10:00:00" arrives as 2026-11-2910:00:00,
# which is no date: a shop that stores it as one fails for each payment. The description of the order, by which a shop may look it up, has no spaces either.
# Safe: take the tenth character of PayTime apart, and look orders up by MerchantOrderNo.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts newebpay-mpg-sdk@2.3.6 >/dev/null
cat >shop.cjs <<'JS'
const { createCipheriv } = require("node:crypto");
const { NewebpayClient } = require("newebpay-mpg-sdk");
const hashKey = "0123456789abcdef0123456789abcdef";
const hashIV = "0123456789abcdef";
const shop = new NewebpayClient({ merchantId: "m", hashKey, hashIV, env: "sandbox" });
const paid = { Status: "SUCCESS", Result: { MerchantOrderNo: "A1", ItemDesc: "red shirt M", PayTime: "2026-11-29 10:00:00", Amt: 100 } };
const cipher = createCipheriv("aes-256-cbc", hashKey, hashIV);
const { Result } = shop.parseTradeInfo(cipher.update(JSON.stringify(paid), "utf8", "hex") + cipher.final("hex"));
console.log(JSON.stringify(Result));
console.log(`PayTime is ${new Date(Result.PayTime)}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
{"MerchantOrderNo":"A1","ItemDesc":"redshirtM","PayTime":"2026-11-2910:00:00","Amt":100}
PayTime is Invalid Date
TEXT
