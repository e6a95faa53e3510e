#!/usr/bin/env bash
# R's jsonlite 1.8.4 (Debian 12): an order id of 18 digits is a double, so two orders of a day have one id, and merge or dplyr's left_join of sales and fees has four lines instead of two: 139.98 for a day
# of 69.99, without an error. toJSON keeps four decimals by default: a rate of 0.00049, as from rupiahs to Hong Kong dollars, is sent as 0.0005, which is 2 percent more, and
# 0.00004 of a bitcoin as 0.
# Safe: fromJSON(text, bigint_as_char = TRUE); toJSON(x, digits = NA).
# Needs Debian 12's r-cran-jsonlite and r-cran-dplyr.
set -euo pipefail
Rscript -e 'library(jsonlite); library(dplyr)' >/dev/null 2>&1 || { echo "needs Debian's packages r-cran-jsonlite and r-cran-dplyr"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >day.R <<'R'
sales <- '[{"id":100000000000000051,"amount":50.00},{"id":100000000000000052,"amount":19.99}]'
fees <- '[{"id":100000000000000051,"fee":1.50},{"id":100000000000000052,"fee":0.60}]'
for (texts in c(FALSE, TRUE)) {
  read <- function(json) jsonlite::fromJSON(json, bigint_as_char = texts)
  joined <- dplyr::left_join(read(sales), read(fees), by = "id")
  cat("bigint_as_char", texts, "lines", nrow(joined), "amount", sum(joined$amount), "merge", nrow(merge(read(sales), read(fees))), "\n")
}
values <- list(rate = 0.00049, bitcoins = 0.00004, dinars = 1.0055, amount = 1234567.89)
cat(jsonlite::toJSON(values, auto_unbox = TRUE), "\n")
cat(jsonlite::toJSON(values, auto_unbox = TRUE, digits = NA), "\n")
R
Rscript day.R 2>&1 | tee seen
diff seen - <<'TEXT'
bigint_as_char FALSE lines 4 amount 139.98 merge 4 
bigint_as_char TRUE lines 2 amount 69.99 merge 2 
{"rate":0.0005,"bitcoins":0,"dinars":1.0055,"amount":1234567.89} 
{"rate":0.00049,"bitcoins":4e-05,"dinars":1.0055,"amount":1234567.89} 
TEXT
