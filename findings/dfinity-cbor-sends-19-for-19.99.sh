#!/usr/bin/env bash
# @dfinity/cbor 0.2.3 (npm, under the clients of the Internet Computer) has no floating-point numbers: encode writes 19.99 as 19 and 0.30 as 0, and a Date as
# an empty map, without an error. cbor-js 0.1.0 (npm) writes an id that is a BigInt as an empty map. cbor2 2.3.0 and cbor-sync 1.0.4 keep 19.99; the
# first keeps the id and the second refuses it.
# Safe: amounts in cents or as texts, and ids as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @dfinity/cbor@0.2.3 cbor-js@0.1.0 cbor2@2.3.0 cbor-sync@1.0.4 >/dev/null
cat >send.mjs <<'JS'
import * as dfinity from "@dfinity/cbor";
import js from "cbor-js";
import * as two from "cbor2";
import sync from "cbor-sync";
const shown = (value) => (typeof value === "bigint" ? `${value}n` : JSON.stringify(value));
const order = { total: 19.99, tip: 0.3, id: 1234567890123456789n, paidAt: new Date("2026-11-30T10:00:00Z") };
for (const [name, library] of Object.entries({ "@dfinity/cbor": dfinity, "cbor-js": js, cbor2: two, "cbor-sync": sync })) {
  const arrived = Object.entries(order).map(([member, value]) => {
    try {
      return `${member} ${shown(library.decode(library.encode({ value })).value)}`;
    } catch {
      return `${member} is refused`;
    }
  });
  console.log(`${name}: ${arrived.join(", ")}`);
}
JS
node send.mjs | tee seen
diff seen - <<'TEXT'
@dfinity/cbor: total 19, tip 0, id 1234567890123456789n, paidAt {}
cbor-js: total 19.99, tip 0.3, id {}, paidAt {}
cbor2: total 19.99, tip 0.3, id 1234567890123456789n, paidAt "2026-11-30T10:00:00.000Z"
cbor-sync: total 19.99, tip 0.3, id is refused, paidAt "2026-11-30T10:00:00.000Z"
TEXT
