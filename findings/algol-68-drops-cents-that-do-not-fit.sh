#!/usr/bin/env bash
# Algol 68 Genie 3.1.2 (Debian 12). fixed(amount, width, 2) drops decimals until the number fits, and doesn't say so: with a width for 99999.99, 999999.99 is
# sent as +1000000 and 123456.78 as +123456.8. Only what doesn't fit at all is stars. With a width of 0 all digits are there, but an amount below
# one begins with its point, .28, which is no JSON.
# Safe: fixed(amount, 0, 2), and a 0 in front of a point.
# Needs Debian 12's algol68g.
set -euo pipefail
command -v a68g >/dev/null || { echo "needs Debian's package algol68g"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.a68 <<'ALGOL'
BEGIN
  [] REAL amounts = (19.99, 99999.99, 123456.78, 999999.99, 123456789.01, 0.28);
  FOR at TO UPB amounts DO
    print((fixed(amounts[at], 9, 2), ", ", fixed(amounts[at], 0, 2), new line))
  OD
END
ALGOL
a68g shop.a68 | tee seen
diff seen - <<'TEXT'
   +19.99, 19.99
+99999.99, 99999.99
+123456.8, 123456.78
 +1000000, 999999.99
*********, 123456789.01
    +0.28, .28
TEXT
