#!/usr/bin/env bash
# Mosquitto 2.0.11 (Debian 12), with QoS 1 and a shop that keeps its session (clean_session=False). While the shop is away 1000 messages are kept for it (max_queued_messages). Each of 1200 payments is acknowledged to the sender, and the last 200
# are gone. With Debian's persistence true the file is written each half hour: a broker that is killed, or whose machine loses its power, has lost
# all that it acknowledged since then, and sends what was read since then a second time.
# Safe: max_queued_messages 0 and autosave_interval 1 with autosave_on_changes, and a query of open orders in any case.
# Needs Debian 12's mosquitto and python3-paho-mqtt.
set -euo pipefail
[ -x /usr/sbin/mosquitto ] && /usr/bin/python3 -c "import paho.mqtt.client" 2>/dev/null || { echo "needs Debian's packages mosquitto and python3-paho-mqtt"; exit 1; }
folder=$(mktemp -d)
trap 'kill $(cat "$folder/server") 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
chmod 777 .
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf '%s\n' "listener $port 127.0.0.1" "allow_anonymous true" "persistence true" "persistence_location $folder/" >conf
serve() { /usr/sbin/mosquitto -c conf >/dev/null 2>&1 & server=$!; echo $server >server; until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 $server; done; }
cat >pay.py <<'PY'
import queue
import sys
import threading

import paho.mqtt.client as mqtt

port, part = int(sys.argv[1]), sys.argv[2]
ready = threading.Event()
shop = mqtt.Client("shop", clean_session=False)
got = queue.Queue()
shop.on_subscribe = lambda *_: ready.set()
shop.on_message = lambda _, __, message: got.put(message.payload.decode())


def connect(client):
    client.connect("127.0.0.1", port)
    client.loop_start()


if part == "subscribe":
    connect(shop)
    shop.subscribe("paid", 1)
    ready.wait(10)
    shop.disconnect()
elif part == "pay":
    service = mqtt.Client("service")
    connect(service)
    sent = [service.publish("paid", f"{sys.argv[3]}-{n}", qos=1) for n in range(1, int(sys.argv[4]) + 1)]
    for one in sent:
        one.wait_for_publish(10)
    print(f"{sum(one.is_published() for one in sent)} payments are acknowledged")
else:
    connect(shop)
    read = []
    try:
        while True:
            read.append(got.get(timeout=3))
    except queue.Empty:
        print(f"the shop reads {len(read)}" + (f", the last is {read[-1]}" if read else ""))
PY
{
  serve
  /usr/bin/python3 pay.py "$port" subscribe
  /usr/bin/python3 pay.py "$port" pay A 1200
  /usr/bin/python3 pay.py "$port" read
  /usr/bin/python3 pay.py "$port" pay B 5
  kill $server && wait $server || true
  echo "the broker is stopped"
  serve
  /usr/bin/python3 pay.py "$port" read
  /usr/bin/python3 pay.py "$port" pay C 5
  kill -9 $server && wait $server 2>/dev/null || true
  echo "the broker is killed"
  serve
  /usr/bin/python3 pay.py "$port" read
} | tee seen
diff seen - <<'TEXT'
1200 payments are acknowledged
the shop reads 1000, the last is A-1000
5 payments are acknowledged
the broker is stopped
the shop reads 5, the last is B-5
5 payments are acknowledged
the broker is killed
the shop reads 5, the last is B-5
TEXT
