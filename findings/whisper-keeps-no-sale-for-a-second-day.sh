#!/usr/bin/env bash
# whisper 1.1.4 of Graphite (Debian 12), with the retentions that graphite-carbon 1.1.7 installs: a minute for a day, 5 minutes for 30 days, an hour for 3 years. Of two sales in one minute only the last is kept. The next
# day nothing is left: 5 minutes are kept only if half of their minutes have a value (xFilesFactor 0.5), and a shop doesn't sell each second minute. If it does, an hour has the average of its
# sales in place of their sum.
# Safe: aggregationMethod = sum and xFilesFactor = 0 in storage-aggregation.conf, and counters; money belongs into a database.
# Needs Debian 12's python3-whisper.
set -euo pipefail
/usr/bin/python3 -c "import whisper" 2>/dev/null || { echo "needs Debian's package python3-whisper"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sales.py <<'PY'
import os

import whisper

DAY = 86400
noon = 20789 * DAY + DAY // 2
retentions = [(60, 1440), (300, 8640), (3600, 26280)]


def keep(name, sales, **options):
    if os.path.exists("sales.wsp"):
        os.remove("sales.wsp")
    whisper.create("sales.wsp", retentions, **options)
    for at, amount in sales:
        whisper.update("sales.wsp", amount, noon + at, now=noon)
    print(f"{name}: sold {sum(amount for _, amount in sales):.2f}")
    for days, when in ((0, "at once"), (2, "two days later"), (40, "40 days later")):
        _, values = whisper.fetch("sales.wsp", noon - DAY // 2, noon, now=noon + days * DAY)
        kept = [value for value in values if value is not None]
        print(f"  {when}: {len(kept)} values, {sum(kept):.2f}")


few = [(-10740, 50.0), (-10725, 19.99), (-7070, 30.0), (-3593, 20.0)]
busy = [(-3600 + 60 * n, 10.0) for n in range(0, 60)]
keep("four sales", few)
keep("a sale each minute for an hour", busy)
keep("four sales, sum and xFilesFactor 0", few, aggregationMethod="sum", xFilesFactor=0)
PY
/usr/bin/python3 sales.py | tee seen
diff seen - <<'TEXT'
four sales: sold 119.99
  at once: 3 values, 69.99
  two days later: 0 values, 0.00
  40 days later: 0 values, 0.00
a sale each minute for an hour: sold 600.00
  at once: 60 values, 600.00
  two days later: 12 values, 120.00
  40 days later: 1 values, 10.00
four sales, sum and xFilesFactor 0: sold 119.99
  at once: 3 values, 69.99
  two days later: 3 values, 69.99
  40 days later: 3 values, 69.99
TEXT
