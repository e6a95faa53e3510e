#!/usr/bin/env bash
# ZeroMQ 4.3.4 with pyzmq 24.0.1 (Debian 12), between a shop and its workers. PUSH hands out orders by turns before anybody asks for them: a worker that dies with its first order takes four others with it, and the sender isn't told. What PUB
# sends right after a subscriber has connected is lost. A subscription is a beginning: who subscribes to A-1 gets A-10, too.
# Safe: REQ and REP with an answer for each order, ZMQ_RCVHWM of 1 on workers, and a look for open orders.
# Needs Debian 12's python3-zmq.
set -euo pipefail
/usr/bin/python3 -c "import zmq" 2>/dev/null || { echo "needs Debian's package python3-zmq"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.py <<'PY'
import time

import zmq

context = zmq.Context()


def pair(sends, reads, readers=1):
    sender = context.socket(sends)
    port = sender.bind_to_random_port("tcp://127.0.0.1")
    sockets = [context.socket(reads) for _ in range(readers)]
    for reader in sockets:
        reader.connect(f"tcp://127.0.0.1:{port}")
    return sender, *sockets


def rest(reader):
    orders = []
    while reader.poll(1000):
        orders.append(reader.recv_string())
    return ", ".join(orders)


shop, first, second = pair(zmq.PUSH, zmq.PULL, 2)
time.sleep(0.5)
for number in range(1, 11):
    shop.send_string(f"A-{number}")
time.sleep(0.5)
taken = sorted(((worker.recv_string(), worker) for worker in (first, second)), key=lambda one: one[0])
(dead, dies), (begun, lives) = taken
dies.close(0)
print(f"PUSH of A-1 to A-10: one worker dies with {dead}; the other gets {begun}, {rest(lives)}")

shop, reader = pair(zmq.PUB, zmq.SUB)
reader.subscribe(b"")
shop.send_string("A-1 is paid")
time.sleep(0.5)
shop.send_string("A-2 is paid")
print(f"PUB of A-1 and A-2: {rest(reader)}")

shop, reader = pair(zmq.PUB, zmq.SUB)
reader.subscribe(b"A-1")
time.sleep(0.5)
for number in (1, 2, 10, 11):
    shop.send_string(f"A-{number}")
print(f"who subscribes to A-1 gets {rest(reader)}")
PY
/usr/bin/python3 shop.py | tee seen
diff seen - <<'TEXT'
PUSH of A-1 to A-10: one worker dies with A-1; the other gets A-2, A-4, A-6, A-8, A-10
PUB of A-1 and A-2: A-2 is paid
who subscribes to A-1 gets A-1, A-10, A-11
TEXT
