#!/usr/bin/env bash
# coinpayments-ipn 1.0.0 (npm), CoinPayments. It writes a notification that was read again before it checks its signature, by JavaScript's rules. CoinPayments writes it by PHP's, which also encode
# ! ' ( ) * and ~. A payment by O'Brien, or for a "Shirt (M)", doesn't fit: verify is false, and the order stays unpaid although the coins have come.
# Safe: an HMAC-SHA512 of your own over the body's bytes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts coinpayments-ipn@1.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const { parse } = require("node:querystring");
const { verify } = require("coinpayments-ipn");
// http_build_query of PHP
const encoded = (text) => encodeURIComponent(text).replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+");
for (const [last_name, item_name] of [["Smith", "Shirt M"], ["O'Brien", "Shirt M"], ["Smith", "Shirt (M)"], ["Smith", "Sale!"]]) {
  const paid = { ipn_version: "1.0", status: "100", amount1: "50.00", currency1: "USD", last_name, item_name, custom: "" };
  const body = Object.entries(paid).map(([name, value]) => `${name}=${encoded(value)}`).join("&");
  const signature = createHmac("sha512", "s").update(body).digest("hex");
  console.log(`${last_name}, ${item_name}: ${verify(signature, "s", parse(body))}`);
}
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
Smith, Shirt M: true
O'Brien, Shirt M: false
Smith, Shirt (M): false
Smith, Sale!: false
TEXT
