#!/usr/bin/env bash
# creditcards 5.0.0 (npm) says that a UnionPay number such as 6200000000000005 is Maestro, and valid; numbers that begin with 81 have no type.
# A shop that offers VISA, Mastercard and UnionPay by its answer offers nothing for these cards.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts creditcards@5.0.0 >/dev/null
seen=$(node -e '
  const { card } = require("creditcards");
  console.log(["6200000000000005", "6200000000000047", "8100000000000000", "4111111111111111"].map((number) => card.type(number) + " " + card.isValid(number)).join(", "));
')
echo "seen:     $seen"
expected="Maestro true, Maestro true, undefined false, Visa true"
echo "expected: $expected"
[ "$seen" = "$expected" ]
