#!/usr/bin/env bash
# Two BASICs of Debian 12. Bywater BASIC 2.20 knows a comma in PRINT USING only just before the point: by "###,###.##", as shops write it, 1234.50 is ,234,
# 19.99 is 20 and 234567.89 is 34,568. By "$$###,###.##" a bill of 1234.50 is $1,234. yabasic 2.90 prints six digits: orders of 12345678.91 and 19.99 come
# to 1.23457e+07, and two order ids of 18 digits are both 1.23457e+17.
# Safe: "######,.##" in bwbasic; print amount using "########.##" in yabasic, and ids as texts.
# Needs Debian 12's bwbasic and yabasic.
set -euo pipefail
for command in bwbasic yabasic; do command -v $command >/dev/null || { echo "needs Debian's packages bwbasic and yabasic"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >till.bas <<'BASIC'
10 print using "###,###.##"; 1234.50
20 print using "###,###.##"; 19.99
30 print using "###,###.##"; 234567.89
40 print using "$$###,###.##"; 1234.50
50 print using "######,.##"; 1234.50
60 system
BASIC
cat >report.bas <<'BASIC'
print val("100000000000000051"), " ", val("100000000000000052")
total = 12345678.91 + 19.99
print total
print total using "########.##"
BASIC
{
  bwbasic till.bas </dev/null | tail -n +5 | grep .
  yabasic report.bas </dev/null
} | tee seen
diff seen - <<'TEXT'
,234
  20
34,568
$1,234
  1,234.50
1e+17 1e+17
1.23457e+07
12345698.90
TEXT
