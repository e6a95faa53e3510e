#!/usr/bin/env bash
# ActiveMQ 5.17.2 (Debian 12's package, needed here, with its own configuration and a STOMP connector added) and python3-stomp 8.0.0. What a shop's worker gets, without an error:
# AMQ_SCHEDULED_DELAY is ignored, so a charge that is due tomorrow comes now. A message without "persistent:true" is gone after a restart. One NACK, as of a worker that wants to try later, puts the job into ActiveMQ.DLQ; if it isn't persistent, it is gone.
# A worker that is killed in its work gets the job again each time, and it never is in the DLQ. The selector "amount > 100" finds no order, and NOT (amount <= 100) finds all, as a header of STOMP is a text; "amount = 150.00" finds one.
# Safe: schedulerSupport="true"; persistent:true; acknowledging, and sending the job again with a delay; a header such as review:yes.
set -euo pipefail
[ -d /usr/share/activemq/lib ] && /usr/bin/python3 -c "import stomp" || { echo "needs Debian's packages activemq and python3-stomp"; exit 1; }
folder=$(mktemp -d)
cleanup() { kill ${broker:-} 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
port=$(/usr/bin/python3 -c "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])")
sed "s#<transportConnector name=\"openwire\".*#<transportConnector name=\"stomp\" uri=\"stomp://127.0.0.1:$port\"/>#" /etc/activemq/instances-available/main/activemq.xml >activemq.xml
start() {
  java -Xmx256M -Dactivemq.base="$folder" -Dactivemq.home=/usr/share/activemq -Dactivemq.conf="$folder" -cp "$folder:/usr/share/activemq/lib/*:/usr/share/activemq/lib/optional/*" org.apache.activemq.console.Main start "xbean:file:$folder/activemq.xml" >log 2>&1 & broker=$!
  for tries in $(seq 300); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return || sleep 0.2; done
  cat log; exit 1
}
cat >shop.py <<'PY'
import os, subprocess, sys, time
import stomp
port, what = int(sys.argv[1]), sys.argv[2]

class Jobs(stomp.ConnectionListener):
    def __init__(self): self.seen, self.act = [], None
    def on_message(self, frame):
        self.seen.append(frame.body)
        if self.act: self.act(frame)

def connect():
    connection, jobs = stomp.Connection12([("127.0.0.1", port)]), Jobs()
    connection.set_listener("", jobs)
    connection.connect(wait=True)
    return connection, jobs

def send(queue, body, **headers):
    connection, _ = connect()
    connection.send(f"/queue/{queue}", body, headers=headers)
    time.sleep(0.2)
    connection.disconnect()

def receive(queue, act=None, ack="auto", seconds=1.5, **headers):
    connection, jobs = connect()
    jobs.act = act and (lambda frame: act(connection, frame))
    connection.subscribe(f"/queue/{queue}", "1", ack=ack, headers=headers)
    time.sleep(seconds)
    connection.disconnect()
    return " ".join(sorted(jobs.seen, key=float)) if queue.startswith("amounts") else " ".join(jobs.seen) or "nothing"

if what == "before":
    send("due", "charge", persistent="true", AMQ_SCHEDULED_DELAY=str(24 * 3600 * 1000))
    print("due tomorrow, asked at once:", receive("due"), flush=True)
    for number, selector in enumerate(["amount > 100", "NOT (amount <= 100)", "amount = 150.00"]):
        for amount in ["50.00", "150.00", "1000.00"]: send(f"amounts{number}", amount, amount=amount, persistent="true")
        print(f"{selector}:", receive(f"amounts{number}", selector=selector) or "nothing", flush=True)
    nack = lambda connection, frame: connection.nack(frame.headers["ack"])
    for persistent in ["true", "false"]:
        send("later", "order", persistent=persistent)
        receive("later", nack, "client-individual")
        print(f"after one NACK, persistent {persistent}: in the queue {receive('later')}, in the DLQ {receive('ActiveMQ.DLQ')}", flush=True)
    send("killed", "order", persistent="true")
    times = sum("working" in subprocess.run([sys.executable, __file__, str(port), "die"], capture_output=True, text=True).stdout for _ in range(8))
    print(f"eight workers that are killed: {times} had the job; in the queue {receive('killed')}, in the DLQ {receive('ActiveMQ.DLQ')}", flush=True)
    send("restart", "A-1")
    send("restart", "A-2", persistent="true")
if what == "die":
    def die(connection, frame):
        print("working", flush=True)
        os.kill(os.getpid(), 9)
    receive("killed", die, "client-individual", 5)
if what == "after": print("after a restart of the broker:", receive("restart"))
PY
start
/usr/bin/python3 shop.py "$port" before | tee seen
kill "$broker"
wait "$broker" 2>/dev/null || true
start
/usr/bin/python3 shop.py "$port" after | tee -a seen
diff seen - <<'TEXT'
due tomorrow, asked at once: charge
amount > 100: nothing
NOT (amount <= 100): 50.00 150.00 1000.00
amount = 150.00: 150.00
after one NACK, persistent true: in the queue nothing, in the DLQ order
after one NACK, persistent false: in the queue nothing, in the DLQ nothing
eight workers that are killed: 8 had the job; in the queue order, in the DLQ nothing
after a restart of the broker: A-2
TEXT
