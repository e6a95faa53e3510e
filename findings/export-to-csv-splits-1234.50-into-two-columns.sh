#!/usr/bin/env bash
# export-to-csv 1.5.0 (npm, about 1.8 million downloads a month) with decimalSeparator: "locale", as a German shop needs it: the amount is written in the machine's language,
# thousands and all, without quotes. On an English machine 1234.50 is 1,234.5, which is two columns, so all later ones of the row are moved. With semicolons it is one column,
# 1,234.5 or 1.234,5, of which most readers make 1.234 or a text. More than three decimals are rounded. Without the option amounts are as JavaScript writes them.
# A refund's missing reference, null, is the text "null".
# Safe: no decimalSeparator, or amounts as texts that the shop has written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts export-to-csv@1.5.0 papaparse@5.7.1 >/dev/null
cat >payout.mjs <<'JS'
import { asString, generateCsv, mkConfig } from "export-to-csv";
import papaparse from "papaparse";
const payout = [{ order: "A-1", amount: 1234.5, rate: 0.12345, fee: 19.99, refund: null }];
const show = (name, options) => {
  const csv = asString(generateCsv(mkConfig({ useKeysAsHeaders: true, useBom: false, ...options }))(payout));
  console.log(name, JSON.stringify(csv.trim().split(/\r?\n/)[1]), "read as", JSON.stringify(papaparse.parse(csv, { header: true, skipEmptyLines: true }).data[0]));
};
show("as it is", {});
show("locale", { decimalSeparator: "locale" });
show("locale and semicolons", { decimalSeparator: "locale", fieldSeparator: ";" });
JS
for language in en_US de_DE; do LC_ALL=$language.UTF-8 node payout.mjs 2>/dev/null | sed "s/^/$language: /"; done | tee seen
diff seen - <<'TEXT'
en_US: as it is "\"A-1\",1234.5,0.12345,19.99,\"null\"" read as {"order":"A-1","amount":"1234.5","rate":"0.12345","fee":"19.99","refund":"null"}
en_US: locale "\"A-1\",1,234.5,0.123,19.99,\"null\"" read as {"order":"A-1","amount":"1","rate":"234.5","fee":"0.123","refund":"19.99","__parsed_extra":["null"]}
en_US: locale and semicolons "\"A-1\";1,234.5;0.123;19.99;\"null\"" read as {"order":"A-1","amount":"1,234.5","rate":"0.123","fee":"19.99","refund":"null"}
de_DE: as it is "\"A-1\",1234.5,0.12345,19.99,\"null\"" read as {"order":"A-1","amount":"1234.5","rate":"0.12345","fee":"19.99","refund":"null"}
de_DE: locale "\"A-1\",1.234,5,0,123,19,99,\"null\"" read as {"order":"A-1","amount":"1.234","rate":"5","fee":"0","refund":"123","__parsed_extra":["19","99","null"]}
de_DE: locale and semicolons "\"A-1\";1.234,5;0,123;19,99;\"null\"" read as {"order":"A-1","amount":"1.234,5","rate":"0,123","fee":"19,99","refund":"null"}
TEXT
