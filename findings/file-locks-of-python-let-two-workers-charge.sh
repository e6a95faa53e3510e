#!/usr/bin/env bash
# Locks around a charge, by a file (Debian 12). fasteners 0.17.3: the lock is gone as soon as anything in the process opens and closes its file, such as a look at who holds it, and a second thread, or a second InterProcessLock of the same process,
# gets it at once. filelock 3.9.0 and portalocker 2.2.1: a second thread with the same object gets it, too, and a child that calls release() after a fork frees its parent's. In all three a tidy-up that deletes the file
# frees it for everybody.
# Safe: a lock or a unique row in the database.
# Needs Debian 12's python3-fasteners, python3-filelock and python3-portalocker.
set -euo pipefail
/usr/bin/python3 -c "import fasteners, filelock, portalocker" 2>/dev/null || { echo "needs Debian's packages python3-fasteners, python3-filelock and python3-portalocker"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >locks.py <<'PY'
import os
import subprocess
import sys
import threading

import fasteners
import filelock
import portalocker


class Fasteners:
    def __init__(self, path):
        self.lock = fasteners.InterProcessLock(path)

    def take(self):
        return self.lock.acquire(blocking=False)

    def free(self):
        self.lock.release()


class Filelock:
    def __init__(self, path):
        self.lock = filelock.FileLock(path)

    def take(self):
        try:
            return bool(self.lock.acquire(timeout=0))
        except filelock.Timeout:
            return False

    def free(self):
        self.lock.release()


class Portalocker:
    def __init__(self, path):
        self.lock = portalocker.Lock(path, timeout=0, fail_when_locked=True)

    def take(self):
        try:
            return bool(self.lock.acquire())
        except portalocker.exceptions.BaseLockException:
            return False

    def free(self):
        self.lock.release()


kinds = {kind.__name__.lower(): kind for kind in (Fasteners, Filelock, Portalocker)}


def another_process(name, path):
    return subprocess.run([sys.executable, __file__, name, path], capture_output=True, text=True).stdout.strip()


def another_thread(lock):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(lock.take()))
    thread.start()
    thread.join()
    return answers[0]


def look(path):
    open(path).close()


def child_frees(lock):
    child = os.fork()
    if child == 0:
        lock.free()
        os._exit(0)
    os.waitpid(child, 0)


if len(sys.argv) > 1:
    print("gets it" if kinds[sys.argv[1]](sys.argv[2]).take() else "waits")
    sys.exit()

for name, kind in kinds.items():
    print(f"{name}:", flush=True)
    for case in ("held", "its file is read", "a child calls release()", "its file is deleted"):
        path = f"{name} {case}"
        lock = kind(path)
        assert lock.take()
        if case == "its file is read":
            look(path)
        elif case == "a child calls release()":
            child_frees(lock)
        elif case == "its file is deleted":
            os.remove(path)
        print(f"  {case}: another process {another_process(name, path)}", flush=True)
    path = f"{name} threads"
    lock = kind(path)
    assert lock.take()
    print(f"  a second thread with the same object {'gets it' if another_thread(lock) else 'waits'}, with one of its own {'gets it' if another_thread(kind(path)) else 'waits'}", flush=True)
PY
/usr/bin/python3 locks.py | tee seen
diff seen - <<'TEXT'
fasteners:
  held: another process waits
  its file is read: another process gets it
  a child calls release(): another process waits
  its file is deleted: another process gets it
  a second thread with the same object gets it, with one of its own gets it
filelock:
  held: another process waits
  its file is read: another process waits
  a child calls release(): another process gets it
  its file is deleted: another process gets it
  a second thread with the same object gets it, with one of its own waits
portalocker:
  held: another process waits
  its file is read: another process waits
  a child calls release(): another process gets it
  its file is deleted: another process gets it
  a second thread with the same object gets it, with one of its own waits
TEXT
