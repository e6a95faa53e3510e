#!/usr/bin/env bash
# react-number-format 5.4.5 (npm): numericFormatter cuts digits instead of rounding them, so 1.15 * 100 is shown as 114.99, and
# 1234.565 as 1,234.56. The minus of an exponent is lost: a rest of 1e-7 is shown as 1e7.
# Safe: round before you format, Number(amount).toFixed(2).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react-number-format@5.4.5 react@19.3.1 react-dom@19.3.1 >/dev/null
seen=$(node -e '
  const { numericFormatter } = require("react-number-format");
  const shown = (amount) => numericFormatter(String(amount), { thousandSeparator: true, decimalScale: 2, fixedDecimalScale: true });
  console.log(shown(1.15 * 100), shown(1234.565), shown(0.0000001), shown(19.99));
')
echo "seen:     $seen"
expected="114.99 1,234.56 1e7.00 19.99"
echo "expected: $expected"
[ "$seen" = "$expected" ]
