#!/usr/bin/env bash
# R's yaml 2.3.7 (Debian 12). yaml.load reads a whole number beyond 2147483647 as NA, a missing value: 3000000000 cents and each long order id, so that a sum with na.rm = TRUE leaves them out. 1,234.50
# is NA, too, because YAML 1.1 allows commas in a number, and 19,99 is. The reference 0051 is 41, and n is FALSE. There is a warning at most.
# Safe: quotes around each value in the file; handlers = list("int" = as.numeric), with ids in quotes.
# Needs Debian 12's r-cran-yaml.
set -euo pipefail
Rscript -e 'library(yaml)' >/dev/null 2>&1 || { echo "needs Debian's package r-cran-yaml"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.R <<'R'
library(yaml)
cat("yaml", format(packageVersion("yaml")), "\n")
for (text in c("2147483647", "3000000000", "100000000000000051", "1234.50", "1,234.50", "19,99", "0051", "n", "'3000000000'")) {
  value <- yaml.load(paste("value:", text))$value
  cat(text, ": ", class(value), " ", format(value), "\n", sep = "")
}
day <- yaml.load("- 1999\n- 3000000000\n- 500")
cat("a day's cents: ", sum(unlist(day), na.rm = TRUE), "; by a handler: ", format(sum(unlist(yaml.load("- 1999\n- 3000000000\n- 500", handlers = list("int" = as.numeric)))), scientific = FALSE), "\n", sep = "")
R
Rscript read.R 2>warnings | tee seen
echo "warnings: $(grep -c 'NAs introduced' warnings || true)" | tee -a seen
diff seen - <<'TEXT'
yaml 2.3.7 
2147483647: integer 2147483647
3000000000: integer NA
100000000000000051: integer NA
1234.50: numeric 1234.5
1,234.50: numeric NA
19,99: integer NA
0051: integer 41
n: logical FALSE
'3000000000': character 3000000000
a day's cents: 2499; by a handler: 3000002499
warnings: 5
TEXT
