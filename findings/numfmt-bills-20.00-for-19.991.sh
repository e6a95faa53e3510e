#!/usr/bin/env bash
# numfmt of GNU coreutils 9.1 (Debian 12) rounds away from zero: with --format=%.2f 19.991 is 20.00, 0.1 + 0.2 as a double is 0.31 and a refund of -8.161 is -8.17;
# --to-unit=100 makes 20 of 1901 cents. printf "%.2f" of the shell rounds to the nearest.
# Safe: --round=nearest.
# Needs nothing more than coreutils.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{
  for amount in 19.99 19.991 0.30000000000000004 8.161 -8.161; do
    echo "$amount: $(numfmt --format=%.2f -- "$amount"), with --round=nearest $(numfmt --round=nearest --format=%.2f -- "$amount"), by printf $(printf %.2f "$amount")"
  done
  echo "1901 cents with --to-unit=100: $(numfmt --to-unit=100 1901), with --round=nearest $(numfmt --round=nearest --to-unit=100 1901), with %.2f $(numfmt --to-unit=100 --format=%.2f 1901)"
  bad=0
  for mils in $(seq 1 10 1000); do
    [ "$(numfmt --format=%.2f "$(printf '%d.%03d' $((mils / 1000)) $((mils % 1000)))")" = "$(printf '%d.%02d' $((mils / 1000)) $((mils / 10 % 100)))" ] || bad=$((bad + 1))
  done
  echo "fees such as 0.011 and 0.021 that are a cent more: $bad of 100"
} | tee seen
diff seen - <<'TEXT'
19.99: 19.99, with --round=nearest 19.99, by printf 19.99
19.991: 20.00, with --round=nearest 19.99, by printf 19.99
0.30000000000000004: 0.31, with --round=nearest 0.30, by printf 0.30
8.161: 8.17, with --round=nearest 8.16, by printf 8.16
-8.161: -8.17, with --round=nearest -8.16, by printf -8.16
1901 cents with --to-unit=100: 20, with --round=nearest 19, with %.2f 19.01
fees such as 0.011 and 0.021 that are a cent more: 100 of 100
TEXT
