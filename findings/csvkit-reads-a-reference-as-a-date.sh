#!/usr/bin/env bash
# csvkit 1.0.7 (Debian 12's csvkit, needed here) guesses types by column. References such as 1-2 and 3-4 become days of 2001, 10:30 becomes
# 0:10:30, NA and none become null, and csvsort writes 0051 back as 51. Safe: -I (--no-inference).
set -euo pipefail
csvjson --version 2>&1
json() { printf 'reference\n%s\n%s\n' "$1" "$2" | csvjson -d , 2>/dev/null; }
seen=$(json 1-2 3-4; echo; json 10:30 11:45; echo; json A-1 NA; echo; printf 'reference,n\n0051,1\n0052,2\n' | csvsort -c n | tail -n 2; printf 'reference\n1-2\n' | csvjson -d , -I)
echo "$seen"
expected='[{"reference": "2001-01-02"}, {"reference": "2001-03-04"}]
[{"reference": "0:10:30"}, {"reference": "0:11:45"}]
[{"reference": "A-1"}, {"reference": null}]
51,1
52,2
[{"reference": "1-2"}]'
[ "$seen" = "$expected" ]
