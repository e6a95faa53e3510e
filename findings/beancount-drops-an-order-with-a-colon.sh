#!/usr/bin/env bash
# Beancount 2.3.5 (Debian 12) links entries by ^reference. A reference with a colon, such as ^A:2, is a syntax error, and the
# whole entry is left out of every report: bean-query shows the other sales and says nothing about this one. Letters, digits,
# - _ / and . are safe.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v bean-query >/dev/null || { echo "needs Debian's package beancount"; exit 1; }
{
  printf '2020-01-01 open Assets:Bank\n2020-01-01 open Income:Sales\n'
  for link in A-1 A:2 A/3; do printf '2026-11-27 * "sale" ^%s\n  Assets:Bank  50.00 HKD\n  Income:Sales\n' "$link"; done
} >shop.beancount
bean-query --version | head -1
seen=$(bean-query --no-errors shop.beancount "SELECT sum(number) WHERE account = 'Assets:Bank'" 2>/dev/null | tail -1 | tr -d ' ')
echo "seen:     $seen of 150.00"
[ "$seen" = 100.00 ]
