#!/usr/bin/env bash
# postal-codes-js 2.5.2 (npm, 170,000 downloads a month), the check of an address before a checkout. Hong Kong, Macao, the Emirates and Qatar have no postal codes,
# and the package has no format for them; but it says "Missing postal code." for their shoppers, and takes any text, so that they
# make one up. Vietnam's codes have had five digits since 2018: it wants six. It answers with a text where one is wrong, which is true in an if.
# Safe: ask for a code only in countries that have one; validate(...) === true.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts postal-codes-js@2.5.2 >/dev/null
node -e '
  const { validate } = require("postal-codes-js");
  for (const country of ["HK", "MO", "AE", "QA"]) console.log(`${country}, no code: ${validate(country, "")}; "none": ${validate(country, "none")}`);
  for (const [country, code] of [["VN", "11022"], ["VN", "100000"], ["GB", "EC1A 1BB"]]) console.log(`${country}, ${code}: ${validate(country, code)}`);
' | tee seen
diff seen - <<'TEXT'
HK, no code: Missing postal code.; "none": true
MO, no code: Missing postal code.; "none": true
AE, no code: Missing postal code.; "none": true
QA, no code: Missing postal code.; "none": true
VN, 11022: Postal code 11022 is not valid for country VN
VN, 100000: true
GB, EC1A 1BB: true
TEXT
