#!/usr/bin/env bash
# @toss/utils 1.6.1 (npm), amounts as Koreans write them. formatToKRW cuts a number into groups of four digits with its minus among them: a refund whose digits fill the groups, of 1,234 or 13,209,802 won, has a
# group that is only a minus, and is shown as NaN. One of 12,345 won is right. With floorUnit a refund of 5,000 won is shown as one of 10,000.
# Safe: format the amount without its sign, and put the minus before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @toss/utils@1.6.1 >/dev/null
cat >shop.cjs <<'JS'
const { formatToKRW, formatToKoreanNumber } = require("@toss/utils");
for (const won of [1234, -1234, -12345, -13209802]) console.log(`${won}: ${formatToKRW(won)}`);
console.log(`-5000 in ten thousands: ${formatToKoreanNumber(-5000, { floorUnit: 10000 })}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
1234: 1,234원
-1234: NaN만 1,234원
-12345: -1만 2,345원
-13209802: NaN억 1,320만 9,802원
-5000 in ten thousands: -1만
TEXT
