#!/usr/bin/env bash
# @braintree/sanitize-url 7.1.2 (npm, 26 million downloads a month) decodes an address before it checks it, and gives the decoded one back. A shop that cleans the
# address to which a shopper returns so loses its escapes: the order A+1, sent as A%2B1, is read as "A 1"; A&B is read as A; an order #51 has no
# reference at all, as the rest is a fragment. An address within an address ends at its first "&".
# Safe: check with it, but redirect to the address as it was: if (sanitizeUrl(url) !== "about:blank") redirect(url).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @braintree/sanitize-url@7.1.2 >/dev/null
cat >shop.cjs <<'JS'
const { sanitizeUrl } = require("@braintree/sanitize-url");
const returned = (url) => new URL(url).searchParams.get("reference");
for (const reference of ["A-1", "A+1", "A&B", "#51", "https://shop.example/back?a=1&b=2"]) {
  const url = `https://shop.example/back?reference=${encodeURIComponent(reference)}`;
  console.log(`${returned(url)} becomes ${returned(sanitizeUrl(url)) || "nothing"}: ${sanitizeUrl(url)}`);
}
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
A-1 becomes A-1: https://shop.example/back?reference=A-1
A+1 becomes A 1: https://shop.example/back?reference=A+1
A&B becomes A: https://shop.example/back?reference=A&B
#51 becomes nothing: https://shop.example/back?reference=#51
https://shop.example/back?a=1&b=2 becomes https://shop.example/back?a=1: https://shop.example/back?reference=https://shop.example/back?a=1&b=2
TEXT
