#!/usr/bin/env bash
# Nickle 2.91 (Debian 12), a language with exact numbers. string_to_real goes on after a comma as if it stood in the fraction: "1,234.50" is 1.5, "12,345.67" is
# 12.67 and "1.234,50" is 1.000234, without an error. string_to_integer("0051") is 41, "50.00" is 50. A price of 19.99 prints as 19.99, but 0.30 as (3/10) by %v.
# Safe: refuse a text with a comma first (String::index), and take references as texts.
# Needs Debian 12's nickle.
set -euo pipefail
command -v nickle >/dev/null || { echo "needs Debian's package nickle"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >prices.5c <<'NICKLE'
string[*] prices = { "50.00", "1,234.50", "12,345.67", "1.234,50", "50,10" };
for (int i = 0; i < dim(prices); i++)
  printf("%s: %g\n", prices[i], string_to_real(prices[i]));
printf("0051: %d and %g, 50.00 as an integer: %d\n", string_to_integer("0051"), string_to_real("0051"), string_to_integer("50.00"));
printf("0.10 + 0.20: %g, by %%v %v\n", 0.10 + 0.20, 0.10 + 0.20);
NICKLE
nickle prices.5c | tee seen
diff seen - <<'TEXT'
50.00: 50
1,234.50: 1.5
12,345.67: 12.67
1.234,50: 1.000234
50,10: 50
0051: 41 and 51, 50.00 as an integer: 50
0.10 + 0.20: 0.3, by %v (3/10)
TEXT
