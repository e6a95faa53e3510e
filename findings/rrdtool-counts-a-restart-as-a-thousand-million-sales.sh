#!/usr/bin/env bash
# RRDtool 1.7.2 (Debian 12), with a counter of sales, or of cents. A shop starts again, and its counter begins at 0: RRDtool takes this for a counter of 32 bits that has run over, so a day of 5 sales has 4294967198. Two sales a minute
# that are written at 30 seconds past the minute are spread over two minutes, so that no minute has a whole number of sales.
# Safe: DERIVE with a minimum of 0, which leaves the step of the restart out, or ABSOLUTE with the sales since the last look.
# Needs Debian 12's rrdtool.
set -euo pipefail
[ -x /usr/bin/rrdtool ] || { echo "needs Debian's package rrdtool"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
count() { # the sum of the sales that RRDtool kept, one step a minute
  rrdtool create sales.rrd --start 1767225600 --step 60 "DS:sales:$1:120:$2:U" RRA:AVERAGE:0.5:1:10
  shift 2
  rrdtool update sales.rrd "$@"
  rrdtool fetch sales.rrd AVERAGE --start 1767225600 --end 1767225840 | awk 'NF == 2 && $2 !~ /nan/ {sum += $2 * 60; list = list sprintf(" %.2f", $2 * 60)} END {printf "%.2f in all:%s\n", sum, list}'
}
{
  restart="1767225660:100 1767225720:102 1767225780:1 1767225840:3"
  # shellcheck disable=SC2086
  echo "COUNTER: $(count COUNTER U $restart)"
  # shellcheck disable=SC2086
  echo "DERIVE with a minimum of 0: $(count DERIVE 0 $restart)"
  echo "ABSOLUTE: $(count ABSOLUTE 0 1767225660:0 1767225720:2 1767225780:1 1767225840:2)"
  echo "ABSOLUTE, half a minute later: $(count ABSOLUTE 0 1767225690:0 1767225750:2 1767225810:1 1767225870:2)"
} | tee seen
diff seen - <<'TEXT'
COUNTER: 4294967198.02 in all: 2.00 4294967194.02 2.00
DERIVE with a minimum of 0: 4.00 in all: 2.00 2.00
ABSOLUTE: 5.00 in all: 0.00 2.00 1.00 2.00
ABSOLUTE, half a minute later: 4.00 in all: 0.00 1.00 1.50 1.50
TEXT
