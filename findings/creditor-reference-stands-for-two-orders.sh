#!/usr/bin/env bash
# A creditor reference (RF, ISO 11649) on an invoice tells which order a bank transfer pays. node-iso11649 2.1.2 (npm) makes one of the clock if it gets
# none, by the second: two orders of one second share it, and so do all orders whose id is a number, because it doesn't take one for a reference. It keeps
# a dash and a 22nd character, though its own validate refuses the result, as a bank does. iso-11649 1.0.1 (npm) drops what isn't a letter or a digit, so
# the orders A-1, A1 and A/1 have one reference.
# Safe: String(id), of A to Z and 0 to 9 alone, at most 21, and validate() what was made.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iso-11649@1.0.1 node-iso11649@2.1.2 >/dev/null
cat >make.cjs <<'JS'
const now = 1800000000000;
Date.now = () => now;
global.Date = class extends Date { constructor(...parts) { super(...(parts.length ? parts : [now])); } };
const { generate, validate, parse } = require("node-iso11649");
console.log("node-iso11649 without one:", generate(), generate());
for (const order of [51, 52, "51", "A-1", "1234567890123456789012"]) {
  const made = generate(order);
  console.log("node-iso11649:", JSON.stringify(order), made, validate(made), parse(made));
}
const other = require("iso-11649");
console.log("iso-11649:", ["A-1", "A1", "A/1"].map((order) => other.generate(order)).join(" "));
JS
node make.cjs | tee seen
diff seen - <<'TEXT'
node-iso11649 without one: RF1318000000000005 RF1318000000000005
node-iso11649: 51 RF1318000000000005 true 18000000000005
node-iso11649: 52 RF1318000000000005 true 18000000000005
node-iso11649: "51" RF8251 true 51
node-iso11649: "A-1" RF90A-1 false null
node-iso11649: "1234567890123456789012" RF191234567890123456789012 false null
iso-11649: RF90A1 RF90A1 RF90A1
TEXT
