#!/usr/bin/env bash
# MuJS 1.3.2 (Debian 12), the JavaScript of MuPDF's forms and of other programs that hold an engine of their own: a replacement of an empty match writes the next character twice. The usual regular expression for
# thousands therefore shows an invoice of 1234.00 as 1,2234.00 and five million as 5,000,0000. Also 0.1 + 0.2 is written as another number than it is, so that it isn't equal to itself when it is read back, and
# toFixed rounds 0.125 to 0.12. Node.js, Duktape 2.7.0 and Rhino 1.7.14 write 1,234.00.
# Safe: an expression with a digit in its match, as /(\d)(?=(\d{3})+\.)/g with "$1,".
# Needs Debian 12's mujs, duktape and rhino.
set -euo pipefail
for program in mujs duk rhino; do command -v "$program" >/dev/null || { echo "needs Debian's packages mujs, duktape and rhino"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >invoice.js <<'JS'
var show = typeof print === "function" ? print : console.log;
var thousands = function (amount) { return amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ","); };
var digit = function (amount) { return amount.toFixed(2).replace(/(\d)(?=(\d{3})+\.)/g, "$1,"); };
show([999, 1234, 123456.5, 5000000].map(thousands).join(" "));
show([999, 1234, 123456.5, 5000000].map(digit).join(" "));
show(Number(String(0.1 + 0.2)) === 0.1 + 0.2, (0.125).toFixed(2));
JS
for engine in mujs node duk rhino; do echo "$engine:"; $engine invoice.js; done | tee seen
diff seen - <<'TEXT'
mujs:
999.00 1,2234.00 123,4456.50 5,000,0000.00
999.00 1,234.00 123,456.50 5,000,000.00
false 0.12
node:
999.00 1,234.00 123,456.50 5,000,000.00
999.00 1,234.00 123,456.50 5,000,000.00
true 0.13
duk:
999.00 1,234.00 123,456.50 5,000,000.00
999.00 1,234.00 123,456.50 5,000,000.00
true 0.13
rhino:
999.00 1,234.00 123,456.50 5,000,000.00
999.00 1,234.00 123,456.50 5,000,000.00
true 0.13
TEXT
