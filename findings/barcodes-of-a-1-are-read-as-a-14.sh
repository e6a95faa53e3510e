#!/usr/bin/env bash
# ReportLab 3.6.12 (Standard39, I2of5) and GNU barcode 0.99 (-e 39, -e i25) of Debian 12 add a check character to Code 39 and to Interleaved 2 of 5 unless
# they are told not to. A scanner that doesn't expect it, as most don't, reads one more: the order A-1 on a parcel is A-14, 0051 is 00516, and the order
# 123456 in Interleaved 2 of 5 is 01234565, whose first zero fills a pair. Each can be another order.
# Safe: checksum=0 in ReportLab, barcode -c; or Code 128, whose check character no scanner shows.
# Needs Debian 12's python3-reportlab, barcode, zbar-tools and ghostscript.
set -euo pipefail
for command in barcode zbarimg gs; do command -v $command >/dev/null || { echo "needs Debian's packages barcode, zbar-tools and ghostscript"; exit 1; }; done
/usr/bin/python3 -c "import reportlab" 2>/dev/null || { echo "needs Debian's package python3-reportlab"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >label.py <<'PY'
import sys
from reportlab.graphics.barcode import createBarcodeDrawing
from reportlab.pdfgen.canvas import Canvas

kind, text, *options = sys.argv[1:]
page = Canvas("label")
createBarcodeDrawing(kind, value=text, barWidth=2, barHeight=60, **{name: 0 for name in options}).drawOn(page, 100, 500)
page.save()
PY
scan() {
  gs -q -dNOPAUSE -dBATCH -sDEVICE=pnggray -r200 -sOutputFile=label.png label
  echo "$1: $(zbarimg --quiet --nodbus --raw label.png)"
}
reportlab() { /usr/bin/python3 label.py "$@"; scan "ReportLab $*"; }
gnu() { barcode -b "$1" -e "${@:2}" -o label; scan "GNU barcode $*"; }
{
  reportlab Standard39 A-1
  reportlab Standard39 A-1 checksum
  reportlab Standard39 0051
  reportlab I2of5 123456
  reportlab I2of5 123456 checksum
  reportlab Code128 A-1
  gnu A-1 39
  gnu A-1 39 -c
  gnu 123456 i25
  gnu 123456 i25 -c
  gnu A-1 128
} | tee seen
diff seen - <<'TEXT'
ReportLab Standard39 A-1: A-14
ReportLab Standard39 A-1 checksum: A-1
ReportLab Standard39 0051: 00516
ReportLab I2of5 123456: 01234565
ReportLab I2of5 123456 checksum: 123456
ReportLab Code128 A-1: A-1
GNU barcode A-1 39: A-14
GNU barcode A-1 39 -c: A-1
GNU barcode 123456 i25: 01234565
GNU barcode 123456 i25 -c: 123456
GNU barcode A-1 128: A-1
TEXT
