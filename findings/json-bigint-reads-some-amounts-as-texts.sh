#!/usr/bin/env bash
# json-bigint 1.0.0 (npm) takes every number of more than fifteen characters for a big one, its point included. With storeAsString an amount is then a
# text in one answer and a number in the next: 19.99 + 50 is 69.99, and 19.989999999999998 + 50, as PHP and json-c write it, is "19.98999999999999850".
# With useNativeBigInt such an answer cannot be read at all, after the sale was made. As it comes, the amount is an object that + makes a text of.
# json-bigint-string 1.0.0 does the same. Safe: read amounts with a reviver of your own, or lossless-json, which keeps each number's text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-bigint@1.0.0 json-bigint-string@1.0.0 >/dev/null
cat >read.cjs <<'JS'
const JSONbig = require("json-bigint");
const parsers = {
  "json-bigint": JSONbig,
  storeAsString: JSONbig({ storeAsString: true }),
  useNativeBigInt: JSONbig({ useNativeBigInt: true }),
  "json-bigint-string": { parse: require("json-bigint-string") },
};
for (const [name, parser] of Object.entries(parsers))
  for (const amount of ["19.99", "19.989999999999998"]) {
    let read;
    try {
      const { total } = (parser.parse.parse ?? parser.parse)(`{"total":${amount}}`);
      read = `${typeof total}, plus 50 is ${JSON.stringify(total + 50)}`;
    } catch (error) {
      read = error.message;
    }
    console.log(`${name}, ${amount}: ${read}`);
  }
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
json-bigint, 19.99: number, plus 50 is 69.99
json-bigint, 19.989999999999998: object, plus 50 is "19.98999999999999850"
storeAsString, 19.99: number, plus 50 is 69.99
storeAsString, 19.989999999999998: string, plus 50 is "19.98999999999999850"
useNativeBigInt, 19.99: number, plus 50 is 69.99
useNativeBigInt, 19.989999999999998: Cannot convert 19.989999999999998 to a BigInt
json-bigint-string, 19.99: number, plus 50 is 69.99
json-bigint-string, 19.989999999999998: string, plus 50 is "19.98999999999999850"
TEXT
