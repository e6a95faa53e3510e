#!/usr/bin/env bash
# deepdiff 9.1.0 (Python) with ignore_order compares lists as sets: a report that has one order twice equals one that has it once, so a second charge
# isn't noticed. Safe: report_repetition=True.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --target packages deepdiff==9.1.0 2>/dev/null
cat >compare.py <<'PY'
from deepdiff import DeepDiff
first, second = {"reference": "A-1", "amount": 50}, {"reference": "A-2", "amount": 20}
report, books = [first, second, first], [second, first]
print(bool(DeepDiff(books, report, ignore_order=True)), bool(DeepDiff(books, report, ignore_order=True, report_repetition=True)))
PY
seen=$(PYTHONPATH=packages python3 compare.py)
echo "seen: $seen"
[ "$seen" = "False True" ]
