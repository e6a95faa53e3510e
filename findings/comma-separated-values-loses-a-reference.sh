#!/usr/bin/env bash
# comma-separated-values 3.6.4 (npm, about 156,000 downloads a month) takes the types of the first line for the whole file, unless cast is given. If the first order's
# reference is 0051, all references are numbers: A-1 is NaN, and null in JSON, and 1E5 is 100000. An amount of 1,234.50 is NaN, unless it comes first: then all are texts.
# An empty amount in the first line is 0. Nothing warns.
# Safe: cast: ["String", "Number"], by column, or cast: false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts comma-separated-values@3.6.4 >/dev/null
cat >report.cjs <<'JS'
const CSV = require("comma-separated-values");
const read = (lines, cast) => JSON.stringify(new CSV(["reference,amount", ...lines].join("\n"), { header: true, ...(cast && { cast }) }).parse());
console.log(read(["0051,19.99", "A-1,50.00", '1E5,"1,234.50"', "12345678901234567890,0.29"]));
console.log(read(["A-1,50.00", "0051,19.99"]));
console.log(read(['A-1,"1,234.50"', "0051,19.99"]));
console.log(read(["A-1,", "0051,19.99"]));
console.log(read(["0051,19.99", "A-1,50.00"], ["String", "Number"]));
JS
node report.cjs | tee seen
diff seen - <<'TEXT'
[{"reference":51,"amount":19.99},{"reference":null,"amount":50},{"reference":100000,"amount":null},{"reference":12345678901234567000,"amount":0.29}]
[{"reference":"A-1","amount":50},{"reference":"0051","amount":19.99}]
[{"reference":"A-1","amount":"1,234.50"},{"reference":"0051","amount":"19.99"}]
[{"reference":"A-1","amount":0},{"reference":"0051","amount":19.99}]
[{"reference":"0051","amount":19.99},{"reference":"A-1","amount":50}]
TEXT
