#!/usr/bin/env bash
# requests-cache 0.9.8 (Debian 12), as it begins: a GET is answered from the cache for ever, whoever asks, as headers are no part of its key. So merchant 2 is shown merchant 1's order, and a page that polls
# never sees that an order is paid. install_cache() does so for each library of the process that uses requests, such as a payment service's SDK. A
# key in the query, such as token=…, is part of the cache's key. The service answers no-store, which is heeded with cache_control=True alone.
# Safe: CachedSession only for what may be kept, match_headers=["Authorization"], and no install_cache() beside an SDK.
# Needs Debian 12's python3-requests-cache.
set -euo pipefail
/usr/bin/python3 -c "import requests_cache" 2>/dev/null || { echo "needs Debian's package python3-requests-cache"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >poll.py <<'PY'
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests
import requests_cache

calls = 0


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        global calls
        calls += 1
        body = f'{"OPEN" if calls == 1 else "PAID"} for {self.headers["Authorization"]}'.encode()
        self.send_response(200)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
order = f"http://127.0.0.1:{server.server_port}/orders/A-1"


def ask(name, get):
    global calls
    calls = 0
    seen = [get(order, headers={"Authorization": merchant}).text for merchant in ("merchant 1", "merchant 1", "merchant 2")]
    print(f"{name}: {', '.join(seen)}")


ask("CachedSession", requests_cache.CachedSession(backend="memory").get)
ask("with cache_control", requests_cache.CachedSession(backend="memory", cache_control=True).get)
ask("with match_headers", requests_cache.CachedSession(backend="memory", match_headers=["Authorization"]).get)
requests_cache.install_cache(backend="memory")
ask("requests after install_cache", requests.get)
PY
/usr/bin/python3 poll.py | tee seen
diff seen - <<'TEXT'
CachedSession: OPEN for merchant 1, OPEN for merchant 1, OPEN for merchant 1
with cache_control: OPEN for merchant 1, PAID for merchant 1, PAID for merchant 2
with match_headers: OPEN for merchant 1, OPEN for merchant 1, PAID for merchant 2
requests after install_cache: OPEN for merchant 1, OPEN for merchant 1, OPEN for merchant 1
TEXT
