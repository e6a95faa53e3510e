#!/usr/bin/env bash
# RabbitMQ 3.10.8 (Debian 12). Shops make delayed retries with a message's expiration and a queue without a reader, whose messages go to the real queue when they are over. A message is only looked at when it is the first: a retry in 1
# second waits behind one in 8 seconds, and would wait behind one of a day. A queue with x-max-length takes each message and confirms it, but drops the oldest ones: of five orders the first two are
# gone, and the sender was told that all five are safe.
# Safe: a queue for each delay, with x-message-ttl; x-overflow reject-publish, or x-dead-letter-exchange.
# Needs Debian 12's rabbitmq-server and python3-pika.
set -euo pipefail
[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] && /usr/bin/python3 -c "import pika" 2>/dev/null || { echo "needs Debian's packages rabbitmq-server and python3-pika"; exit 1; }
folder=$(mktemp -d)
cleanup() {
  [ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  epmd -kill >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
free() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free)
echo '[].' >plugins
export HOME=$folder ERL_EPMD_ADDRESS=127.0.0.1 ERL_EPMD_PORT
ERL_EPMD_PORT=$(free)
RABBITMQ_NODENAME=shop$port@localhost RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_NODE_PORT=$port RABBITMQ_DIST_PORT=$(free) RABBITMQ_MNESIA_BASE=$folder/data RABBITMQ_LOG_BASE=$folder/log \
  RABBITMQ_ENABLED_PLUGINS_FILE=$folder/plugins RABBITMQ_CONFIG_FILE=$folder/none RABBITMQ_PID_FILE=$folder/pid /usr/lib/rabbitmq/bin/rabbitmq-server >/dev/null 2>&1 &
server=$!
until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 $server; done
cat >shop.py <<'PY'
import sys
import time

import pika

connection = pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1", int(sys.argv[1])))
channel = connection.channel()
channel.confirm_delivery()


def read(queue):
    _, _, body = channel.basic_get(queue, auto_ack=True)
    return body.decode() if body else None


def retry(name, *messages):
    start = time.monotonic()
    for queue, order, seconds, properties in messages:
        channel.basic_publish("", queue, f"{order}, in {seconds} s,".encode(), properties)
    left = len(messages)
    print(f"{name}:")
    while left:
        if order := read("due"):
            print(f"  {order} came after {round(time.monotonic() - start)} s")
            left -= 1
        connection.sleep(0.1)


to_due = {"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "due"}
channel.queue_declare("due")
channel.queue_declare("later", arguments=to_due)
for seconds in (8, 1):
    channel.queue_declare(f"in {seconds} s", arguments={**to_due, "x-message-ttl": seconds * 1000})
retry("one queue, expiration", *(("later", order, seconds, pika.BasicProperties(expiration=str(seconds * 1000))) for order, seconds in (("A-1", 8), ("A-2", 1))))
retry("a queue for each delay", *((f"in {seconds} s", order, seconds, None) for order, seconds in (("A-1", 8), ("A-2", 1))))
for overflow in ("drop-head", "reject-publish"):
    channel.queue_declare(overflow, arguments={"x-max-length": 3} | ({} if overflow == "drop-head" else {"x-overflow": overflow}))
    confirmed = 0
    for order in range(1, 6):
        try:
            channel.basic_publish("", overflow, f"A-{order}".encode(), mandatory=True)
            confirmed += 1
        except pika.exceptions.NackError:
            pass
    print(f"x-max-length 3, {overflow}: {confirmed} of 5 confirmed, there are {', '.join(iter(lambda: read(overflow), None))}")
PY
/usr/bin/python3 shop.py "$port" | tee seen
diff seen - <<'TEXT'
one queue, expiration:
  A-1, in 8 s, came after 8 s
  A-2, in 1 s, came after 8 s
a queue for each delay:
  A-2, in 1 s, came after 1 s
  A-1, in 8 s, came after 8 s
x-max-length 3, drop-head: 5 of 5 confirmed, there are A-3, A-4, A-5
x-max-length 3, reject-publish: 3 of 5 confirmed, there are A-1, A-2, A-3
TEXT
