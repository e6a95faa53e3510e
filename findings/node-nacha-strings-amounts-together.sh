#!/usr/bin/env bash
# @midlandsbank/node-nacha 0.4.0 (npm). Credits whose amounts are texts, "1999" and "5000", as a database or a form gives them, have a batch total of
# 19995000 in the ACH file: 199,950.00 instead of 69.99. Of a longer amount, the last ten characters are sent: 12345678901 cents lose their first digit,
# and 19.99 * 100, which is 1998.9999999999998, pays out 99,999,999.98 dollars. 1.1 * 100 pays out one cent. The totals agree, so there is no error.
# Safe: give Math.round of the cents, and compare the file's total with your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @midlandsbank/node-nacha@0.4.0 >/dev/null
cat >file.cjs <<'JS'
const nacha = require("@midlandsbank/node-nacha");
const file = (amounts) => {
  let batch = nacha.create({ from: { name: "Shop", fein: "123456789" }, for: { name: "Bank", routing: "123456780" } });
  batch = batch.ccd({ effectiveDate: "260131", description: "Payout", note: "", date: "Jan 31" });
  for (const amount of amounts) batch = batch.credit({ name: "Seller", account: { num: "1", type: "C" }, routing: "987654320", amount });
  const lines = nacha.from(batch).to("ach").split("\n");
  const credits = lines.filter((line) => line.startsWith("6")).map((line) => line.slice(29, 39));
  console.log(JSON.stringify(amounts), "credits", credits.join(" "), "total", lines.find((line) => line.startsWith("8")).slice(32, 44));
};
file([1999, 5000]);
file(["1999", "5000"]);
file([12345678901]);
file([19.99 * 100]);
file([1.1 * 100]);
JS
node file.cjs | tee seen
diff seen - <<'TEXT'
[1999,5000] credits 0000001999 0000005000 total 000000006999
["1999","5000"] credits 0000001999 0000005000 total 000019995000
[12345678901] credits 2345678901 total 012345678901
[1998.9999999999998] credits 9999999998 total 999999999998
[110.00000000000001] credits 0000000001 total 000000000001
TEXT
