#!/usr/bin/env bash
# lib-fints 1.5.0 (npm), statements of German banks (MT940): an entry of February 2 with the value date January 31 is booked on February 2 of the year before,
# as every entry whose value date is in an earlier month, and January 2, 2026, with the value date December 31 is January 2, 2025.
# A reference ends at its first slash: 2026/0051 and 2026/0052 are both 2026, and the bank's reference after // is lost with it.
# Safe: if an entry is more than half a year before its value date, add a year; take the order from :86: (EREF+).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts lib-fints@1.5.0 >/dev/null
cat >statement.mjs <<'JS'
import { Mt940Parser } from "lib-fints";
const entries = ["2601310131C50,NTRFA-1//B1", "2601310202C50,NTRFA-2//B2", "2512310102C50,NTRFA-3//B3", "2602020202C50,NTRF2026/0051//B4", "2602020202C50,NTRF2026/0052//B5"];
const head = [":20:START", ":25:37040044/0532013000", ":28C:1/1", ":60F:C260130EUR0,"];
const text = [...head, ...entries.flatMap((entry) => [`:61:${entry}`, ":86:166?00PAYMENT"]), ":62F:C260202EUR250,", ""].join("\r\n");
const day = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const [{ transactions }] = new Mt940Parser(text).parse();
for (const [at, { amount, bankReference, customerReference, entryDate, valueDate }] of transactions.entries())
  console.log(`${entries[at]}: ${amount}, value ${day(valueDate)}, entry ${day(entryDate)}, reference ${customerReference} ${bankReference || "-"}`);
JS
node statement.mjs | tee seen
diff seen - <<'TEXT'
2601310131C50,NTRFA-1//B1: 50, value 2026-01-31, entry 2026-01-31, reference A-1 B1
2601310202C50,NTRFA-2//B2: 50, value 2026-01-31, entry 2025-02-02, reference A-2 B2
2512310102C50,NTRFA-3//B3: 50, value 2025-12-31, entry 2025-01-02, reference A-3 B3
2602020202C50,NTRF2026/0051//B4: 50, value 2026-02-02, entry 2026-02-02, reference 2026 -
2602020202C50,NTRF2026/0052//B5: 50, value 2026-02-02, entry 2026-02-02, reference 2026 -
TEXT
