#!/usr/bin/env bash
# node-object-hash 3.1.1 (npm), with its settings as they begin, as an idempotency key of an order. It turns values into texts and sorts lists: an order with a coupon of null, one with "" and one without any have one hash, as have
# 51 and "51", 1 and true, ["A", "B"] and ["B", "A"], and ["A", "B"] and ["A,B"]. The second order is taken for the first, and isn't charged.
# hash-sum 2.0.0 and json-stable-stringify 1.3.0 have one hash for all Maps, such as of lines by their product; object-hash 3.0.0 tells all of these apart, but refuses an amount of decimal.js.
# Safe: the merchantReference as the key; hasher({ coerce: false, sort: { array: false } }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-object-hash@3.1.1 hash-sum@2.0.0 json-stable-stringify@1.3.0 object-hash@3.0.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import hashSum from "hash-sum";
import stringify from "json-stable-stringify";
import { hasher } from "node-object-hash";
import objectHash from "object-hash";
const hashes = { "node-object-hash": hasher().hash, "without coerce and sort": hasher({ coerce: false, sort: { array: false } }).hash, "hash-sum": hashSum, "json-stable-stringify": stringify, "object-hash": objectHash };
const pairs = {
  'coupon null and ""': [{ coupon: null }, { coupon: "" }],
  "coupon null and undefined": [{ coupon: null }, { coupon: undefined }],
  '51 and "51"': [{ order: 51 }, { order: "51" }],
  "1 and true": [{ gift: 1 }, { gift: true }],
  "[A, B] and [B, A]": [{ steps: ["A", "B"] }, { steps: ["B", "A"] }],
  '[A, B] and ["A,B"]': [{ items: ["A", "B"] }, { items: ["A,B"] }],
  "Maps of A and of B": [{ items: new Map([["A", 1]]) }, { items: new Map([["B", 2]]) }],
};
for (const [name, hash] of Object.entries(hashes)) console.log(`${name}: one hash for ${Object.keys(pairs).filter((pair) => hash(pairs[pair][0]) === hash(pairs[pair][1])).join("; ") || "none"}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
node-object-hash: one hash for coupon null and ""; coupon null and undefined; 51 and "51"; 1 and true; [A, B] and [B, A]; [A, B] and ["A,B"]
without coerce and sort: one hash for none
hash-sum: one hash for Maps of A and of B
json-stable-stringify: one hash for Maps of A and of B
object-hash: one hash for none
TEXT
