#!/usr/bin/env bash
# Octave 7.3 (Debian 12). str2double takes every comma out: "50,10" is 5010, "1.234,50" is 1.2345 and the list "1,2,3" is 123; "50.00-" is NaN. str2num evaluates the text as a program: "(50.00)" is 50, "1,234.50" is the list of 1 and
# 234.5, "1-2" is -1 and the month 2026-01 is 2025. jsonencode writes an order id of 18 digits as 100000000000000050.0.
# Safe: refuse a text with a comma, str2double for the rest, and ids as texts.
# Needs Debian 12's octave.
set -euo pipefail
command -v octave-cli >/dev/null || { echo "needs Debian's package octave"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.m <<'OCTAVE'
1;
function text = evaluated(amount)
  [value, valid] = str2num(amount);
  text = "refused";
  if valid text = mat2str(value); end
end
for amount = {"50.00", "1,234.50", "50,10", "1.234,50", "50.00-", "(50.00)", "1,2,3", "1-2", "2026-01", "0051"}
  printf("%s: str2double %s, str2num %s\n", amount{1}, num2str(str2double(amount{1})), evaluated(amount{1}));
end
printf("%s\n", jsonencode(struct("id", 100000000000000051, "amount", 19.99, "sum", 0.1 + 0.2)));
OCTAVE
octave-cli --no-window-system amounts.m | tee seen
diff seen - <<'TEXT'
50.00: str2double 50, str2num 50
1,234.50: str2double 1234.5, str2num [1 234.5]
50,10: str2double 5010, str2num [50 10]
1.234,50: str2double 1.2345, str2num [1.234 50]
50.00-: str2double NaN, str2num refused
(50.00): str2double NaN, str2num 50
1,2,3: str2double 123, str2num [1 2 3]
1-2: str2double NaN, str2num -1
2026-01: str2double NaN, str2num 2025
0051: str2double 51, str2num 51
{"id":100000000000000050.0,"amount":19.99,"sum":0.30000000000000007}
TEXT
