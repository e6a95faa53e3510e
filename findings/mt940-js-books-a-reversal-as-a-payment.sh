#!/usr/bin/env bash
# mt940-js 1.0.0 (npm). The mark RC in a bank statement takes a credit back, and RD a debit. It reads RC as C and RD as D, and keeps no trace of the R. So a
# payment that the bank took back counts as paid twice. The entry date 0102 after the value date 251231 is of 2025, not of 2026.
# Safe: look for RC and RD in the :61: lines before you read the statement.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mt940-js@1.0.0 tslib@2.8.1 >/dev/null
cat >statement.mt940 <<'TEXT'
:20:STATEMENT
:25:DE89370400440532013000
:28C:1/1
:60F:C251230EUR100,00
:61:2512310102C50,00NTRFA-1//B-1
:86:PAID
:61:2512311231RC50,00NTRFA-1//B-2
:86:TAKEN BACK
:62F:C251231EUR100,00
-
TEXT
cat >read.cjs <<'JS'
const statement = require("fs").readFileSync("statement.mt940");
require("mt940-js").read(statement).then(([{ openingBalance, transactions, closingBalance }]) => {
  for (const one of transactions) console.log(one.customerReference, one.isCredit ? "credit" : "debit", one.amount, one.entryDate);
  const sum = transactions.reduce((all, one) => all + (one.isCredit ? one.amount : -one.amount), openingBalance.value);
  console.log("sum " + sum + ", closing balance " + closingBalance.value);
});
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
A-1 credit 50 2025-01-02
A-1 credit 50 2025-12-31
sum 200, closing balance 100
TEXT
