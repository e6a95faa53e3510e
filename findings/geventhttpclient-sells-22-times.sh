#!/usr/bin/env bash
# geventhttpclient 2.0.8 (Debian 12), Python: a POST whose connection is closed or reset before an answer is sent again, as often as its pool has connections, and once more, to make sure that it wasn't a
# connection that had died. So a sale whose answer is lost is made 3 times, and 22 times with concurrency=20; then it says that the connection was closed. It has no switch.
# Safe: another client for sales, or one reference for each sale, by which the service refuses the copies.
# Needs Debian 12's python3-geventhttpclient.
set -euo pipefail
/usr/bin/python3 -c "import geventhttpclient" 2>/dev/null || { echo "needs Debian's package python3-geventhttpclient"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.py <<'PY'
import socket
import threading

from geventhttpclient import HTTPClient

sales = []


def service():
    while True:
        connection, _ = listener.accept()
        sales.append(connection.recv(65536))
        connection.close()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=service, daemon=True).start()
for concurrency in [1, 5, 20]:
    sales.clear()
    client = HTTPClient("127.0.0.1", port=listener.getsockname()[1], concurrency=concurrency)
    try:
        told = client.post("/sale", body='{"reference": "A-1"}').status_code
    except Exception as error:
        told = error
    print(f"concurrency {concurrency}: {len(sales)} sales, told: {told}")
PY
/usr/bin/python3 sell.py | tee seen
diff seen - <<'TEXT'
concurrency 1: 3 sales, told: connection closed.
concurrency 5: 7 sales, told: connection closed.
concurrency 20: 22 sales, told: connection closed.
TEXT
