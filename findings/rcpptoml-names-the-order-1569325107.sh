#!/usr/bin/env bash
# R's RcppTOML 0.2.2 (Debian 12): an integer is cut to its lower 32 bits, without an error or a warning. An order id of 18 digits is 1569325107, and a limit of 3000000000 is negative.
# Safe: ids as texts in the TOML file.
# Needs Debian 12's r-cran-rcpptoml.
set -euo pipefail
Rscript -e 'library(RcppTOML)' >/dev/null 2>&1 || { echo "needs Debian's package r-cran-rcpptoml"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >settings.toml <<'TOML'
order = 100000000000000051
limit = 3000000000
largest = 2147483647
amount = 50.00
text = "100000000000000051"
TOML
Rscript -e 'settings <- RcppTOML::parseTOML("settings.toml"); for (name in sort(names(settings))) cat(name, format(settings[[name]]), "\n")' | tee seen
diff seen - <<'TEXT'
amount 50 
largest 2147483647 
limit -1294967296 
order 1569325107 
text 100000000000000051 
TEXT
