#!/usr/bin/env bash
# csb43 0.9.2 and ofxstatement 0.7.1 with its plugins (Debian 12) make OFX of banks' files; ledger-autosync 1.0.3 books what its books don't have, by FITID.
# csb2format numbers a Spanish statement's entries from 0 in each file. So the payment of A-1 in Monday's file and that of A-2, which the bank booked late
# with Monday's date and sent on Tuesday, have one id. Tuesday's import books nothing.
# Most plugins of ofxstatement take a hash of date, text and amount. Two equal sales of a day have one id, so the one that comes with the next file is lost.
# Safe: compare the statement's end balance with the books after each import.
# Needs Debian 12's python3-csb43, ofxstatement, ofxstatement-plugins, ledger-autosync and hledger.
set -euo pipefail
for command in csb2format ofxstatement ledger-autosync hledger; do command -v "$command" >/dev/null || { echo "needs Debian's packages python3-csb43, ofxstatement-plugins, ledger-autosync, hledger"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
cat >statements.py <<'PY'
def statement(name, start, end, moves, opening):
    total = sum(amount for _, amount, _ in moves)
    lines = [f"11210004180200051332{start}{end}2{opening:014d}9783SHOP"]
    for day, amount, reference in moves:
        lines.append(f"22    0418{day}{day}020002{amount:014d}{51:010d}{0:012d}{reference}")
        lines.append(f"2301ORDER {reference}")
    lines.append(f"3321000418020005133200000{0:014d}{len(moves):05d}{total:014d}2{opening + total:014d}978")
    lines.append("88" + "9" * 18 + f"{len(lines):06d}")
    with open(name, "w") as file:
        file.writelines(line.ljust(80) + "\n" for line in lines)


statement("monday.n43", "261123", "261123", [("261123", 5000, "A-1")], 0)
statement("tuesday.n43", "261123", "261124", [("261123", 1999, "A-2")], 5000)
PY
/usr/bin/python3 statements.py
printf '23.11.2026;TEA;23.11.2026;50,00;EUR;23.11.2026 10:00:00:000\n' >morning.csv
printf '23.11.2026;TEA;23.11.2026;50,00;EUR;23.11.2026 17:00:00:000\n' >evening.csv
for name in monday tuesday; do csb2format -f ofx "$name.n43" "$name.ofx" >/dev/null 2>&1; done
for name in morning evening; do ofxstatement convert -t raiffeisen "$name.csv" "$name.ofx" >/dev/null 2>&1; done
{
  for names in "monday tuesday" "morning evening"; do
    : >books
    for name in $names; do
      ledger-autosync --fid 1 -a Assets:Bank -l books "$name.ofx" 2>/dev/null >new
      cat new >>books
      echo "$name: $(grep -oE '<(TRNAMT|FITID)>[^<]*' "$name.ofx" | xargs)"
    done
    echo "booked: $(hledger -f books balance Assets:Bank -N | xargs)"
  done
} | tee seen
diff seen - <<'TEXT'
monday: <TRNAMT>50 <FITID>2100-0418-45-0200051332-20261123-0
tuesday: <TRNAMT>19.99 <FITID>2100-0418-45-0200051332-20261123-0
booked: 50.00 EUR Assets:Bank
morning: <TRNAMT>50.00 <FITID>5465ec66ff1a58ed89531c7a2f7d1fe9dfaae19b
evening: <TRNAMT>50.00 <FITID>5465ec66ff1a58ed89531c7a2f7d1fe9dfaae19b
booked: 50.00 EUR Assets:Bank
TEXT
