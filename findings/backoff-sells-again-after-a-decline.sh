#!/usr/bin/env bash
# backoff 2.2.1 and requests 2.34.2 (Python). on_predicate without a predicate calls again while the result is false, and a response of requests is false
# for every status from 400 on, so the body of a 402 doesn't count. A sale that was declined, or refused as a duplicate, is sent three times here. The
# same comes of tenacity 9.1.4 with retry_if_not_result(bool), retrying with "not response", and "response or sell()". A response of httpx 0.28.1 is
# true, so another client changes how often the shop sells.
# Safe: on_predicate(..., lambda response: response is None), and no retry of a sale that was answered.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --target packages backoff==2.2.1 requests==2.34.2 httpx==0.28.1 tenacity==9.1.4 2>/dev/null
cat >sell.py <<'PY'
import http.server, threading
import backoff, httpx, requests, tenacity
sales = 0
class Service(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global sales
        sales += 1
        body = b'{"status":"DECLINED"}'
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(402)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *parts):
        pass
service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=service.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{service.server_port}/sale"
again = dict(interval=0, jitter=None, max_tries=3)
stop = tenacity.stop_after_attempt(3)
def count(name, sell):
    global sales
    sales = 0
    try:
        sell(url, json={})
    except tenacity.RetryError:
        pass
    print(f"{name}: sold {sales} times")
count("backoff and requests", backoff.on_predicate(backoff.constant, **again)(requests.post))
count("backoff and httpx", backoff.on_predicate(backoff.constant, **again)(httpx.post))
count("backoff, is None", backoff.on_predicate(backoff.constant, lambda response: response is None, **again)(requests.post))
count("tenacity, not bool", tenacity.retry(stop=stop, retry=tenacity.retry_if_not_result(bool))(requests.post))
PY
PYTHONPATH=packages python3 sell.py | tee seen
diff seen - <<'TEXT'
backoff and requests: sold 3 times
backoff and httpx: sold 1 times
backoff, is None: sold 1 times
tenacity, not bool: sold 3 times
TEXT
