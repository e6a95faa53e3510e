#!/usr/bin/env bash
# logrotate 3.21.0 (Debian 12) with copytruncate, which programs are given that can't open their log again. A shop whose journal of payments is open for writing, not for appending, writes on at its old place: the new file begins
# with as many zero bytes as the old one had, so that grep calls it a binary file and shows no line, and a reader of JSON lines fails at the first. Each rotation makes the hole larger.
# Safe: open for appending (>>, the mode "a"), or create with a signal to open it again.
# Needs Debian 12's logrotate.
set -euo pipefail
[ -x /usr/sbin/logrotate ] || { echo "needs Debian's package logrotate"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
cat >shop.py <<'PY'
import json
import subprocess

for mode in ("w", "a"):
    name = f"journal-{mode}.log"
    with open("conf", "w") as conf:
        conf.write(f'"{__import__("os").getcwd()}/{name}" {{\n  copytruncate\n  rotate 2\n  size 1\n}}\n')
    with open(name, mode) as journal:
        for order in range(1, 4):
            if order > 1:
                subprocess.run(["/usr/sbin/logrotate", "-f", "-s", f"state-{mode}", "conf"], check=True)
            journal.write(json.dumps({"paid": f"A-{order}"}) + "\n")
            journal.flush()
    content = open(name, "rb").read()
    found = subprocess.run(["grep", "A-3", name], capture_output=True, text=True, env={"LC_ALL": "C"}).stdout.strip()
    try:
        read = json.loads(content.splitlines()[0])
    except ValueError as error:
        read = error
    print(f"open with {mode}: {content.count(0)} zeros, grep: {found or 'no line'}, as JSON: {read}")
PY
/usr/bin/python3 shop.py | tee seen
diff seen - <<'TEXT'
open with w: 32 zeros, grep: no line, as JSON: 'utf-32-be' codec can't decode bytes in position 32-35: code point not in range(0x110000)
open with a: 0 zeros, grep: {"paid": "A-3"}, as JSON: {'paid': 'A-3'}
TEXT
