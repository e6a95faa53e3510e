#!/usr/bin/env bash
# watchdog 2.2.1 of Python (Debian 12), which waits for a bank's files. Uploads write to a .part and rename it, so that nobody reads half a file. watchdog then calls neither on_created nor on_closed, but on_moved, with the .part
# as src_path; a file that comes from another folder by a rename is created, but never closed. A shop that reads on these two leaves the statement unread,
# and its payments stay open.
# Safe: on_moved with dest_path beside them, and a look at the whole folder once an hour.
# Needs Debian 12's python3-watchdog.
set -euo pipefail
/usr/bin/python3 -c "import watchdog" 2>/dev/null || { echo "needs Debian's package python3-watchdog"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >watch.py <<'PY'
import os
import queue

from watchdog.events import PatternMatchingEventHandler
from watchdog.observers import Observer

events = queue.Queue()


class Statements(PatternMatchingEventHandler):
    def on_any_event(self, event):
        events.put(f"{event.event_type} {os.path.basename(event.src_path)}")


os.mkdir("bank")
observer = Observer()
observer.schedule(Statements(patterns=["*.xml"], ignore_directories=True), "bank")
observer.start()


def write(path):
    with open(path, "w") as file:
        file.write("<Document/>")


def show(name):
    write("bank/end.xml")
    seen = []
    while (event := events.get(timeout=10)) != "closed end.xml":
        if "end.xml" not in event:
            seen.append(event)
    print(f"{name}: {', '.join(seen)}")


write("bank/a.xml")
show("written in place")
write("bank/b.part")
os.rename("bank/b.part", "bank/b.xml")
show("b.part, renamed to b.xml")
write("c.xml")
os.rename("c.xml", "bank/c.xml")
show("moved here from another folder")
observer.stop()
PY
/usr/bin/python3 watch.py | tee seen
diff seen - <<'TEXT'
written in place: created a.xml, modified a.xml, closed a.xml
b.part, renamed to b.xml: moved b.part
moved here from another folder: created c.xml
TEXT
