#!/usr/bin/env bash
# @lion/ui 0.21.1 (npm; @lion/input-amount had 13,000 downloads a month). An amount that is pasted into <lion-input-amount> loses its decimal point if
# the text has another full stop: "kr. 50.00" and "50.00 kr." become 5000, "Rs. 1,234.50" 123450. Of "Order 7: 50.00" it reads 750. A pasted "1,234" is
# 1.23 in British English, whose comma stands between thousands, while the same text typed is 1234. "50.00-", as tills print a refund, is 50.
# Safe: show the amount that was read beside the field, or refuse pasted text that is not digits with at most one point.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @lion/ui@0.21.1 jsdom@26.1.0 >/dev/null
cat >shop.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("<html lang=en-GB></html>", { url: "http://localhost/" });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
const { parseAmount } = await import("@lion/ui/input-amount.js");
const read = (text, mode) => parseAmount(text, { locale: "en-GB", currency: "EUR", mode });
for (const text of ["50.00", "kr. 50.00", "50.00 kr.", "Rs. 1,234.50", "Order 7: 50.00", "1,234", "50.00-"]) {
  console.log(text.padEnd(15), "typed", String(read(text, "auto")).padEnd(9), "pasted", read(text, "pasted"));
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
50.00           typed 50        pasted 50
kr. 50.00       typed undefined pasted 5000
50.00 kr.       typed undefined pasted 5000
Rs. 1,234.50    typed undefined pasted 123450
Order 7: 50.00  typed undefined pasted 750
1,234           typed 1234      pasted 1.23
50.00-          typed 50        pasted 50
TEXT
