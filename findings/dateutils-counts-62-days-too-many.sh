#!/usr/bin/env bash
# ddiff of dateutils 0.4.10 (Debian 12) in months and days, if the first day is one that February lacks: from January 31 to March 1 it says 1 month and 62 days, and from December 31
# 2 months and 62 days, which are 29 and 60 days in truth. In days alone it is right. A refund of the rest of a subscription by months and days gives back two months too many. dadd takes 1M for a minute
# and gives the same date, without an error; a month is 1mo.
# Safe: ddiff in days, and dadd with mo.
# Needs Debian 12's dateutils.
set -euo pipefail
command -v dateutils.ddiff >/dev/null || { echo "needs Debian's package dateutils"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{
  for dates in "2026-01-15 2026-03-10" "2026-01-29 2026-03-01" "2026-01-30 2026-03-01" "2026-01-31 2026-03-01" "2026-12-31 2027-03-01" "2028-01-30 2028-03-01"; do
    echo "$dates: $(dateutils.ddiff $dates -f '%m months %d days'), $(dateutils.ddiff $dates) days"
  done
  for duration in 1mo 1M 1m 1y 30; do echo "2026-11-30 and $duration: $(dateutils.dadd 2026-11-30 $duration)"; done
} | tee seen
diff seen - <<'TEXT'
2026-01-15 2026-03-10: 1 months 23 days, 54 days
2026-01-29 2026-03-01: 1 months 0 days, 31 days
2026-01-30 2026-03-01: 1 months 63 days, 30 days
2026-01-31 2026-03-01: 1 months 62 days, 29 days
2026-12-31 2027-03-01: 2 months 62 days, 60 days
2028-01-30 2028-03-01: 1 months 0 days, 31 days
2026-11-30 and 1mo: 2026-12-30
2026-11-30 and 1M: 2026-11-30
2026-11-30 and 1m: 2026-11-30
2026-11-30 and 1y: 2027-11-30
2026-11-30 and 30: 2026-12-30
TEXT
