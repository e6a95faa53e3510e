#!/usr/bin/env bash
# skroogeconvert 2.29.0 (Debian 12, of the Skrooge books). In a bank's CSV the refund (50.00) is 50.00, and 50.00- is 0.00. In MT940 the mark RC, by which a bank
# takes a payment back, is read as C: the payment counts twice. In AFB120, the French banks' format, the reference of a payment and the
# lines 05, which say what was paid, are left out, so nothing tells the order. It says SUCCESSFUL each time; only 50.00- has a warning.
# Safe: give it amounts with a minus in front, look for RC and RD before, and compare the end balance.
# Needs Debian 12's skrooge.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v skroogeconvert >/dev/null || { echo "needs Debian's package skrooge"; exit 1; }
export HOME=$folder QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
convert() {
  skroogeconvert --in "$1" --out out.csv >log 2>&1
  echo "$1: $(grep -o SUCCESSFUL log)"
  tail -n +2 out.csv | grep -v '^"0000' | cut -d';' -f4,7,10
}
cat >bank.csv <<'CSV'
date;payee;comment;amount
31/01/2026;Buyer;A-1;50.00
31/01/2026;Buyer;A-1;(50.00)
31/01/2026;Other;A-2;50.00-
31/01/2026;Other;A-2;-50.00
CSV
cat >bank.sta <<'TEXT'
:20:STATEMENT
:25:37040044/0532013000
:28C:1/1
:60F:C260130EUR100,00
:61:2601310131C50,00NTRFA-1//B-1
:86:A-1 PAID
:61:2601310131RC50,00NTRFA-1//B-2
:86:A-1 TAKEN BACK
:62F:C260131EUR100,00
-
TEXT
cat >bank.py <<'PY'
def line(code, text, amount="", reference=""):
    account = "30004    00001EUR2 00012345678  310126  "
    return (code + account + text).ljust(90) + amount.rjust(14, "0") + reference.ljust(16)


payment = line("04", "310126TRANSFER", "500{", "A-1")
lines = [line("01", "", "1000{"), payment, line("05", "   LCCORDER A-1"), line("07", "", "1500{")]
print("\n".join(one.ljust(120) for one in lines))
PY
python3 bank.py >bank.afb120
for file in bank.csv bank.sta bank.afb120; do convert $file; done | tee seen
diff seen - <<'TEXT'
bank.csv: SUCCESSFUL
"";"A-1";"50.00"
"";"A-1";"50.00"
"";"A-2";"0.00"
"";"A-2";"-50.00"
bank.sta: SUCCESSFUL
"";"A-1 PAID";"50.00"
"";"A-1 TAKEN BACK";"50.00"
bank.afb120: SUCCESSFUL
"";"TRANSFER";"50.00"
TEXT
