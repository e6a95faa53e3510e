#!/usr/bin/env bash
# israeli-bank-scrapers 6.12.0 (npm) reads the account of a shop from its bank's pages. For Yahav, Union and Beyahad Bishvilha the first comma of an amount alone is
# taken out, so that a settlement of 1,234,567.89 shekels is booked as 1234. In the same package the readers of Beinleumi and Mizrahi
# take all commas out.
# Safe: a look at the balance of the statement, or amounts from the bank's own export.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent israeli-bank-scrapers@6.12.0 >/dev/null
tar xzf ./*.tgz package/lib/scrapers package/lib/constants.js
cat >read.cjs <<'JS'
const { readFileSync } = require("node:fs");
const _constants = require("./package/lib/constants.js");
// The reader of amounts alone, without a browser.
const reader = (bank) => {
  const [source] = readFileSync(`package/lib/scrapers/${bank}.js`, "utf8").match(/function getAmountData\(amountStr\) \{[\s\S]*?\n\}/);
  return new Function("_constants", `return (${source})`)(_constants);
};
for (const bank of ["yahav", "union-bank", "beyahad-bishvilha", "base-beinleumi-group"]) {
  const sign = bank.startsWith("b") ? "₪" : "";
  const amounts = ["234,567.89", "1,234,567.89"].map((amount) => reader(bank)(sign + amount)).map((read) => read.amount ?? read);
  console.log(`${bank}: ${amounts.join(" and ")}`);
}
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
yahav: 234567.89 and 1234
union-bank: 234567.89 and 1234
beyahad-bishvilha: 234567.89 and 1234
base-beinleumi-group: 234567.89 and 1234567.89
TEXT
