#!/usr/bin/env bash
# @messageformat/core 3.4.1 (npm): `{n, number, currency}` shows dollars of the US unless a currency was set for the whole catalogue, so HKD 19.99 is $19.99.
# With `currency:JPY` it asks for two decimals whatever the currency: 1000 yen are ¥1,000.00, and BHD 0.125, of three decimals, is BHD 0.13, five
# thousandths more than was charged. The skeleton `::currency/BHD` is right.
# Safe: the skeleton, with the currency in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @messageformat/core@3.4.1 >/dev/null
cat >show.cjs <<'JS'
const MessageFormat = require("@messageformat/core");
const formats = new MessageFormat("en");
const shown = (format, n) => formats.compile(`{n, number, ${format}}`)({ n }).replaceAll("\u00a0", " ");
console.log(`HKD 19.99: ${shown("currency", 19.99)}, ${shown("currency:HKD", 19.99)}, ${shown("::currency/HKD", 19.99)}`);
console.log(`JPY 1000: ${shown("currency:JPY", 1000)}, ${shown("::currency/JPY", 1000)}`);
console.log(`BHD 0.125: ${shown("currency:BHD", 0.125)}, ${shown("::currency/BHD", 0.125)}`);
JS
node show.cjs | tee seen
diff seen - <<'TEXT'
HKD 19.99: $19.99, HK$19.99, HK$19.99
JPY 1000: ¥1,000.00, ¥1,000
BHD 0.125: BHD 0.13, BHD 0.125
TEXT
