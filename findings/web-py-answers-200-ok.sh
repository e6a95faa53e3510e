#!/usr/bin/env bash
# web.py 0.62 (Debian 12's python3-webpy; Debian's python3 is needed here) answers a webhook that returns web.ok() with the text "200 OK", one that
# returns 200 with "200", and one without a return value with "None", each with the status 200. A payment service that expects the text OK takes
# each for a failure and sends the notification again, up to its last try. return "OK" is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q python3-webpy python3-cheroot python3-jaraco.functools python3-more-itertools python3-six >/dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done
cat >shop.py <<'PYTHON'
import web
class Named:
    def POST(self): return "OK"
class Function:
    def POST(self): return web.ok()
class Number:
    def POST(self): return 200
class Nothing:
    def POST(self): pass
shop = web.application(("/named", "Named", "/function", "Function", "/number", "Number", "/nothing", "Nothing"), globals())
for name in ("named", "function", "number", "nothing"):
    answer = shop.request(f"/{name}", method="POST", data="{}")
    print(f"{web.__version__} {name}: {answer.status}, {answer.data.decode()!r}")
PYTHON
seen=$(PYTHONPATH=$folder/usr/lib/python3/dist-packages /usr/bin/python3 shop.py)
echo "$seen"
expected="0.62 named: 200 OK, 'OK'
0.62 function: 200 OK, '200 OK'
0.62 number: 200 OK, '200'
0.62 nothing: 200 OK, 'None'"
[ "$seen" = "$expected" ]
