#!/usr/bin/env bash
# Miller 6.6.0 (Debian 12's miller, needed here) prints numbers from a CSV as they stand there: .5 and 0x1F come out bare in its JSON, which no
# JSON parser takes. An order 0051 is a text, 1E5 beside it is a number. Safe: mlr -S, which makes a text of each.
set -euo pipefail
mlr --version
seen=$(printf 'reference,amount\n0051,50.00\n1E5,.5\n0x1F,19.99\n' | mlr --icsv --ojsonl cat)
echo "$seen"
expected='{"reference": "0051", "amount": 50.00}
{"reference": 1E5, "amount": .5}
{"reference": 0x1F, "amount": 19.99}'
[ "$seen" = "$expected" ]
