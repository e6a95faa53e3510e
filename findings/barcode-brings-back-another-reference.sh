#!/usr/bin/env bash
# A till scans a reference from a receipt. zint 2.11.1 prints, zbar 0.23.92 reads (Debian 12's zint and zbar-tools, needed here). Code 39
# has no small letters: zint prints A-1 for a-1 without a word, and in the extended form zbar reads +A-1. In Code 128 an é is read as i.
# A QR code of é-1 by bwip-js 4.11.4 (npm) is read as 矇-1; zint's own is right. Safe: capital letters, digits and dashes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bwip-js@4.11.4 >/dev/null
read_code() { zbarimg --quiet --raw code.png 2>/dev/null || echo unread; }
zint_code() {
  zint -b "$1" -d "$2" -o code.png --scale 4 --whitesp 20 >/dev/null
  read_code
}
bwip_code() {
  node -e '
    const [bcid, text] = process.argv.slice(1);
    const options = { bcid, text, scale: 4, padding: 10, backgroundcolor: "FFFFFF" };
    require("bwip-js").toBuffer(options).then((png) => require("node:fs").writeFileSync("code.png", png));
  ' "$1" "$2"
  read_code
}
seen="$(zint_code 8 a-1) $(zint_code 9 a-1) $(zint_code 20 é) $(zint_code 58 é-1) $(bwip_code qrcode é-1) $(bwip_code code128 A-1)"
echo "seen:     $seen"
expected="A-1 +A-1 i é-1 矇-1 A-1"
echo "expected: $expected"
[ "$seen" = "$expected" ]
