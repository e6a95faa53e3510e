#!/usr/bin/env bash
# R's data.table 1.14.8 with bit64 4.0.5 (Debian 12). fread reads order ids of 18 digits as integer64, which is exact. But for, sapply, mapply, ifelse and as.matrix see
# the bits as a double: a loop over the orders asks for the order 5.62039578788826e-302, the same for each. An id is not equal to the same number
# in the code, a look-up by the id's text finds nothing in match, and merge with ids as texts has no rows.
# Safe: fread(file, integer64 = "character").
# Needs Debian 12's r-cran-data.table and r-cran-bit64.
set -euo pipefail
Rscript -e 'library(data.table); library(bit64)' 2>/dev/null >&2 || { echo "needs Debian's packages r-cran-data.table and r-cran-bit64"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.csv <<'CSV'
order,amount
100000000000000051,19.99
100000000000000052,50.00
CSV
cat >ask.R <<'R'
suppressMessages({
  library(data.table)
  library(bit64)
})
for (type in c("integer64", "character")) {
  report <- fread("orders.csv", integer64 = type)
  cat(type, "\n", sep = "")
  cat("paste:", paste0("/orders/", report$order), "\n")
  cat("sapply:", sapply(report$order, function(id) paste0("/orders/", id)), "\n")
  for (id in report$order) cat("for:", format(id), "\n")
  cat("ifelse:", format(ifelse(report$amount > 20, report$order, 0)), "\n")
  cat("found by its text:", match("100000000000000052", report$order), "\n")
  cat("merged rows:", nrow(merge(as.data.frame(report), data.frame(order = "100000000000000052", paid = TRUE))), "\n")
}
R
Rscript ask.R | sed 's/ *$//' | tee seen
diff seen - <<'TEXT'
integer64
paste: /orders/100000000000000051 /orders/100000000000000052
sapply: /orders/5.62039578788826e-302 /orders/5.62039578788826e-302
for: 5.620396e-302
for: 5.620396e-302
ifelse:  0.000000e+00 5.620396e-302
found by its text: NA
merged rows: 0
character
paste: /orders/100000000000000051 /orders/100000000000000052
sapply: /orders/100000000000000051 /orders/100000000000000052
for: 100000000000000051
for: 100000000000000052
ifelse: 0                  100000000000000052
found by its text: 2
merged rows: 1
TEXT
