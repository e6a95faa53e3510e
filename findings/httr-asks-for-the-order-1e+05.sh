#!/usr/bin/env bash
# R's httr 1.4.5 (Debian 12): a number in a query, a path or a form is written by as.character, so order 100000 is asked for as 1e+05, and a form's amount of 400000 cents is 4e+05; 123456 is fine, so
# tests pass. whisker 0.4.1, glue 1.6.2, paste0 and write.csv do the same: a mail for the order 1e+05. httr2 0.2.2, crul 1.3 and jsonlite write all digits.
# Safe: integers (100000L), format(id, scientific = FALSE), or httr2.
# Needs Debian 12's r-cran-httr, r-cran-httr2, r-cran-whisker and r-cran-glue.
set -euo pipefail
Rscript -e 'library(httr); library(httr2); library(whisker); library(glue)' >/dev/null 2>&1 || { echo "needs Debian's packages r-cran-httr, r-cran-httr2, r-cran-whisker and r-cran-glue"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.R <<'R'
for (id in c(100000, 123456, 400000)) {
  cat("order", format(id, scientific = FALSE), "\n")
  cat("  httr:", httr::modify_url("http://shop.example", path = paste0("orders/", id), query = list(id = id)), "\n")
  cat("  httr2:", httr2::req_url_query(httr2::request("http://shop.example"), id = id)$url, "\n")
  cat("  whisker:", whisker::whisker.render("Order {{id}}", list(id = id)), "\n")
  cat("  glue:", as.character(glue::glue("Order {id}")), "\n")
  cat("  write.csv:", capture.output(write.csv(data.frame(id = id), row.names = FALSE))[2], "\n")
  cat("  an integer in httr:", httr::modify_url("http://shop.example", query = list(id = as.integer(id))), "\n")
}
cat("a form of httr:", rawToChar(httr:::body_config(list(amount = 400000), "form")$options$postfields), "\n")
R
Rscript order.R | tee seen
diff seen - <<'TEXT'
order 100000 
  httr: http://shop.example/orders/1e+05?id=1e%2B05 
  httr2: http://shop.example?id=100000 
  whisker: Order 1e+05 
  glue: Order 1e+05 
  write.csv: 1e+05 
  an integer in httr: http://shop.example/?id=100000 
order 123456 
  httr: http://shop.example/orders/123456?id=123456 
  httr2: http://shop.example?id=123456 
  whisker: Order 123456 
  glue: Order 123456 
  write.csv: 123456 
  an integer in httr: http://shop.example/?id=123456 
order 400000 
  httr: http://shop.example/orders/4e+05?id=4e%2B05 
  httr2: http://shop.example?id=400000 
  whisker: Order 4e+05 
  glue: Order 4e+05 
  write.csv: 4e+05 
  an integer in httr: http://shop.example/?id=400000 
a form of httr: amount=4e%2B05 
TEXT
