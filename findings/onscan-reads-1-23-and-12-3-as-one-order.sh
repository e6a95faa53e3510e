#!/usr/bin/env bash
# onscan.js 1.5.2 (npm) gives a till's page what a scanner types. It knows letters and digits alone, and drops every other sign: the orders 1-23 and 12-3 are both
# 123, A-1 is A1, and a price of 1.50 in a code is 150. There is no error, so the wrong order is handed out or refunded.
# Safe: its option keyCodeMapper, such as (event) => event.key.length === 1 ? event.key : "", or references of letters and digits alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts onscan.js@1.5.2 happy-dom@21.0.4 >/dev/null
cat >scan.cjs <<'JS'
const { Window } = require("happy-dom");
const page = new Window();
Object.assign(globalThis, { window: page, document: page.document, CustomEvent: page.CustomEvent });
const onScan = require("onscan.js");
const codes = { "-": 189, "/": 191, ".": 190 };
const key = (text, code) => {
  const event = new page.KeyboardEvent("keydown", { key: text, shiftKey: /^[A-Z]$/.test(text), bubbles: true });
  Object.defineProperty(event, "which", { value: code });
  document.dispatchEvent(event);
};
const scan = (text, options) =>
  new Promise((scanned) => {
    onScan.attachTo(document, { minLength: 1, avgTimeByChar: 1000, onScan: scanned, ...options });
    for (const sign of text) key(sign, codes[sign] ?? sign.toUpperCase().charCodeAt(0));
    key("Enter", 13);
  }).finally(() => onScan.detachFrom(document));
const main = async () => {
  for (const text of ["0051", "1-23", "12-3", "A-1", "2026/0051", "1.50"])
    console.log(`${text} is ${await scan(text)}, with a mapper ${await scan(text, { keyCodeMapper: ({ key: typed }) => (typed.length === 1 ? typed : "") })}`);
  await page.happyDOM.close();
};
main();
JS
node scan.cjs | tee seen
diff seen - <<'TEXT'
0051 is 0051, with a mapper 0051
1-23 is 123, with a mapper 1-23
12-3 is 123, with a mapper 12-3
A-1 is A1, with a mapper A-1
2026/0051 is 20260051, with a mapper 2026/0051
1.50 is 150, with a mapper 1.50
TEXT
