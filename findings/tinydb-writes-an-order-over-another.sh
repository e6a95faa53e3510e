#!/usr/bin/env bash
# TinyDB 3.15.2 (Debian 12), one file of a small shop that two workers have open. Each keeps in memory which id comes next, and looks for it in the file only when it opens it: four orders, sold by turns, are two, as each worker writes over the
# other's. Nothing is refused.
# Safe: one process that writes, or SQLite.
# Needs Debian 12's python3-tinydb.
set -euo pipefail
/usr/bin/python3 -c "import tinydb" 2>/dev/null || { echo "needs Debian's package python3-tinydb"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >worker.py <<'PY'
import sys

from tinydb import TinyDB

orders = TinyDB("orders.json")
print("open", flush=True)
for line in sys.stdin:
    print("id", orders.insert({"reference": line.strip()}), flush=True)
PY
cat >shop.py <<'PY'
import subprocess
import sys

from tinydb import TinyDB

workers = [subprocess.Popen([sys.executable, "worker.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
for worker in workers:
    worker.stdout.readline()
for number in range(1, 5):
    worker = workers[(number - 1) % 2]
    worker.stdin.write(f"A-{number}\n")
    worker.stdin.flush()
    print(f"worker {(number - 1) % 2 + 1} sells A-{number}: {worker.stdout.readline().strip()}; in the file: {', '.join(order['reference'] for order in TinyDB('orders.json').all())}")
for worker in workers:
    worker.stdin.close()
    worker.wait()
PY
/usr/bin/python3 shop.py | tee seen
diff seen - <<'TEXT'
worker 1 sells A-1: id 1; in the file: A-1
worker 2 sells A-2: id 1; in the file: A-2
worker 1 sells A-3: id 2; in the file: A-2, A-3
worker 2 sells A-4: id 2; in the file: A-2, A-4
TEXT
