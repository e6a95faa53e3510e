#!/usr/bin/env bash
# imask 7.6.1 (npm): a field with { mask: Number } has the decimal comma by default, and what stands in it is read with that. So a field
# whose value is 50.00, as a server writes it, becomes 5000, and the shop asks for a hundred times the money. A number that is
# set by typedValue is right. Safe: { mask: Number, radix: "." }.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts imask@7.6.1 >/dev/null
seen=$(node -e '
  const { default: IMask } = require("imask");
  const read = (options, text) => { const mask = IMask.createMask({ mask: Number, ...options }); mask.value = text; return mask.typedValue; };
  const typed = IMask.createMask({ mask: Number });
  typed.typedValue = 19.99;
  console.log(read({}, "50.00"), read({}, "19.99"), typed.value, read({ radix: "." }, "19.99"));
')
echo "seen:     $seen"
expected="5000 1999 19,99 19.99"
echo "expected: $expected"
[ "$seen" = "$expected" ]
