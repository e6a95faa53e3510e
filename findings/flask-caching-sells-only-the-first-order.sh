#!/usr/bin/env bash
# Flask-Caching 2.0.2 (Debian 12). @cache.cached() on a route that takes POST keeps the answer of the first sale, whatever its form says: the second order of the same minute is told
# the first one's receipt and isn't sold. A page of an order by ?reference= shows each shopper the first order, and with query_string=True each merchant sees what another one's token got.
# Safe: @cache.cached(unless=lambda: request.method != "GET", query_string=True, key_prefix=…) with the merchant in the key; no cache on a route that sells.
# Needs Debian 12's python3-flask-caching.
set -euo pipefail
/usr/bin/python3 -W ignore -c "import flask_caching" 2>/dev/null || { echo "needs Debian's package python3-flask-caching"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.py <<'PY'
from flask import Flask, request
from flask_caching import Cache

shop = Flask("shop")
cache = Cache(shop, config={"CACHE_TYPE": "SimpleCache"})
sold = []


def sell():
    sold.append(request.form["reference"])
    return f"sold {sold[-1]}"


shop.add_url_rule("/sell", "sell", cache.cached(timeout=60)(sell), methods=["POST"])
shop.add_url_rule("/safe", "safe", cache.cached(timeout=60, unless=lambda: request.method != "GET")(sell), methods=["POST"])


@shop.get("/order")
@cache.cached(timeout=60)
def order():
    return f"order {request.args['reference']}"


@shop.get("/of-merchant")
@cache.cached(timeout=60, query_string=True)
def of_merchant():
    return f"order {request.args['reference']} for {request.headers['Authorization']}"


visitor = shop.test_client()
for path in ("/sell", "/safe"):
    sold.clear()
    answers = [visitor.post(path, data={"reference": reference}).text for reference in ("A-1", "A-2")]
    print(f"POST {path} of A-1 and A-2: {', '.join(answers)}; sold {', '.join(sold)}")
print("orders A-1 and A-2:", ", ".join(visitor.get("/order", query_string={"reference": reference}).text for reference in ("A-1", "A-2")))
print("order 1 of two merchants:", ", ".join(visitor.get("/of-merchant?reference=1", headers={"Authorization": merchant}).text for merchant in ("Lee", "Chan")))
PY
/usr/bin/python3 -W ignore shop.py | tee seen
diff seen - <<'TEXT'
POST /sell of A-1 and A-2: sold A-1, sold A-1; sold A-1
POST /safe of A-1 and A-2: sold A-1, sold A-2; sold A-1, A-2
orders A-1 and A-2: order A-1, order A-1
order 1 of two merchants: order 1 for Lee, order 1 for Lee
TEXT
