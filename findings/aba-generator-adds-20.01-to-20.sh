#!/usr/bin/env bash
# aba-generator 2.1.0 (npm) writes a bank's payment file. It rounds each line and, apart from that, the unrounded sum: three refunds of 20 / 3 are lines
# of 6.67, and the file's total is 20.00 instead of 20.01. Its documentation takes an amount as a text; that throws an unrelated error.
# Safe: give numbers that are rounded to cents, and shares that add up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts aba-generator@2.1.0 >/dev/null
cat >refund.cjs <<'JS'
const ABA = require("aba-generator");
const header = { bank: "ANZ", user: "Shop", userNumber: 1234, description: "Refunds", date: "290126" };
const order = { bsb: "061021", account: "123456", accountTitle: "Buyer", reference: "A-1", traceBsb: "061123", traceAccount: "1234567", remitter: "Shop" };
const refund = (...amounts) => {
  try {
    const lines = new ABA({ header }).generate(amounts.map((amount) => ({ ...order, transactionCode: ABA.CREDIT, amount }))).split(/\r?\n/);
    const cents = (line) => Number(line.slice(20, 30));
    console.log(lines.filter((line) => line[0] === "1").map(cents).join(" + "), "=", cents(lines.find((line) => line[0] === "7")));
  } catch (error) {
    console.log(amounts, error.message);
  }
};
refund(19.99, 0.29);
refund(20 / 3, 20 / 3, 20 / 3);
refund("50.00");
JS
node refund.cjs | tee seen
diff seen - <<'TEXT'
1999 + 29 = 2028
667 + 667 + 667 = 2000
[ '50.00' ] totals.reduce(...).toFixed is not a function
TEXT
