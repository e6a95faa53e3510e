#!/usr/bin/env bash
# R 4.2.2 (Debian 12): seq by month from January 31 is March 3, March 31, May 1 and May 31: two charges in March and two in May, none in February and April. By quarter from August 31 it is December 1 and March 3, by year from
# February 29 March 1. Backwards by "-1 month" from March 31 it is March 3. seq of a POSIXct by day moves the hour where clocks change; by "DSTday" it doesn't.
# Safe: seq from the first of the month, and the last day of each one; lubridate's %m+% months(0:4).
# Needs Debian 12's r-base-core.
set -euo pipefail
command -v Rscript >/dev/null || { echo "needs Debian's package r-base-core"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >renewals.R <<'R'
show <- function(title, dates) cat(title, ": ", paste(dates, collapse = " "), "\n", sep = "")
from <- as.Date("2026-01-31")
show("month", seq(from, by = "month", length.out = 5))
show("quarter", seq(as.Date("2026-08-31"), by = "quarter", length.out = 4))
show("year", seq(as.Date("2028-02-29"), by = "year", length.out = 3))
show("-1 month", seq(as.Date("2026-03-31"), by = "-1 month", length.out = 3))
firsts <- seq(as.Date("2026-02-01"), by = "month", length.out = 5)
show("last days", firsts - 1)
berlin <- as.POSIXct("2026-03-28 09:00", tz = "Europe/Berlin")
show("day", format(seq(berlin, by = "day", length.out = 3)))
show("DSTday", format(seq(berlin, by = "DSTday", length.out = 3)))
R
Rscript renewals.R | tee seen
diff seen - <<'TEXT'
month: 2026-01-31 2026-03-03 2026-03-31 2026-05-01 2026-05-31
quarter: 2026-08-31 2026-12-01 2027-03-03 2027-05-31
year: 2028-02-29 2029-03-01 2030-03-01
-1 month: 2026-03-31 2026-03-03 2026-01-31
last days: 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31
day: 2026-03-28 09:00:00 2026-03-29 10:00:00 2026-03-30 10:00:00
DSTday: 2026-03-28 09:00:00 2026-03-29 09:00:00 2026-03-30 09:00:00
TEXT
