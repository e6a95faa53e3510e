#!/usr/bin/env bash
# Receipts of a refund and of an order's reference (npm). esc-pos-encoder 3.0.0 prints "?" for a character that its code page lacks: the amount that Intl writes in Swedish,
# "−50,00" with U+2212, becomes "?50,00", and "€50.00" is "?50.00", so nobody can tell a refund from a payment. receiptline 4.0.4 takes "_" for underlining:
# the orders A_1 and A1 have one receipt, and its "~" is a space.
# Safe: text.replace("\u2212", "-"), codepage("auto") for the euro, and text.replace(/[\\|{}~_"`^]/g, "\\$&") for receiptline.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts esc-pos-encoder@3.0.0 receiptline@4.0.4 >/dev/null
cat >receipts.mjs <<'JS'
import Encoder from "esc-pos-encoder";
import receiptline from "receiptline";
const amount = new Intl.NumberFormat("sv-SE", { minimumFractionDigits: 2 }).format(-50);
const printed = (bytes) => Buffer.from(bytes).toString("latin1").replace(/^.*(?=Total)/s, "").trim();
const print = (text) => printed(new Encoder().initialize().text(text).encode());
console.log("esc-pos-encoder", [amount, amount.replace("\u2212", "-"), "€50.00"].map((text) => print(`Total ${text}`)).join(", "));
const line = (reference) => receiptline.transform(`Order | ${reference}`, { cpl: 32, command: "text" }).trim().replace(/ +/g, " ");
for (const reference of ["A_1", "A1", "A~1", "A_1".replace(/[\\|{}~_"`^]/g, "\\$&")]) console.log("receiptline", reference, "is", line(reference));
JS
node receipts.mjs | tee seen
diff seen - <<'TEXT'
esc-pos-encoder Total ?50,00, Total -50,00, Total ?50.00
receiptline A_1 is Order A1
receiptline A1 is Order A1
receiptline A~1 is Order A 1
receiptline A\_1 is Order A_1
TEXT
