#!/usr/bin/env bash
# xe-utils 4.0.13 (npm, under vxe-table), commafy: a text is parted by three characters from its end, its point among them. "1234.50" is right by luck, "1234.5" is shown as 123,4.5, and dinars with three
# decimals, "1234.567", as 12,34.567, whatever `digits` says. The number 1234.5 is shown as 1,235 without `digits`.
# Safe: Number() around the text, and `digits` of the currency.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xe-utils@4.0.13 >/dev/null
cat >price.cjs <<'JS'
const { commafy } = require("xe-utils");
for (const amount of ["1234.50", "1234.5", "999.5", "100000.5", "1234.567", "-1234.5"]) {
  console.log(`${amount}: as a text ${commafy(amount)}, with two digits ${commafy(amount, { digits: 2 })}; as a number ${commafy(Number(amount))}, with two digits ${commafy(Number(amount), { digits: 2 })}`);
}
JS
node price.cjs | tee seen
diff seen - <<'TEXT'
1234.50: as a text 1,234.50, with two digits 1,234.50; as a number 1,235, with two digits 1,234.50
1234.5: as a text 123,4.5, with two digits 123,4.5; as a number 1,235, with two digits 1,234.50
999.5: as a text 99,9.5, with two digits 99,9.5; as a number 1,000, with two digits 999.50
100000.5: as a text 10,000,0.5, with two digits 10,000,0.5; as a number 100,001, with two digits 100,000.50
1234.567: as a text 12,34.567, with two digits 12,34.567; as a number 1,235, with two digits 1,234.57
-1234.5: as a text -123,4.5, with two digits -123,4.5; as a number -1,234, with two digits -1,234.50
TEXT
