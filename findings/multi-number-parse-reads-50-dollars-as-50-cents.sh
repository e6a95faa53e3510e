#!/usr/bin/env bash
# multi-number-parse 1.1.0 (npm), which reads "numbers in any valid format": a currency sign before a whole number counts as its decimal point. $50 is 0.5,
# $1000 is 0.1 and -$50 is -0.5, as are €50 and £50. $500 is 500, because three digits may be a group. With cents the same price is NaN, so nobody is
# charged a wrong $19.99, but whoever pays $20 pays 20 cents.
# Safe: take the currency sign off first, or send prices as digits and a point.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts multi-number-parse@1.1.0 >/dev/null
cat >prices.cjs <<'JS'
const parse = require("multi-number-parse").default;
for (const text of ["50", "50$", "50 €", "$50", "€50", "£5", "-$50", "$500", "$1000", "$19.99", "$1,234", "HK$50", "1e2"]) console.log(`${text}: ${parse(text)}`);
JS
node prices.cjs | tee seen
diff seen - <<'TEXT'
50: 50
50$: 50
50 €: 50
$50: 0.5
€50: 0.5
£5: 0.5
-$50: -0.5
$500: 500
$1000: 0.1
$19.99: NaN
$1,234: NaN
HK$50: NaN
1e2: 1.2
TEXT
