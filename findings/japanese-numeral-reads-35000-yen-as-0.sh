#!/usr/bin/env bash
# @geolonia/japanese-numeral 1.0.2 (npm): 3.5万 is how Japan writes 35,000. kanji2number makes it 0, and 1.5億 too, while 3万5千 is right.
# findKanjiNumbers finds 5万 in the same text: 50,000. 1億2,000万 loses its 20 million. So a price of 35,000 yen becomes 0 or 50,000, and nothing is raised.
# Safe: refuse texts with a point or a comma before kanji2number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @geolonia/japanese-numeral@1.0.2 >/dev/null
cat >read.cjs <<'JS'
const { findKanjiNumbers, kanji2number } = require("@geolonia/japanese-numeral");
for (const text of ["3万5千", "三万五千", "35000", "3.5万", "1.5億", "1億2,000万"])
  console.log(`${text}: ${(() => { try { return kanji2number(text); } catch (error) { return error.constructor.name; } })()}, found ${findKanjiNumbers(`${text}円`).map((found) => `${found} = ${kanji2number(found)}`).join("; ")}`);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
3万5千: 35000, found 3万5千 = 35000
三万五千: 35000, found 三万五千 = 35000
35000: 35000, found 
3.5万: 0, found 5万 = 50000
1.5億: 0, found 5億 = 500000000
1億2,000万: 100000000, found 1億2 = 100000002; 000万 = 0
TEXT
