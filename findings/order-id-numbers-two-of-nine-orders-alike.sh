#!/usr/bin/env bash
# order-id 2.2.0 (npm), numbers of orders, "unique down to the millisecond". A number is a scrambled time in milliseconds and one random digit, which is never 0 or 9: eight numbers for each time. Made from
# the time of the order in a database that keeps whole seconds, of nine orders in one second two have one number, at the latest. Made from the clock, two orders in one millisecond, on two tills or in one batch, are alike
# one time in eight. A sale under a number that was there before is refused, or answers the other order.
# Safe: a unique index on the number, and another try; or a number that counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts order-id@2.2.0 >/dev/null
cat >shop.cjs <<'JS'
const numbers = require("order-id")("a secret of the shop");
const made = (count, time) => new Set(Array.from({ length: count }, () => numbers.generate(time))).size;
const nine = made(9, "2026-11-30T12:00:00Z");
console.log(`nine orders of one second: ${nine < 9 ? "two or more share a number" : `${nine} numbers`}`);
const most = made(10000, "2026-11-30T12:00:00Z");
console.log(`numbers that one second has: ${most}`);
const times = Array.from({ length: 10000 }, (_, index) => 1795000000000 + index);
const alike = times.filter((time) => numbers.generate(time) === numbers.generate(time)).length / times.length;
console.log(`two orders of one millisecond are alike: ${Math.abs(alike - 1 / 8) < 0.02 ? "about one time in eight" : alike}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
nine orders of one second: two or more share a number
numbers that one second has: 8
two orders of one millisecond are alike: about one time in eight
TEXT
